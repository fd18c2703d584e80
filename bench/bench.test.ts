import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { race, summarize } from './measure.ts'
import { writeReport, type Report } from './results-file.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-bench-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('measuring', () => {
  test('quantiles are of the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(summarize(hundred)).toEqual({ runs: 100, median: 50, p99: 99 })
    expect(summarize([3])).toEqual({ runs: 1, median: 3, p99: 3 })
  })

  test('contenders take turns, none always first', async () => {
    const order: string[] = []
    const contender = (name: string) => ({ name, run: async () => void order.push(name) })
    await race([contender('a'), contender('b')], { runs: 2, warmUp: 1, budgetMs: 1000, fewest: 1 })
    expect(order).toEqual(['a', 'b', 'a', 'b', 'b', 'a'])
  })

  test('a contender over its budget stops after the fewest runs, the others go on', async () => {
    const counts = { slow: 0, quick: 0 }
    const slow = async () => {
      counts.slow += 1
      const end = performance.now() + 5
      while (performance.now() < end);
    }
    const timings = await race(
      [
        { name: 'slow', run: slow },
        { name: 'quick', run: async () => void (counts.quick += 1) },
      ],
      { runs: 20, warmUp: 0, budgetMs: 4, fewest: 3 },
    )
    expect(counts).toEqual({ slow: 3, quick: 20 })
    expect(timings.get('slow')?.runs).toBe(3)
  })
})

test('a report replaces its own section of the results and keeps the others', async () => {
  const file = join(dir, 'RESULTS.md')
  const report = (bench: string, body: string): Report => ({
    bench,
    title: bench,
    command: `npm run bench -- ${bench}`,
    versions: {},
    body,
    loadBefore: 0,
  })
  await writeReport(report('search', 'first figures'), file)
  await writeReport(report('http', 'other figures'), file)
  await writeReport(report('search', 'second figures'), file)
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('first figures')
  expect(text.indexOf('other figures')).toBeGreaterThan(0)
  expect(text.match(/second figures/g)).toHaveLength(1)
  expect(text.match(/^## /gm)).toHaveLength(2)
})
