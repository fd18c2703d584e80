import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { renewStatistics, sql, type Postgres } from './index.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase({ poolSize: 1 })
  await db.query(sql`CREATE TABLE filled (n integer) WITH (autovacuum_enabled = false)`)
  await db.query(sql`CREATE TABLE few (n integer) WITH (autovacuum_enabled = false)`)
})

const fill = async (table: string, rows: number) => {
  await db.query(sql`INSERT INTO ${sql.id(table)} SELECT n FROM generate_series(1, ${rows}) AS n`)
  // Counters are told once a second otherwise.
  await db.query(sql`SELECT pg_stat_force_next_flush()`)
}

const countedOf = async (table: string) =>
  (
    await db.query<{ rows: number }>(
      sql`SELECT reltuples::int AS rows FROM pg_class WHERE relname = ${table}`,
    )
  )[0]?.rows

test('what was never counted, or has changed much since, is counted; the rest is left alone', async () => {
  await renewStatistics(db)
  await fill('filled', 10_000)
  await fill('few', 100)
  expect(await renewStatistics(db)).toBe(1)
  expect([await countedOf('filled'), await countedOf('few')]).toEqual([10_000, -1])
  expect(await renewStatistics(db)).toBe(0)
  await fill('filled', 1_000)
  expect(await renewStatistics(db)).toBe(0)
  await fill('filled', 3_000)
  expect(await renewStatistics(db)).toBe(1)
  expect(await countedOf('filled')).toBe(14_000)
})

test('counters that were lost, as in a crash, have everything counted once', async () => {
  await fill('filled', 1)
  await db.query(sql`SELECT pg_stat_reset()`)
  expect(await renewStatistics(db)).toBeGreaterThan(0)
  expect(await renewStatistics(db)).toBe(0)
})
