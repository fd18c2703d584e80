import { expect, test } from 'vitest'
import { plainText, shortenWords } from './event-text.ts'

test('an event that nobody words is told by its key and its plain values', () => {
  const data = { success: false, list_id: 'l1', refreshedAt: 'today', counts: { a: 1 }, total: 3 }
  expect(plainText('tracker.list_run_completed', data)).toEqual({
    title: 'Tracker: list run completed (failed)',
    facts: [
      ['List id', 'l1'],
      ['Refreshed at', 'today'],
      ['Total', '3'],
    ],
  })
})

test('texts stay in one line, in their direction and short, with whole characters', () => {
  const facts = Array.from({ length: 20 }, (_, index) => [`n${index}`, '👋'.repeat(1_000)] as const)
  const told = shortenWords({ title: 'a\r\nBcc: x\u202Ey', facts })
  expect(told.title).toBe('a Bcc: x y')
  expect(told.facts).toHaveLength(8)
  expect(told.facts[0]?.[1]).toBe(`${'👋'.repeat(299)}…`)
})
