import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEntitySets, type EntitySets } from '../../src/corpus/entity-sets/index.ts'
import { recordStore } from '../../src/corpus/record-store/index.ts'
import {
  always,
  and,
  hasAll,
  notInSets,
  notEmployedIn,
  openExclusionTables,
  openSearch,
  type Condition,
  type CorpusSearch,
  type ExclusionTables,
} from '../../src/corpus/search/index.ts'
import { pageThrough } from './compare.ts'
import { openSearchWorld, readRows, write, type SearchWorld } from './search-world.ts'
import { seed } from './seed.ts'

const organizationId = 'org_1'
let world: SearchWorld
let sets: EntitySets
let exclusionTables: ExclusionTables
let search: CorpusSearch

/** What is worked out rests for nothing; `maxCopiedRows` so that some are copied and some are not. */
const rules = { maxCopiedRows: 24, pause: 0 }

beforeAll(async () => {
  world = await openSearchWorld()
  sets = openEntitySets({ db: world.db, engine: world.engine })
  exclusionTables = openExclusionTables(world.engine, rules)
  search = openSearch(world.engine, recordStore(world.db), world.snapshots, { exclusionTables })
  await sets.create({ organizationId, id: 'companies', kind: 'companies' })
  await sets.create({ organizationId, id: 'people', kind: 'people' })
})
afterAll(() => world.close())

const company = (index: number, { moved = false, big = false } = {}) => ({
  pnet_primary_slug: `c${index}`,
  preferred_name: `Company ${index}`,
  li_org_id: String(1_000 + index),
  domains: [`${moved ? 'new' : 'old'}${index}.example`],
  employee_count_consensus: { gte: big ? 5_000 : index, lte: big ? 5_000 : index },
})
const person = (index: number, employer: number, moved = false) => ({
  primary_slug: `p${index}`,
  first_name: 'Ada',
  last_name: `Number ${index}`,
  headline: moved ? 'Moved' : 'Stays',
  experiences: [
    {
      title: 'Engineer',
      company_name: `Company ${employer}`,
      is_current: true,
      start_date: '2020-01',
      // Some are named by organization, some by domain, some by their page.
      ...[
        { pnet_company_id: String(1_000 + employer) },
        { company_domain: `old${employer}.example` },
        { company_slug: `c${employer}` },
      ][index % 3],
    },
  ],
})

const size = { companies: 40, people: 90 }
/** Some of them are none of the corpus. */
const employers = size.companies + 4
const index = (most: number) => fc.nat({ max: most - 1 })
const token = fc.oneof(
  index(size.companies).map((of) => `dom:old${of}.example`),
  index(size.companies).map((of) => `dom:new${of}.example`),
  index(employers).map((of) => `slug:c${of}`),
  index(size.companies).map((of) => `org:${1_000 + of}`),
  index(999).map((of) => `dom:unknown${of}.example`),
)
const tokens = fc.array(token, { minLength: 1, maxLength: 25 })
const change = fc.oneof(
  tokens.map((these) => () => sets.add(organizationId, 'companies', these)),
  tokens.map((these) => () => sets.remove(organizationId, 'companies', these)),
  fc.array(index(size.people), { minLength: 1, maxLength: 9 }).map(
    (these) => () =>
      sets.add(
        organizationId,
        'people',
        these.map((of) => `slug:p${of}`),
      ),
  ),
  fc.array(index(size.companies), { minLength: 1, maxLength: 6 }).map(
    (these) => () =>
      write(
        world,
        'companies',
        [...new Set(these)].map((of) => company(of, { moved: of % 2 === 0, big: true })),
      ),
  ),
  fc.array(fc.tuple(index(size.people), index(employers)), { minLength: 1, maxLength: 6 }).map(
    (these) => () =>
      write(
        world,
        'people',
        [...new Map(these)].map(([of, employer]) => person(of, employer, true)),
      ),
  ),
)

/** Who is left, by the records and the tokens alone. */
async function truth() {
  const { companies, people } = await readRows(world.db)
  const named = new Set(await sets.read(organizationId, 'companies', { limit: 10_000 }))
  const isNamed = (names: (string | undefined | null | false)[]) =>
    names.some((name) => typeof name === 'string' && named.has(name))
  const gone = companies.filter(({ record }) =>
    isNamed([
      ...(record.domains ?? []).map((domain) => `dom:${domain}`),
      `slug:${record.pnet_primary_slug}`,
      `org:${record.li_org_id}`,
    ]),
  )
  const goneOrgs = new Set(gone.map(({ record }) => record.li_org_id))
  const goneDomains = new Set(gone.flatMap(({ record }) => record.domains ?? []))
  const gonePages = new Set(gone.map(({ record }) => record.pnet_primary_slug))
  const namedPeople = new Set(await sets.read(organizationId, 'people', { limit: 10_000 }))
  const isEmployed = ({ record: { experiences } }: (typeof people)[number]) =>
    (experiences ?? []).some(
      ({ is_current, pnet_company_id: org, company_domain: domain, company_slug: slug }) =>
        is_current &&
        ((org && (goneOrgs.has(org) || named.has(`org:${org}`))) ||
          (domain && (goneDomains.has(domain) || named.has(`dom:${domain}`))) ||
          (slug && (gonePages.has(slug) || named.has(`slug:${slug}`)))),
    )
  const goneIds = new Set(gone.map(({ id }) => id))
  return {
    companies: companies.filter(({ id }) => !goneIds.has(id)).map(({ id }) => id),
    people: people
      .filter((each) => !isEmployed(each) && !namedPeople.has(`slug:${each.record.primary_slug}`))
      .map(({ id }) => id),
    gone: goneIds.size,
  }
}

