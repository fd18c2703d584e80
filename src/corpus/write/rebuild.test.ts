import { expect, test } from 'vitest'
import { testAlmanac } from '../../../test/support/harness.ts'
import { hasAll } from '../search/index.ts'
import { sql, StoreUnavailable } from '../../store/postgres/index.ts'
import { loadSample } from '../sample-load/index.ts'
import { kinds } from '../kinds/index.ts'
import { rebuildIndex } from './rebuild.ts'

const service = await testAlmanac()
const { almanac, db, engine } = service
const { search, snapshots, writer } = almanac

const { loaded } = await loadSample(
  { db, engine },
  { world: { seed: 3, companies: 600, people: 6_000, asOf: '2026-01-01' }, onPublished: snapshots.refresh },
)

/** As if an earlier program had written everything: rows without tokens, and its number stored. */
async function writeOldRows(): Promise<void> {
  for (const table of [
    'companies',
    'people',
    'job_postings',
    'posts',
    'news',
    'post_comments',
    'post_reactions',
  ]) {
    await engine.command({
      tag: 'test',
      sql: `ALTER TABLE ${table} UPDATE facets = 'old:rules' WHERE 1 SETTINGS mutations_sync = 1`,
    })
    await engine.command({ tag: 'test', sql: `ALTER TABLE ${table} MODIFY COMMENT ''` })
  }
  await engine.command({ tag: 'test', sql: `DELETE FROM identifiers WHERE token LIKE 'slug:%'` })
  await db.query(sql`UPDATE corpus_commits SET search_index = 0`)
  await snapshots.refresh()
}

const tables = [
  'companies',
  'people',
  'job_postings',
  'posts',
  'news',
  'post_comments',
  'post_reactions',
  'identifiers',
]
/** What the tables hold, whatever the order of their parts. */
const content = () =>
  Promise.all(
    tables.map((table) =>
      engine.query({
        tag: 'test',
        sql: `SELECT count() AS n, sum(cityHash64(*)) AS hash FROM ${table}`,
      }),
    ),
  )

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
    (step) => {
      if (step.kind === 'people') {
        done.push(step.done)
        stop.abort(new Error('stopped'))
      }
    },
    stop.signal,
  )
  await expect(stopped).rejects.toThrow('stopped')
  expect(done).toEqual([5_000])
  const again: number[] = []
  await rebuildIndex({ db, engine }, ({ kind, done }) => kind === 'people' && again.push(done))
  expect(again).toEqual([5_000, 6_000])
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
