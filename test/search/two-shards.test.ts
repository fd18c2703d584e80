import { recordStore } from '../../src/corpus/record-store/index.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JobPosting } from '../../src/corpus/records/index.ts'
import { openEntitySets } from '../../src/corpus/entity-sets/index.ts'
import { notEmployedIn, openSearch, type CorpusSearch } from '../../src/corpus/search/index.ts'
import {
  migrateClickHouse,
  openTwoShardEngine,
  type ClickHouse,
  type Query,
} from '../../src/store/clickhouse/index.ts'
import { runs } from '../support/long.ts'
import { differences, pageThrough, conditionFor, type Question } from './compare.ts'
import { postingDifferences } from './compare-postings.ts'
import { edgePostings } from './edge-postings.ts'
import { edgeCompanies, edgePeople } from './edge-records.ts'
import { postingQuestion } from './random-postings.ts'
import { randomCompanyParams, randomPeopleQuestion } from './random-params.ts'
import { sameAgain, seed } from './seed.ts'
import {
  loadWorld,
  openSearchWorld,
  readRows,
  readRecords,
  write,
  type Rows,
  type SearchWorld,
} from './search-world.ts'

/** Tables that search reads; on a cluster their rows are spread by entity. */
const tables = [
  'companies',
  'people',
  'companies_superseded',
  'people_superseded',
  'job_postings',
  'job_postings_superseded',
]

