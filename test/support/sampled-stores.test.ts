import { beforeAll, expect, test } from 'vitest'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { sampledStores } from './sampled-stores.ts'
import { versionsOf } from './records.ts'

const world = { seed: 11, companies: 20, people: 60, asOf: '2026-11-01' }
type Stores = Awaited<ReturnType<typeof sampledStores>>

let one: Stores
let other: Stores
beforeAll(async () => {
  // Both ask for a world that nobody has loaded in this run.
  ;[one, other] = await Promise.all([sampledStores(world), sampledStores(world)])
})

async function countOf(engine: ClickHouse, table: string): Promise<number> {
  const [row] = await engine.query<{ n: string }>({ tag: 'test', sql: `SELECT count() AS n FROM ${table}` })
  return Number(row?.n)
}

test('files that ask for a world at once get all of it', async () => {
  for (const { db, engine } of [one, other]) {
    expect(await countOf(engine, 'companies')).toBe(20)
    expect(await countOf(engine, 'people')).toBe(60)
    expect(await versionsOf(db, 'companies')).toHaveLength(20)
    const [log] = await db.query<{ rows: number }>(sql`
      SELECT sum(l.rows)::bigint AS rows FROM corpus_commit_log l WHERE l.kind IN ('companies', 'people')`)
    expect(log?.rows).toBe(80)
  }
})

test('what a file writes, changes and drops stays its own', async () => {
  await one.engine.command({
    tag: 'test',
    sql: 'ALTER TABLE companies DELETE WHERE id % 2 = 0 SETTINGS mutations_sync = 1',
  })
  await one.engine.command({ tag: 'test', sql: 'OPTIMIZE TABLE people FINAL' })
  await one.engine.command({ tag: 'test', sql: 'DROP TABLE people_superseded' })
  await one.db.query(sql`DELETE FROM corpus_sample_chunks`)
  expect(await countOf(one.engine, 'companies')).toBeLessThan(20)
  for (const [table, rows] of [
    ['companies', 20],
    ['people', 60],
    ['people_superseded', 0],
  ] as const)
    expect(await countOf(other.engine, table), table).toBe(rows)
  const third = await sampledStores(world)
  expect(await countOf(third.engine, 'companies')).toBe(20)
  expect(await third.db.query(sql`SELECT FROM corpus_sample_chunks`)).not.toEqual([])
})
