import { expect, test } from 'vitest'
import { tellLostSpans } from './lost-spans.ts'

test('the first loss is told at once, the others added up once a minute, and the last at the end', () => {
  const lines: unknown[] = []
  let nowMs = 0
  const lost = tellLostSpans(
    (_, detail) => void lines.push(detail),
    () => nowMs,
  )
  lost.add(1, 'refused')
  lost.add(2, 'refused')
  nowMs = 59_999
  lost.add(3, 'away')
  expect(lines).toEqual([{ level: 'warn', spans: 1, reason: 'refused' }])
  nowMs = 60_000
  lost.add(4, 'away')
  expect(lines[1]).toEqual({ level: 'warn', spans: 9, reason: 'away' })
  lost.close()
  expect(lines).toHaveLength(2)
  lost.add(5, 'away')
  lost.close()
  expect(lines[2]).toEqual({ level: 'warn', spans: 5, reason: 'away' })
  expect(lost.total()).toBe(15)
})
