import { readPage, recordStore } from '../../src/corpus/record-store/index.ts'
import { openSnapshots, type EntityKind, type Snapshots } from '../../src/corpus/commits/index.ts'
import {
  createWorld,
  generateCompany,
  generateJobPosting,
  generatePerson,
  postingCount,
} from '../../src/corpus/sample/index.ts'
import type { CompanyRecord, JobPosting, PersonRecord } from '../../src/corpus/records/index.ts'
import { openSearch, type CorpusSearch } from '../../src/corpus/search/index.ts'
import { openWriter, type CorpusWriter } from '../../src/corpus/write/index.ts'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'
import { employ, post } from './naive-staff.ts'
import { testDatabase } from '../support/postgres.ts'
import { testEngine } from '../support/engine.ts'

/** A visible record with its place in every answer. */
export interface Row<R> {
  id: string
  rank: number
  /** The commit that wrote the version. */
  born: number
  record: R
}

export interface Rows {
  companies: Row<CompanyRecord>[]
  people: Row<PersonRecord>[]
}

export interface SearchWorld {
  db: Postgres
  engine: ClickHouse
  snapshots: Snapshots
  search: CorpusSearch
  writer: CorpusWriter
  close(): Promise<void>
}

/**
 * The corpus part of the service on stores of its own. Call it in beforeAll; `close` in afterAll. Without other
 * readers a write tells this one instead of waiting until all have heard.
 */
export async function openSearchWorld({
  engine,
  otherReaders = false,
  ...given
}: { db?: Postgres; engine?: ClickHouse; otherReaders?: boolean } = {}): Promise<SearchWorld> {
  const db = given.db ?? (await testDatabase({ poolSize: 6 }))
  const corpus = engine ?? (await testEngine())
  const snapshots = await openSnapshots(db)
  const alone = otherReaders ? {} : { onlyReader: snapshots }
  return {
    db,
    engine: corpus,
    snapshots,
    search: openSearch(corpus, recordStore(db), snapshots),
    writer: openWriter({ db, engine: corpus, ...alone }, () => snapshots.refresh()),
    close: () => snapshots.close(),
  }
}

/** Writes companies, people and postings of a sample world, a commit each. */
export async function loadWorld(
  world: SearchWorld,
  size: { companies: number; people: number },
): Promise<void> {
  const { companies, people, postings } = sampleLines(size)
  await write(world, 'companies', companies)
  await write(world, 'people', people)
  await write(world, 'postings', postings)
}

/** The native lines of a sample world. */
export function sampleLines(size: {
  companies: number
  people: number
}): Record<'companies' | 'people' | 'postings', object[]> {
  const sample = createWorld({ seed: 1, asOf: '2026-11-01', ...size })
  const companies = Array.from({ length: size.companies }, (_, index) => generateCompany(sample, index))
  const people = Array.from({ length: size.people }, (_, index) => generatePerson(sample, index))
  const postings = companies.flatMap((_, company) =>
    Array.from({ length: postingCount(sample, company) }, (__, place) =>
      generateJobPosting(sample, company, place),
    ),
  )
  return { companies, people, postings }
}

/** Writes native lines, one commit. */
export async function write(world: SearchWorld, kind: EntityKind, lines: readonly object[]): Promise<void> {
  const items = lines.map((record, index) => ({ line: index + 1, record }))
  const { rejected } = await world.writer.write(kind, items, {
    source: 'test',
    observedAt: new Date('2026-11-02T00:00:00Z'),
  })
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected))
}

/** Newest version of every entity as it is stored, in rank order. */
export async function readRows(db: Postgres): Promise<Rows> {
  const rows: Rows = {
    companies: await readRecords<CompanyRecord>(db, 'companies'),
    people: await readRecords<PersonRecord>(db, 'people'),
  }
  const companies = rows.companies.map(({ record }) => record)
  const postings = await readRecords<JobPosting>(db, 'postings')
  employ(
    companies,
    rows.people.map(({ record }) => record),
  )
  post(
    companies,
    postings.map(({ record }) => record),
  )
  return rows
}

/** The same of one kind. */
export async function readRecords<R>(db: Postgres, kind: EntityKind): Promise<Row<R>[]> {
  const newest = new Map<string, Row<R>>()
  const store = recordStore(db)
  for (let after = { id: '0', born: '0' }; ;) {
    const page = await readPage(store, kind, { after, pass: { from: 0, to: 2_147_483_647 }, limit: 5_000 })
    const end = page.at(-1)
    if (end === undefined) break
    after = { id: end.id, born: String(end.born) }
    for (const { id, rank, born, dead, body } of page)
      if (dead === null) newest.set(id, { id, rank, born: Number(born), record: JSON.parse(body) as R })
  }
  return [...newest.values()].sort((a, b) => a.rank - b.rank || Number(a.id) - Number(b.id))
}