async function questions() {
  const [byCompany] = await sets.find(organizationId, 'companies', ['companies'])
  const [byPerson] = await sets.find(organizationId, 'people', ['people'])
  const companies = await world.search.snapshots.newest('companies')
  return {
    companies: notInSets([byCompany!]),
    people: and([notInSets([byPerson!]), notEmployedIn([byCompany!], companies)]),
    companiesThen: companies,
    peopleThen: await world.search.snapshots.newest('people'),
  }
}

describe('whom lists leave out, worked out or joined', () => {
  it('is the same after any changes of lists and corpus, in counts, pages and what nests them', async () => {
    await write(
      world,
      'companies',
      Array.from({ length: size.companies }, (_, of) => company(of)),
    )
    await write(
      world,
      'people',
      Array.from({ length: size.people }, (_, of) => person(of, of % employers)),
    )
    const range = (most: number) => Array.from({ length: most }, (_, of) => of)
    await sets.add(organizationId, 'companies', [
      ...range(8).map((of) => `dom:old${of}.example`),
      'dom:nobody.example',
      // One that the corpus does not know, and somebody's employer: `person(41, 41)`.
      'slug:c41',
    ])
    // Some of whom such a company employs.
    await sets.add(
      organizationId,
      'people',
      range(20).map((of) => `slug:p${of}`),
    )
    const used = { copied: 0, tested: 0, none: 0 }
    const changes = fc.sample(change, { seed, numRuns: 8 })
    // From then on there are too many to be copied.
    changes.splice(4, 0, () =>
      sets.add(
        organizationId,
        'companies',
        range(30).map((of) => `slug:c${of}`),
      ),
    )
    for (const run of changes) {
      await run()
      await world.snapshots.refresh()
      const wanted = await truth()
      const { companies, people, companiesThen, peopleThen } = await questions()
      const rest: Condition[] = [always, hasAll('facets', ['size:5'])]
      for (const [kind, condition, snapshot] of [
        ['companies', companies, companiesThen],
        ['people', people, peopleThen],
      ] as const) {
        const counts = async () => {
          const found: number[] = []
          for (const part of rest)
            found.push(await search.count(kind, { condition: and([condition, part]), snapshot }))
          return found
        }
        const joined = await counts()
        expect(joined[0]).toBe(wanted[kind].length)
        for (let time = 0; time < 3; time++) {
          await exclusionTables.waitUntilIdle()
          expect(await counts(), kind).toEqual(joined)
        }
        for (const exclusion of listExclusions(condition)) {
          const kept = exclusionTables.find(kind, snapshot, exclusion)!
          used[kept.rows === 0 ? 'none' : kept.copy === undefined ? 'tested' : 'copied']++
          if (kind === 'companies') expect(kept.rows).toBe(wanted.gone)
        }
        const page = await pageThrough(search, kind, { condition, snapshot, size: 17 })
        expect(page).toEqual(wanted[kind])
      }
      const employed = search.worksAt(companies, companiesThen)
      const plain = world.search.worksAt(companies, companiesThen)
      const count = (of: CorpusSearch, condition: Condition) =>
        of.count('people', { condition, snapshot: peopleThen })
      expect(await count(search, employed)).toBe(await count(world.search, plain))
    }
    // Both ways were gone, or this shows nothing.
    expect(used.copied).toBeGreaterThan(0)
    expect(used.tested).toBeGreaterThan(0)
  })

  it('an earlier snapshot goes on leaving out what it did', async () => {
    const before = await questions()
    const count = (snapshot = before.companiesThen) =>
      search.count('companies', { condition: before.companies, snapshot })
    const wanted = await count()
    await write(world, 'companies', [company(900), company(901)])
    await sets.add(organizationId, 'companies', ['slug:c900'])
    for (let time = 0; time < 3; time++) {
      const then = await world.search.snapshots.at('companies', before.companiesThen.number)
      expect(await count(then)).toBe(wanted)
      await exclusionTables.waitUntilIdle()
    }
  })

  it('its tables go when nobody can read them any more, and an engine that fails leaves the joined way', async () => {
    const tables = () =>
      world.engine.query<{ name: string }>({
        tag: 'test',
        sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'passing_')`,
      })
    expect((await tables()).length).toBeGreaterThan(0)
    expect(await exclusionTables.sweep()).toBe(0)
    const { companies, companiesThen } = await questions()
    const failing = openExclusionTables(
      { ...world.engine, topology: { kind: 'single' }, command: () => Promise.reject(new Error('gone')) },
      rules,
    )
    const excluded = [
      {
        exclusion: listExclusions(companies)[0]!,
        within: { kind: 'companies', snapshot: companiesThen } as const,
      },
    ]
    for (let time = 0; time < 4; time++) {
      failing.noteJoins(excluded)
      await failing.waitUntilIdle()
    }
    expect(failing.find('companies', companiesThen, listExclusions(companies)[0]!)).toBeUndefined()
    // Another process, for which all of them are old: whoever made them ended.
    expect(await failing.sweep(0).catch((cause: Error) => cause.message)).toBe('gone')
    expect(await openExclusionTables(world.engine).sweep(0)).toBeGreaterThan(0)
    expect(await tables()).toEqual([])
  })
})

const listExclusions = (condition: Condition) =>
  (condition.kind === 'and' ? condition.parts : [condition]).map((part) => {
    if (part.kind !== 'excluding') throw new Error('no exclusion')
    return part.exclusion
  })
