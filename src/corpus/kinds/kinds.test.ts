import { beforeAll, describe, expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { recordStore } from '../record-store/index.ts'
import { openSnapshots, type Snapshots } from '../commits/index.ts'
import { createWorld, samples, type SampleReference, type World } from '../sample/index.ts'
import { openSearch, type CorpusSearch } from '../search/index.ts'
import { openSubjects, openWriter } from '../write/index.ts'
import { allKinds, entityKinds, type CorpusKind, type EntityKind } from './index.ts'

/** Tables of the engine that hold something of every kind, or nothing of any. */
const otherTables = ['entity_set_members', 'schema_migrations']

const world = createWorld({ seed: 1, companies: 40, people: 250, asOf: '2026-11-01' })
const sampleLines = new Map(allKinds.map((kind) => [kind.name, firstLine(kind, world)]))
const observedAt = new Date('2026-11-01T00:00:00Z')

let db: Postgres
let engine: ClickHouse
let snapshots: Snapshots
let search: CorpusSearch
beforeAll(async () => {
  ;[db, engine] = await Promise.all([testDatabase(), testEngine()])
  snapshots = await openSnapshots(db)
  search = openSearch(engine, recordStore(db), snapshots)
  return () => snapshots.close()
})

/** The first line of a sample; of what people write one that a person wrote. */
function firstLine({ name, suppression }: CorpusKind, world: World): Record<string, unknown> {
  const sample = samples[name]
  if (sample.each !== 'company') return sample.line(world, 0)
  const wanted: SampleReference['kind'] = suppression.of === 'author' ? 'people' : 'companies'
  for (let company = 0; company < world.companies; company++)
    for (const line of sample.lines(world, company))
      if (sample.refersTo(line, company).some(({ kind }) => kind === wanted)) return line
  throw new Error('the sample has none')
}

/** The record of a sample line, and what finds it. */
function recordOf(kind: CorpusKind) {
  const line = sampleLines.get(kind.name) as Record<string, unknown>
  const { members, emails, phoneNumbers, externalIds } = kind.split(line)
  const sealed = { emails, phoneNumbers, externalIds, provenance: [] }
  const record = kind.complete(members, '1')
  return { line, sealed, record, identifiers: kind.identifiers(record, sealed) }
}

async function write(kind: EntityKind): Promise<void> {
  const writer = openWriter({ db, engine, onlyReader: snapshots }, () => snapshots.refresh())
  const items = [{ line: 1, record: sampleLines.get(kind) as object }]
  expect(await writer.write(kind, items, { source: 'test', observedAt })).toMatchObject({ created: 1 })
}

async function found(kind: EntityKind, token: string): Promise<number> {
  const snapshot = await snapshots.newest(kind)
  return (await search.lookup(kind, { tokens: [token], perToken: 5, snapshot })).length
}

const each = allKinds.map((kind) => [kind.name, kind] as const)

describe.each(each)('%s', (name, kind) => {
  test('a line of its sample is a valid line, and completes to a valid record', () => {
    const { line, record } = recordOf(kind)
    expect(kind.line.safeParse(line).error).toBeUndefined()
    expect(kind.record.strict().safeParse(record).error).toBeUndefined()
  })

  test('names members there are', () => {
    const { line, record, union, maps, derived, own, chosen, moments } = kind
    const named = [...union, ...maps, ...own, ...chosen, ...Object.entries(derived).flat()]
    expect(named.filter((member) => !(member in record.shape))).toEqual([])
    expect(moments.filter((member) => !(member in line.shape))).toEqual([])
  })

  test('has its tables and its sequence of commits by the migrations, with the columns it writes', async () => {
    const columns = await engine.query<{ table: string; name: string }>({
      tag: 'test',
      sql: 'SELECT table, name FROM system.columns WHERE database = currentDatabase() ORDER BY table, name',
    })
    const of = (table: string) => columns.filter((each) => each.table === table).map((each) => each.name)
    const keys = kind.setKeys === undefined ? [] : ['keys']
    expect(of(kind.table)).toEqual(['rank', 'id', 'born', ...kind.columns, ...keys].sort())
    expect(of(kind.supersededTable)).toEqual(['born', 'dead', 'id', 'rank'])
    const stored = await db.query<{ name: string }>(sql`
      SELECT relname AS name FROM pg_class WHERE relname LIKE ${`corpus\\_%\\_${name}`} AND relkind = 'r' ORDER BY 1`)
    expect(stored.map((row) => row.name)).toEqual(
      ['identifiers', 'lines', 'records', 'snapshots'].map((sort) => `corpus_${sort}_${name}`),
    )
    expect(kind.row(recordOf(kind).record, []).values).toHaveLength(kind.columns.length)
    const { companion } = kind
    const rows = kind.row(recordOf(kind).record, []).companions ?? []
    expect(rows.length > 0).toBe(companion !== undefined)
    if (companion !== undefined)
      expect(of(companion.table)).toEqual(['id', 'born', ...companion.columns].sort())
    expect(rows.filter((each) => each.length !== companion?.columns.length)).toEqual([])
    const commits = await db.query(sql`SELECT FROM corpus_commits WHERE kind = ${name}`)
    expect(commits).toHaveLength(1)
  })

  test('is found by its tokens, and one of them identifies', async () => {
    await write(name)
    const { record, sealed, identifiers } = recordOf(kind)
    const lookups = kind.lookups(record, [], '1', sealed)
    for (const token of [...identifiers, ...lookups]) expect(await found(name, token), token).toBe(1)
    const sorts = identifiers.map((token) => token.slice(0, token.indexOf(':')))
    expect(kind.identity.strong).toEqual(expect.arrayContaining([sorts[0]]))
  })

  test('refers to kinds that are looked up by a token, and to what it says', () => {
    const { links } = kind
    const targets = (links?.to ?? []).map((to) => allKinds.find((each) => each.name === to)?.referredBy)
    expect(targets).not.toContain(undefined)
    const linked = links?.of(recordOf(kind).record).map((link) => link.kind) ?? []
    expect(linked.filter((to) => links?.to.includes(to) !== true)).toEqual([])
  })

  test('ends with the people it is of', async () => {
    const { suppression, links } = kind
    // What refers to people is theirs.
    expect(suppression.of === 'author').toBe(links?.to.includes('people') ?? false)
    const { record, sealed, identifiers } = recordOf(kind)
    const tokens = kind.subjects(record, sealed)
    expect(tokens.length > 0).toBe(suppression.of !== 'nobody')
    await openSubjects({ db, engine }, () => snapshots.refresh()).erase(tokens)
    expect(await found(name, identifiers[0] as string)).toBe(suppression.of === 'nobody' ? 1 : 0)
  })
})

describe('the list', () => {
  test('has every name and table once', () => {
    const tables = allKinds.flatMap(({ table, supersededTable }) => [table, supersededTable])
    for (const names of [entityKinds, tables]) expect(new Set(names).size).toBe(names.length)
  })

  test('names a kind behind those that it refers to or is on, since samples are loaded in its order', () => {
    for (const [at, { links, on }] of allKinds.entries()) {
      const before = entityKinds.slice(0, at)
      expect(before).toEqual(
        expect.arrayContaining([...(links?.to ?? []), ...(on === undefined ? [] : [on])]),
      )
    }
  })

  test('has the kinds of all tables of the engine', async () => {
    const tables = await engine.query<{ name: string }>({
      tag: 'test',
      sql: 'SELECT name FROM system.tables WHERE database = currentDatabase()',
    })
    const known = new Set([
      ...otherTables,
      ...allKinds.flatMap(({ table, supersededTable, companion }: CorpusKind) => [
        table,
        supersededTable,
        ...(companion === undefined ? [] : [companion.table]),
      ]),
    ])
    expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  })
})
