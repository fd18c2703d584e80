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
import { openComparedBefore } from '../../src/capabilities/search/similar/compared.ts'
import { naiveSimilar, similarTo, traited } from './naive-similar.ts'
import { sameAgain, seed } from './seed.ts'
import { openSearchWorld, readRows, write, type Rows, type SearchWorld } from './search-world.ts'

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
  })
  afterAll(() => world.close())

  it('each company filter alone equals a reading of all 5,183', async () => {
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

  it('random combinations of company filters equal a reading of all 5,183', async () => {
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
  })

  it('profile filters, alone and combined, equal a reading of all 537 members of Congress', async () => {
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
  })

  it('lookalikes are those of a reading of every record, and again after some were superseded', async () => {
    const before = openComparedBefore()
    const compare = async (kind: 'companies' | 'people', every: number) => {
      const all = kind === 'companies' ? traited.companies(rows.companies) : traited.people(rows.people)
      for (const example of all.filter((_, index) => index % every === 0)) {
        const scores = new Map(naiveSimilar(kind, all, example).map(({ id, score }) => [id, score]))
        const found = await similarTo(world, kind, { example, before })
        // Half a thousandth goes one way here and the other there.
        const wrong = found.filter(({ id, score }) => !(Math.abs((scores.get(id) ?? -9) - score) <= 0.500_01))
        expect(wrong, `${kind} like ${example.id}`).toEqual([])
        expect(found.map(({ id }) => id).toSorted()).toEqual([...scores.keys()].toSorted())
        expect(found).toEqual(found.toSorted((one, other) => other.score - one.score))
      }
    }
    await compare('companies', 250)
    await compare('people', 90)
    const changed = rows.companies
      .filter(({ record }, index) => index % 9 === 0 && (record.domains ?? []).length > 0)
      .map(({ record: { preferred_name, domains } }, index) => ({
        preferred_name,
        domains,
        technologies: ['Cobol', index % 2 === 0 ? 'Fortran' : 'Ada'],
        standard_industries: ['Farming & Agriculture'],
      }))
    await write(world, 'companies', changed)
    rows = await readRows(world.db)
    await compare('companies', 250)
  })
})
