import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, expect, test } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { onDatabase } from '../../../test/support/engine-clone.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { migrateClickHouse, openClickHouse, type ClickHouse } from '../../store/clickhouse/index.ts'
import { sql } from '../../store/postgres/index.ts'
import { openSnapshots } from '../commits/index.ts'
import { openHistory } from '../history/index.ts'
import { kinds } from '../kinds/index.ts'
import { recordStore } from '../record-store/index.ts'
import { always, openSearch } from '../search/index.ts'
import { emptySealed } from './merge.ts'
import { moveRecords } from './move-records.ts'
import { rebuildIndex } from './rebuild.ts'

const migrations = join(import.meta.dirname, '../../../migrations/clickhouse')
const name = `moved_${process.pid}`

/** An engine as version 0.1 left it: tables of its migrations alone. */
async function oldEngine(): Promise<ClickHouse> {
  const old = await mkdtemp(join(tmpdir(), 'almanac-old-'))
  atEnd(() => rm(old, { recursive: true, force: true }))
  for (const file of await readdir(migrations))
    if (file < '0011') await cp(join(migrations, file), join(old, file))
  const server = await openClickHouse({ url: inject('engineUrl'), dataDir: '', log: () => {} })
  await server.command({ tag: 'test', sql: `CREATE DATABASE ${name}` })
  const engine = await onDatabase(inject('engineUrl'), name)
  atEnd(async () => {
    await engine.close()
    await server.command({ tag: 'test', sql: `DROP DATABASE ${name}` })
    await server.close()
  })
  await migrateClickHouse(engine, old)
  return engine
}

const db = await testDatabase()
const engine = await oldEngine()
const organizationId = 'org_moved'

/** A version as it stood in the engine. */
async function plant(id: number, born: number, headline: string): Promise<void> {
  const record = kinds.people.complete({ primary_slug: `person-${id}`, headline } as never, String(id))
  const sealed = { ...emptySealed(), emails: [{ email: `person-${id}@acme.example` }] }
  const insert = (table: string, columns: string[], values: unknown[]) =>
    engine.insert({ table, columns, format: 'JSONCompactEachRow' }, `${JSON.stringify(values)}\n`)
  const body = JSON.stringify(record)
  await insert(
    'person_bodies',
    ['rank', 'id', 'born', 'body', 'sealed'],
    [id * 10, id, born, body, JSON.stringify(sealed)],
  )
  await insert(
    'versions',
    ['kind', 'id', 'born', 'rank', 'observed_at'],
    ['people', id, born, id * 10, `2026-0${born}-01 12:00:00.000`],
  )
  await insert('people', ['rank', 'id', 'born', 'facets'], [id * 10, id, born, 'old:rules'])
}

test('what an earlier version stored is found as it was: records, contacts, versions, history, sets', async () => {
  await plant(1, 1, 'First')
  await plant(1, 2, 'Second')
  await plant(2, 1, 'Other')
  await plant(3, 3, 'Never published')
  await engine.command({
    tag: 'test',
    sql: `INSERT INTO people_superseded (id, born, dead) VALUES (1, 1, 2)`,
  })
  await engine.command({
    tag: 'test',
    sql: `INSERT INTO snapshots (kind, id, observed_at, born, source, tracked)
      VALUES ('people', 1, '2026-01-01 12:00:00.000', 2, 'file', '{"headline":"First"}')`,
  })
  await engine.command({
    tag: 'test',
    sql: `INSERT INTO entity_set_members (organization_id, set_id, token, version, is_member)
      VALUES ('${organizationId}', 'set', 'slug:person-2', 1, 1), ('${organizationId}', 'set', 'slug:stray', 9, 1)`,
  })
  await db.query(sql`
    INSERT INTO entity_sets (organization_id, id, kind, version) VALUES (${organizationId}, 'set', 'people', 1)`)
  await db.query(sql`
    UPDATE corpus_commits SET published = 2, last_number = 2, superseded = 1, search_index = 10, next_entity_id = 4
    WHERE kind = 'people'`)

  const progress: number[] = []
  await moveRecords({ db, engine }, ({ done }) => void progress.push(done))
  expect(progress).toEqual([3])
  // As after a kill between the move and the migration: nothing is moved twice.
  await moveRecords({ db, engine })
  await migrateClickHouse(engine, migrations)
  await rebuildIndex({ db, engine })
  await moveRecords({ db, engine })

  const snapshots = await openSnapshots(db)
  atEnd(() => snapshots.close())
  const search = openSearch(engine, recordStore(db), snapshots)
  const snapshot = await snapshots.newest('people')
  const page = await search.page('people', { condition: always, limit: 10, snapshot })
  expect(page.bodies.map((body) => JSON.parse(body).headline)).toEqual(['Second', 'Other'])
  expect(page.ranks).toEqual([10, 20])
  expect(await search.count('people', { condition: always, snapshot })).toBe(2)
  const tokens = ['slug:person-1', 'slug:person-3']
  const found = await search.lookup('people', { tokens, snapshot, perToken: 5, sealed: true })
  expect(found.map(({ id, sealed }) => [id, JSON.parse(sealed).emails])).toEqual([
    ['1', [{ email: 'person-1@acme.example' }]],
  ])
  const history = await openHistory(db).read('people', ['1', '2'], snapshot)
  expect(history.get('1')).toEqual({
    observedAt: '2026-02-01T12:00:00.000Z',
    past: [{ observedAt: '2026-01-01T12:00:00.000Z', tracked: { headline: 'First' } }],
  })
  // A cursor of a commit ago still sees what it saw.
  const before = await search.page('people', {
    condition: always,
    limit: 10,
    snapshot: (await snapshots.at('people', 1))!,
  })
  expect(before.bodies.map((body) => JSON.parse(body).headline)).toEqual(['First', 'Other'])
  const members = await db.query(sql`SELECT token FROM entity_set_members`)
  expect(members).toEqual([{ token: 'slug:person-2' }])
})
