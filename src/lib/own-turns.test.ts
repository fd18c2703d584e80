import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchQuestions } from './batch-questions.ts'
import { openTurns } from './own-turns.ts'

/** Counts turns of the event loop until it is stopped. */
function countTurns() {
  let turns = 0
  let isCounting = true
  void (async () => {
    for (; isCounting; turns++) await nextTurn()
  })()
  return { now: () => turns, stop: () => (isCounting = false) }
}

/** The turns in which twenty answers are handed over, each of which takes its receiver so long. */
async function findTurns(workMs: number): Promise<number[]> {
  let nowMs = 0
  const turns = openTurns(() => nowMs)
  const other = turns.openBeside()
  const counter = countTurns()
  const at = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      expect(await (index % 2 === 0 ? turns : other).pace(index)).toBe(index)
      await Promise.resolve()
      nowMs += workMs
      return counter.now()
    }),
  )
  counter.stop()
  return at
}

test('answers that are much work are handed over one a turn, those of groups beside each other as well', async () => {
  expect(new Set(await findTurns(1)).size).toBe(20)
})

test('answers that are little work share a turn', async () => {
  const turns = new Set(await findTurns(0.25)).size
  expect(turns).toBeGreaterThan(3)
  expect(turns).toBeLessThan(8)
})

test('an answer that fails does so at once, and those behind it get theirs', async () => {
  const { pace, rest } = openTurns()
  const failing = pace(Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  expect(await pace(7)).toBe(7)
  await rest()
})

test('rows that ask one question after the other stay together: a statement for each question, not for each row', async () => {
  const { pace, rest } = openTurns()
  const statements: number[] = []
  const ask = batchQuestions<{ row: number; step: number; signal?: undefined }, number>({
    rest,
    nameLane: () => '',
    take: (inLine) => inLine.length,
    ask(questions) {
      statements.push(questions.length)
      return Promise.resolve(questions.map(({ row, step }) => row * 10 + step))
    },
  })
  const rows = Array.from({ length: 50 }, async (_, row) => {
    await pace()
    // Every other row is done after the first question.
    for (let step = 0; step < (row % 2 === 0 ? 3 : 1); step++)
      expect(await pace(ask({ row, step }))).toBe(row * 10 + step)
  })
  await Promise.all(rows)
  expect(statements).toEqual([50, 25, 25])
})
