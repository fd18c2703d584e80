import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile, loadMapping, type ImportSummary } from '../../src/corpus/import/index.ts'
import { companyFilters, profileFilters } from '../../src/corpus/search/index.ts'
import { runs } from '../support/long.ts'
import { differences } from './compare.ts'
import type { CompanyParams, ProfileParams } from './naive.ts'
import {
  companyFilterNear,
  profileFilterNear,
  randomCompanyParams,
  randomPeopleQuestion,
} from './random-params.ts'
import { sameAgain, seed } from './seed.ts'
import { openSearchWorld, readRows, type Rows, type SearchWorld } from './search-world.ts'

const root = join(import.meta.dirname, '../..')
const files = {
  companies: join(root, '../shared/data/yc/yc-2025-05-13.ndjson.gz'),
  people: join(root, '../shared/data/people-us-congress/legislators-current.json.gz'),
}

describe.skipIf(!Object.values(files).every((file) => existsSync(file)))('search of ../shared/data', () => {
  let world: SearchWorld
  let rows: Rows

  const load = async (kind: 'companies' | 'people', map: string): Promise<ImportSummary> =>
    importFile({
      kind,
      file: files[kind],
      mapping: await loadMapping(join(root, 'docs/guide/maps', map)),
      source: 'test',
      observedAt: new Date('2026-11-01T00:00:00Z'),
      batchRows: 3_000,
      writer: world.writer,
      onRejects: async (rejected) => expect(rejected).toEqual([]),
    })

  beforeAll(async () => {
    world = await openSearchWorld()
    expect((await load('companies', 'yc.yaml')).created).toBe(5_183)
    expect((await load('people', 'us-congress.yaml')).created).toBe(537)
    rows = await readRows(world.db)
  }, 120_000)
  afterAll(() => world.close())

  it('each company filter alone equals a reading of all 5,183', { timeout: 240_000 }, async () => {
    const companies = rows.companies.map(({ record }) => record)
    for (const name of Object.keys(companyFilters) as Exclude<keyof CompanyParams, 'group'>[]) {
      const params = fc.sample(companyFilterNear({ near: companies, all: companies }, name), {
        seed,
        numRuns: runs(2, 8),
      })
      expect(
        await differences(
          world.search,
          rows,
          params.map((each) => ({ kind: 'companies', params: each })),
        ),
        sameAgain,
      ).toEqual([])
    }
  })

  it(
    'random combinations of company filters equal a reading of all 5,183',
    { timeout: 240_000 },
    async () => {
      const companies = rows.companies.map(({ record }) => record)
      const params = fc.sample(randomCompanyParams(companies), { seed, numRuns: runs(20, 150) })
      expect(
        await differences(
          world.search,
          rows,
          params.map((each) => ({ kind: 'companies', params: each })),
        ),
        sameAgain,
      ).toEqual([])
    },
  )

  it(
    'profile filters, alone and combined, equal a reading of all 537 members of Congress',
    { timeout: 240_000 },
    async () => {
      const [companies, people] = [
        rows.companies.map(({ record }) => record),
        rows.people.map(({ record }) => record),
      ]
      const alone = (Object.keys(profileFilters) as Exclude<keyof ProfileParams, 'group'>[]).flatMap((name) =>
        fc.sample(profileFilterNear({ near: people, all: people }, companies, name), {
          seed,
          numRuns: runs(2, 8),
        }),
      )
      const combined = fc.sample(randomPeopleQuestion(people, companies), { seed, numRuns: runs(20, 150) })
      const questions = [...alone, ...combined].map((each) => ({ kind: 'people' as const, ...each }))
      expect(await differences(world.search, rows, questions), sameAgain).toEqual([])
    },
  )
})
