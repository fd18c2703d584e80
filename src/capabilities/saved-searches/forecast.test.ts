import { expect, test } from 'vitest'
import { averageNewcomers, countMonthlyRuns, forecastRuns } from './forecast.ts'
import type { SavedSearch } from './list-kind.ts'
import type { RunRow } from './run-rows.ts'

/** A completed run with so many newcomers. */
const run = (companies: number, people: number): RunRow => {
  const joined = (count: number) => ({ joined: count, returned: 9, left: 9, stayed: 9 })
  return { movements: { company: joined(companies), person: joined(people) } } as RunRow
}

test('nothing is known before the second run', () => {
  expect(averageNewcomers([])).toBeUndefined()
  expect(averageNewcomers([run(500, 0)])).toBeUndefined()
})

test('the very first run does not count, and those that returned are not new', () => {
  expect(averageNewcomers([run(3, 1), run(0, 0), run(500, 400)])).toEqual({
    runs: 2,
    companies: 1.5,
    profiles: 0.5,
  })
})

test('only the last runs count', () => {
  const recent = Array.from({ length: forecastRuns }, () => run(1, 2))
  expect(averageNewcomers([...recent, run(900, 900)])).toEqual({ runs: 12, companies: 1, profiles: 2 })
})

test('a paused one runs no more, however often it did', () => {
  const settings = { spawnFrequencyDays: 10 } as SavedSearch['settings']
  expect(countMonthlyRuns({ state: 'ACTIVE', settings })).toBe(3)
  expect(countMonthlyRuns({ state: 'PAUSED', settings })).toBe(0)
})
