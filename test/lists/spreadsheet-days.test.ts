import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guessMapping, parseMapping } from '../../src/corpus/import/index.ts'
import { csvLines } from '../../src/lib/csv-lines.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-days-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The headcounts that an import with a guessed mapping makes of a file's rows, and what it tells it has lost. */
async function headcountsOf(rows: readonly Record<string, string>[]) {
  const columns = Object.keys(rows[0] as object)
  const file = join(folder, 'firms.csv')
  await writeFile(file, csvLines([columns, ...rows.map((row) => Object.values(row))]))
  const { yaml } = await guessMapping(file, { kind: 'companies', source: 'crm' })
  const { map } = parseMapping(yaml, 'firms.map.yaml')
  const lost: unknown[] = []
  const probe = { lost: (_step: string, value: unknown) => void lost.push(value) }
  const counts = rows.map((row) => {
    const record = map(row, '2026-01-01', probe) as { employee_count_consensus?: { gte: number } }
    return record.employee_count_consensus?.gte
  })
  return { counts, lost }
}

const firm = (name: string, employees: string, more: object = {}) => ({
  Name: name,
  Website: `${name.toLowerCase()}.example`,
  Employees: employees,
  ...more,
})

test('numbers of days among small headcounts are left out and told', async () => {
  const { counts, lost } = await headcountsOf(
    ['12', '45231', '180', '7', '33', '18568'].map((count, index) => firm(`Quoin${index}`, count)),
  )
  expect(counts).toEqual([12, undefined, 180, 7, 33, undefined])
  expect(lost).toEqual(['45231', '18568'])
})

test('the size of the row says that one is a headcount', async () => {
  const sizes = ['1-10', '10,001+', '51-200', '1-10', '11-50', '11-50']
  const { counts } = await headcountsOf(
    ['8', '45231', '180', '7', '33', '45567'].map((count, index) =>
      firm(`Rill${index}`, count, { 'Employee Range': sizes[index] }),
    ),
  )
  expect(counts[1]).toBe(45_231)
})

test('beside large headcounts nothing is a day', async () => {
  const { counts } = await headcountsOf(
    ['12', '45231', '18000', '7', '3300'].map((count, index) => firm(`Sorb${index}`, count)),
  )
  expect(counts).toEqual([12, 45_231, 18_000, 7, 3300])
})