let dataDir: string
let engine: ClickHouse
let world: SearchWorld
let search: CorpusSearch
let rows: Rows

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-shards-'))
  engine = await openTwoShardEngine(dataDir)
  await migrateClickHouse(engine, join(import.meta.dirname, '../../migrations/clickhouse'))
  await distribute()
  world = await openSearchWorld({ engine })
  search = openSearch(sharded(engine), recordStore(world.db), world.snapshots)
  await loadWorld(world, { companies: 80, people: 420 })
  await write(world, 'companies', edgeCompanies)
  await write(world, 'people', edgePeople)
  // Newer versions, so that every search has superseded ones to leave out.
  await write(
    world,
    'companies',
    edgeCompanies.map((company) => ({ ...company, li_follower_count: 77 })),
  )
  await write(
    world,
    'people',
    edgePeople.map((person) => ({ ...person, follower_count: 77 })),
  )
  rows = await readRows(world.db)
})
afterAll(async () => {
  await world.close()
  await engine.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Database `sharded`: the same tables, as the cluster shows them. */
async function distribute(): Promise<void> {
  if (engine.topology.kind !== 'cluster') throw new Error('not a cluster')
  const run = (sql: string) => engine.command({ tag: 'test', sql })
  await run('CREATE DATABASE sharded')
  for (const table of tables) {
    await run(
      `CREATE VIEW one_shard_${table} AS SELECT * FROM ${table} WHERE intHash64(id) % 2 + 1 = shardNum()`,
    )
    await run(`CREATE TABLE sharded.${table} AS one_shard_${table}
      ENGINE = Distributed('${engine.topology.name}', currentDatabase(), 'one_shard_${table}', intHash64(id))`)
  }
}

/** The engine, reading those tables instead. */
function sharded(plain: ClickHouse): ClickHouse {
  const moved = new RegExp(`\\b(FROM|JOIN) (${tables.join('|')})\\b`, 'g')
  const there = (query: Query): Query => ({ ...query, sql: query.sql.replace(moved, '$1 sharded.$2') })
  return {
    ...plain,
    query: (query) => plain.query(there(query)),
    raw: (query, format) => plain.raw(there(query), format),
    stream: (query) => plain.stream(there(query)),
  }
}

it('both shards hold rows, and together all of them', async () => {
  const shards = await engine.query<{ shard: number; n: string }>({
    tag: 'test',
    sql: 'SELECT toUInt8(shardNum()) AS shard, count() AS n FROM sharded.people GROUP BY shard ORDER BY shard',
  })
  expect(shards.map(({ shard }) => shard)).toEqual([1, 2])
  expect(shards.every(({ n }) => Number(n) > 200)).toBe(true)
})

it('a search of everything has every record once', async () => {
  for (const kind of ['companies', 'people'] as const) {
    const question: Question = kind === 'companies' ? { kind, params: {} } : { kind, searchParams: {} }
    const condition = await conditionFor(search, question)
    const snapshot = await search.snapshots.newest(kind)
    const ids = await pageThrough(search, kind, { condition, snapshot, size: 197 })
    expect(ids).toEqual(rows[kind].map(({ id }) => id))
  }
})

it('companies found on two shards are those a reading of all records finds', async () => {
  const companies = rows.companies.map(({ record }) => record)
  const params = fc.sample(randomCompanyParams(companies), { seed, numRuns: runs(10, 60) })
  expect(
    await differences(
      search,
      rows,
      params.map((each) => ({ kind: 'companies', params: each })),
    ),
    sameAgain,
  ).toEqual([])
})

it('people found on two shards are those a reading of all records finds', async () => {
  const [companies, people] = [
    rows.companies.map(({ record }) => record),
    rows.people.map(({ record }) => record),
  ]
  const questions = fc.sample(randomPeopleQuestion(people, companies), { seed, numRuns: runs(10, 60) })
  expect(
    await differences(
      search,
      rows,
      questions.map((each) => ({ kind: 'people', ...each })),
    ),
    sameAgain,
  ).toEqual([])
})

it('postings found on two shards are those a reading of all postings finds', async () => {
  await write(world, 'postings', edgePostings)
  await write(
    world,
    'postings',
    edgePostings.slice(0, 10).map((posting) => ({ ...posting, company_logo_url: 'x' })),
  )
  const postings = await readRecords<JobPosting>(world.db, 'postings')
  const companies = rows.companies.map(({ record }) => record)
  const all = postings.map(({ record }) => record)
  const questions = fc.sample(postingQuestion(all, companies), { seed, numRuns: runs(8, 40) })
  expect(await postingDifferences({ search, rows: postings, companies }, questions), sameAgain).toEqual([])
})

it('records are looked up by identifier on both shards', async () => {
  const slugs = rows.people.slice(0, 40).map(({ record }) => record.primary_slug)
  const snapshot = await search.snapshots.newest('people')
  const found = await search.lookup('people', {
    tokens: slugs.map((slug) => `slug:${slug}`),
    snapshot,
    perToken: 1,
  })
  expect(found.map(({ id }) => id)).toEqual(rows.people.slice(0, 40).map(({ id }) => id))
})

it('counts of people leave out those whom a company of a list employs', async () => {
  const organizationId = 'org_1'
  const sets = openEntitySets({ db: world.db, engine })
  await sets.create({ organizationId, id: 'left-out', kind: 'companies' })
  const employed = rows.people.flatMap(({ record }) => {
    const job = (record.experiences ?? []).find(({ is_current }) => is_current)
    return job?.pnet_company_id ?? []
  })
  const [one, other] = [...new Set(employed)]
  await sets.add(organizationId, 'left-out', [`org:${one}`, `org:${other}`])
  const of = {
    people: await world.snapshots.newest('people'),
    companies: await world.snapshots.newest('companies'),
  }
  const counts = async () => {
    const left = notEmployedIn(await sets.find(organizationId, 'companies', ['left-out']), of.companies)
    const asked = { condition: left, snapshot: of.people }
    return [await search.count('people', asked), await world.search.count('people', asked)]
  }
  const both = await counts()
  expect(both[0]).toBe(both[1])
  await sets.remove(organizationId, 'left-out', [`org:${one}`])
  const oneLeft = await counts()
  expect(oneLeft[0]).toBe(oneLeft[1])
  expect(oneLeft[0]).toBeGreaterThan(both[0] as number)
  expect(oneLeft[0]).toBeLessThan(rows.people.length)
})
