import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measure, withField } from './search.ts'
import { searchCases, type SearchCase } from './search/cases.ts'
import { agreedCount, agreePage, Disagreement } from './search/contenders.ts'
import { searchTables, type SearchLine } from './search/search-report.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-bench-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('the search benchmark runs from an empty directory, all systems agree, and one that does not is found out', async () => {
  await withField({ companies: 100, data: join(dir, 'search'), without: [] }, async (field, facts) => {
    expect(facts).toMatchObject({ companies: 100, people: 1000 })
    const lines: SearchLine[] = []
    for (const question of searchCases) lines.push(...(await measure(field, question, 1)))
    expect(new Set(lines.map((line) => line.question)).size).toBe(searchCases.length)
    // Questions that nothing satisfies would agree whatever they ask.
    expect(lines.filter((line) => line.matches > 0).length).toBeGreaterThan(lines.length / 2)
    for (const { timings } of lines) {
      expect([...timings.keys()]).toEqual(['HTTP', 'engine', 'Postgres', 'DuckDB'])
      for (const timing of timings.values()) expect(timing.median).toBeGreaterThan(0)
    }
    expect(searchTables(lines, ['Postgres', 'DuckDB'])).toContain(`Of ${lines.length} measurements`)

    const honest = searchCases[0] as SearchCase
    await expect(agreedCount(field, { ...honest, duckdb: 'true' })).rejects.toThrow(Disagreement)
    const misplaced = { ...honest, postgres: `NOT (${honest.postgres})` }
    await expect(agreePage(field, misplaced, {})).rejects.toThrow(Disagreement)
  })
}, 240_000)
