import { expect, onTestFinished, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import { always, and, hasAll, not, or, type Condition } from '../../../../src/corpus/search/index.ts'
import type { ClickHouse } from '../../../../src/store/clickhouse/index.ts'
import { sql, StoreRebuilding, StoreUnavailable } from '../../../../src/store/postgres/index.ts'
import { loadSample } from '../../../../src/corpus/sample-load/index.ts'
import {
  allKinds,
  entityKinds,
  kinds,
  type CorpusKind,
  type EntityKind,
  type IndexChange,
} from '../../../../src/corpus/kinds/index.ts'
import { countRecords, readRebuilds, recordStore } from '../../../../src/corpus/record-store/index.ts'
import { compact } from '../../../../src/corpus/write/compact.ts'
import { noticeLoss, rebuildIndex as rebuild } from '../../../../src/corpus/write/rebuild.ts'
import type { RebuildWatch } from '../../../../src/corpus/write/rebuild-watch.ts'

const service = await testAlmanac()
const { almanac, db, engine } = service
const { search, snapshots, writer } = almanac

const pageRows = 200
/** Two whole pages and a bit. */
const people = 410
const rebuildIndex = (stores: Parameters<typeof rebuild>[0], watch: RebuildWatch = {}) =>
  rebuild(stores, { ...watch, pageRows })
const { loaded } = await loadSample(
  { db, engine },
  { world: { seed: 3, companies: 20, people, asOf: '2026-01-01' }, onPublished: snapshots.refresh },
)

const tables = allKinds.map(({ table }) => table)
const companions = allKinds.flatMap(({ companion }: CorpusKind) => companion?.table ?? [])

/** As if an earlier program had written everything: rows without tokens, and its number stored. */
async function writeOldRows(): Promise<void> {
  for (const table of tables) {
    await engine.command({
      tag: 'test',
      sql: `ALTER TABLE ${table} UPDATE facets = 'old:rules' WHERE 1 SETTINGS mutations_sync = 1`,
    })
    await engine.command({ tag: 'test', sql: `ALTER TABLE ${table} MODIFY COMMENT ''` })
  }
  for (const table of companions) {
    await engine.command({ tag: 'test', sql: `TRUNCATE TABLE ${table}` })
    await engine.command({ tag: 'test', sql: `ALTER TABLE ${table} MODIFY COMMENT ''` })
  }
  for (const kind of entityKinds)
    await db.query(sql`DELETE FROM ${sql.id(`corpus_identifiers_${kind}`)} WHERE digest % 2 = 0`)
  await db.query(sql`DELETE FROM corpus_name_words WHERE word % 2 = 0`)
  await db.query(sql`UPDATE corpus_commits SET search_index = 0, identifier_index = 0`)
  await snapshots.refresh()
}

/** What the tables hold, whatever the order of their parts. */
const content = async () => [
  ...(await Promise.all(
    [...tables, ...companions].map((table) =>
      engine.query({
        tag: 'test',
        sql: `SELECT count() AS n, sum(cityHash64(*)) AS hash FROM ${table}`,
      }),
    ),
  )),
  ...(await Promise.all(
    entityKinds.map((kind) =>
      db.query(sql`
        SELECT count(*) AS n, sum(hashtextextended(i::text, 0)) AS hash FROM ${sql.id(`corpus_identifiers_${kind}`)} i`),
    ),
  )),
  await db.query(sql`SELECT count(*) AS n, sum(word) AS hash FROM corpus_name_words`),
]

const executives = async () => {
  const snapshot = await snapshots.newest('people')
  return search.count('people', { condition: hasAll('facets', ['sen:executive']), snapshot })
}
const leftOver = () =>
  engine.query({
    tag: 'test',
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE '%_index_%'`,
  })

const before = await content()
const found = await executives()

test('rows of older rules: searches and writers refuse until they are rebuilt, then find what they found', async () => {
  expect(found).toBeGreaterThan(0)
  await writeOldRows()
  await expect(executives()).rejects.toThrow(StoreUnavailable)
  const { rawKey: key } = await service.org()
  const body = { searchParams: {} }
  expect((await service.send('POST /v1/people-search/count', { key, body })).status).toBe(503)
  const items = [{ line: 1, record: { primary_slug: 'ada' } }]
  const options = { source: 'test', observedAt: new Date(0) }
  await expect(writer.write('people', items, options)).rejects.toThrow(StoreUnavailable)

  expect(await rebuildIndex({ db, engine })).toBe(Object.values(loaded).reduce((sum, rows) => sum + rows, 0))
  await snapshots.refresh()
  expect(await executives()).toBe(found)
  expect(await content()).toEqual(before)
  expect((await service.send('POST /v1/people-search/count', { key, body })).status).toBe(200)
  expect(await leftOver()).toEqual([])
  expect(await rebuildIndex({ db, engine })).toBe(0)
})

test('a rebuild that was stopped goes on where it was, and another exchange does not bring the old rows back', async () => {
  await writeOldRows()
  const stop = new AbortController()
  const done: number[] = []
  const stopped = rebuildIndex(
    { db, engine },
    {
      onProgress(step) {
        if (step.kind !== 'people') return
        done.push(step.done)
        if (done.length === 2) stop.abort(new Error('stopped'))
      },
      signal: stop.signal,
    },
  )
  await expect(stopped).rejects.toThrow('stopped')
  expect(done).toEqual([200, 400])
  const again: number[] = []
  await rebuildIndex(
    { db, engine },
    { onProgress: ({ kind, done }) => void (kind === 'people' && again.push(done)) },
  )
  expect(again).toEqual([people])
  expect(await content()).toEqual(before)

  // Killed between the exchange and the number: the tables are new already.
  await db.query(sql`UPDATE corpus_commits SET search_index = 0`)
  await rebuildIndex({ db, engine })
  expect(await content()).toEqual(before)
  const rows = await db.query<{ search_index: number }>(
    sql`SELECT search_index FROM corpus_commits WHERE kind = 'people'`,
  )
  expect(rows[0]?.search_index).toBe(kinds.people.indexVersion)
})

/** The program with other rules of a kind, until the test is over. */
function withRules(name: EntityKind, change: IndexChange, rules: Partial<CorpusKind>): void {
  const kind = kinds[name]
  const before = { ...kind }
  const indexVersion = kind.indexVersion + 1
  const indexChanges = { ...kind.indexChanges, [indexVersion]: change }
  Object.assign(kind, rules, { indexVersion, indexChanges })
  onTestFinished(async () => {
    Object.assign(kind, before)
    await db.query(sql`
      UPDATE corpus_commits SET search_index = ${before.indexVersion}, identifier_index = ${before.indexVersion},
        index_build = index_build + 1
      WHERE kind = ${name}`)
    await snapshots.refresh()
  })
}

/** The engine, with something to be done between the first pages that a rebuild sends. */
function betweenPages(work: (page: number) => Promise<void>): ClickHouse {
  let page = 0
  return {
    ...engine,
    async insert(into, body) {
      if (into.table.includes('_index_') && page < 3) await work((page += 1))
      await engine.insert(into, body)
    },
  }
}

/** As `almanac doctor` counts. */
async function requireAgreement(kind: EntityKind): Promise<void> {
  const [state] = await db.query<{ published: number; versions: number }>(
    sql`SELECT published, versions FROM corpus_commits WHERE kind = ${kind}`,
  )
  const { versions } = await countRecords(recordStore(db), kind, state?.published ?? 0)
  const [rows] = await engine.query<{ n: string }>({
    tag: 'test',
    sql: `SELECT count() AS n FROM ${kinds[kind].table}`,
  })
  expect([Number(rows?.n), state?.versions]).toEqual([versions, versions])
}

const written = { source: 'test', observedAt: new Date('2026-03-01') }
const import1 = (record: object) => writer.write('people', [{ line: 1, record }], written)
const count = async (condition: Condition) =>
  search.count('people', { condition, snapshot: await snapshots.newest('people') })
const bySlug = async (slug: string) =>
  (
    await search.lookup('people', {
      tokens: [`slug:${slug}`],
      snapshot: await snapshots.newest('people'),
      perToken: 1,
    })
  ).map(({ body }) => JSON.parse(body).headline)

test('while search rows are built by new rules the old ones answer, imports go on, and what is not in them waits', async () => {
  await import1({ primary_slug: 'changing', headline: 'Before' })
  const place = kinds.people.columns.indexOf('facets')
  const { row: oldRow } = kinds.people
  withRules(
    'people',
    { columns: ['followers'], facets: ['flag'] },
    {
      row(record, links) {
        const { rank, values } = oldRow(record, links)
        return { rank, values: values.with(place, `${String(values[place])} flag:renewed`) }
      },
    },
  )
  await snapshots.refresh()
  const everybody = await count(always)
  const all = [hasAll('facets', ['flag:renewed']), not(hasAll('facets', ['flag:renewed']))]
  const followed: Condition = { kind: 'sql', text: () => 'followers > 3' }
  const between = async (page: number) => {
    for (const condition of [
      ...all,
      followed,
      and([always, or([followed, hasAll('facets', ['sen:executive'])])]),
    ])
      await expect(count(condition)).rejects.toThrow(StoreRebuilding)
    expect(await executives()).toBe(found)
    // One is new, one is changed, and both are found at once.
    await import1({ primary_slug: `added-${page}`, headline: `Added ${page}` })
    await import1({ primary_slug: 'changing', headline: `After ${page}` })
    expect(await count(always)).toBe(everybody + page)
    expect([await bySlug('changing'), await bySlug(`added-${page}`)]).toEqual([
      [`After ${page}`],
      [`Added ${page}`],
    ])
    const later = 7_200_000 + Date.now()
    expect(await compact({ db, engine }, 'people', { nowMs: later, wait: async () => {} })).toBe(0)
  }
  await rebuildIndex({ db, engine: betweenPages(between) })
  await snapshots.refresh()
  expect(await executives()).toBe(found)
  expect(await count(always)).toBe(everybody + 3)
  expect(await Promise.all(all.map(count))).toEqual([everybody + 3, 0])
  expect(await bySlug('changing')).toEqual(['After 3'])
  expect(await leftOver()).toEqual([])
  await requireAgreement('people')
})

test('what is asked over HTTP of a rule that is not in the rows yet answers 503 with Retry-After, and costs nothing', async () => {
  withRules('people', { columns: ['followers'] }, {})
  await snapshots.refresh()
  const { rawKey: key } = await service.org()
  const body = { searchParams: {}, sort: { by: 'followers' } }
  const waits = await service.send('POST /v1/people-search', { key, body })
  expect([waits.status, waits.headers.get('retry-after')]).toEqual([503, '30'])
  expect(waits.body.message).toContain('GET /status')
  expect(waits.headers.get('x-credits-charged')).toBe('0')
  const others = await service.send('POST /v1/people-search/count', { key, body: { searchParams: {} } })
  expect(others.status).toBe(200)
  await rebuildIndex({ db, engine })
  await snapshots.refresh()
  const answers = await service.send('POST /v1/people-search', { key, body })
  expect(answers.status).toBe(200)
})

test('while identifiers are built by new rules the others find, writers that need them refuse, and searches go on', async () => {
  await import1({ primary_slug: 'renamed', user_id: '4711', headline: 'One' })
  const { identifiers } = kinds.people
  const renewed = (token: string) => (token.startsWith('slug:') ? `${token}~new` : token)
  withRules(
    'people',
    { identifiers: ['slug'] },
    { identifiers: (record, sealed) => identifiers(record, sealed).map(renewed) },
  )
  await snapshots.refresh()
  const byUser = async () => {
    const snapshot = await snapshots.newest('people')
    return (await search.lookup('people', { tokens: ['uid:4711'], snapshot, perToken: 1 })).length
  }
  const between = async () => {
    expect(await executives()).toBe(found)
    expect(await byUser()).toBe(1)
    await expect(bySlug('renamed~new')).rejects.toThrow(StoreRebuilding)
  }
  await between()
  await expect(import1({ primary_slug: 'renamed' })).rejects.toThrow(StoreRebuilding)
  const post = [{ line: 1, record: { post_id: '1', text: 'Hello' } }]
  await expect(writer.write('posts', post, written)).rejects.toThrow(StoreRebuilding)
  const company = [{ line: 1, record: { pnet_primary_slug: 'free-to-go' } }]
  expect((await writer.write('companies', company, written)).created).toBe(1)
  await rebuildIndex({ db, engine: betweenPages(between) })
  await snapshots.refresh()
  expect([await bySlug('renamed~new'), await bySlug('renamed'), await byUser()]).toEqual([['One'], [], 1])
  expect((await import1({ primary_slug: 'renamed', headline: 'Two' })).changed).toBe(1)
  await requireAgreement('people')
  // Back to the rules of the others' tests.
  Object.assign(kinds.people, { identifiers })
  await db.query(sql`UPDATE corpus_commits SET identifier_index = 0 WHERE kind = 'people'`)
  await rebuildIndex({ db, engine })
})

test('two processes that find the same to do: one builds, the other waits for it', async () => {
  withRules('people', { columns: ['followers'] }, {})
  const { versions } = await countRecords(recordStore(db), 'people', 1_000_000)
  const progress: string[] = []
  const waiterLooked = Promise.withResolvers<void>()
  const builderBegan = Promise.withResolvers<void>()
  const heldEngine = betweenPages(async () => {
    builderBegan.resolve()
    await waiterLooked.promise
  })
  const builder = rebuildIndex({ db, engine: heldEngine })
  await builderBegan.promise
  const onProgress: RebuildWatch['onProgress'] = ({ kind }) => {
    progress.push(kind)
    waiterLooked.resolve()
  }
  expect(await Promise.all([builder, rebuildIndex({ db, engine }, { onProgress })])).toEqual([versions, 0])
  expect(progress).toContain('people')
  await requireAgreement('people')
})

test('rows that are lost while the old ones answer are noticed at the next start: searches wait instead of missing them', async () => {
  withRules('people', { columns: ['followers'] }, {})
  await engine.command({ tag: 'test', sql: 'TRUNCATE TABLE people' })
  const lost: string[] = []
  expect(await noticeLoss({ db, engine }, (kind) => void lost.push(kind))).toEqual(['people'])
  expect(lost).toEqual(['people'])
  await snapshots.refresh()
  await expect(executives()).rejects.toThrow(StoreRebuilding)
  // Writers go on: what they write is built again with the rest.
  await import1({ primary_slug: 'in-between' })
  await rebuildIndex({ db, engine })
  await snapshots.refresh()
  expect(await executives()).toBe(found)
  await requireAgreement('people')
})

test('a rebuild says how far it is, since when, and when it will be done', async () => {
  withRules('people', { columns: ['followers'] }, {})
  const stop = new AbortController()
  const stopped = rebuildIndex(
    { db, engine },
    { signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) },
  )
  await expect(stopped).rejects.toThrow('stopped')
  const { versions } = await countRecords(recordStore(db), 'people', 1_000_000)
  const [state] = await readRebuilds(recordStore(db))
  expect(state).toMatchObject({ kind: 'people', done: 200, total: versions })
  expect(state?.expectedEndAt?.getTime()).toBeGreaterThan(state?.startedAt.getTime() ?? 0)
  await rebuildIndex({ db, engine })
  expect(await readRebuilds(recordStore(db))).toEqual([])
})
