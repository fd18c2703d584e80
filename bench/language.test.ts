import { expect, test } from 'vitest'
import { goldQuestions } from './language-notation.ts'
import { scoreOf } from './language.ts'

const all = goldQuestions()

test('the gold set is 300 questions or more, half of them held out', () => {
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(all.filter(({ isHeldOut }) => isHeldOut).length).toBeGreaterThanOrEqual(150)
  expect(new Set(all.map(({ question }) => question)).size).toBe(all.length)
})

test.each([
  ['tuned', false],
  ['held out', true],
] as const)('filters of the half that is %s are right in 95 of 100 cases and found in 90', (_, isHeldOut) => {
  const { precision, recall } = scoreOf(all.filter((each) => each.isHeldOut === isHeldOut))
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.9)
})
