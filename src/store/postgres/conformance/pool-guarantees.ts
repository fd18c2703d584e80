import { expect, test } from 'vitest'
import { eventually } from '../fixtures/eventually.ts'
import { plainSettings } from '../fixtures/fresh-store.ts'
import { openPostgres, sql, StoreUnavailable, type Postgres } from '../index.ts'

/** Connections are shared, bounded and returned. */
export function poolGuarantees(db: () => Postgres): void {
  test('more callers than connections are all served, in a pool that never grows past its size', async () => {
    const rows = await Promise.all(
      Array.from({ length: 100 }, (_, n) => db().query(sql`select ${n}::integer as n`)),
    )
    expect(rows.map((row) => (row[0] as { n: number }).n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
    expect(db().poolStatus.total).toBeLessThanOrEqual(8)
    expect(db().poolStatus.waiting).toBe(0)
  })

  test('a healthy store says so, carries its application name and reckons in UTC', async () => {
    expect(await db().healthy(5_000)).toBe(true)
    const [row] = await db().query(
      sql`select current_setting('application_name') as name, current_setting('TimeZone') as zone`,
    )
    expect(row).toEqual({ name: 'conformance', zone: 'UTC' })
  })

  test('errors of every kind return their connections', async () => {
    for (let n = 0; n < 20; n += 1)
      await db()
        .query(sql`select 1 / ${0}::integer`)
        .catch(() => undefined)
    expect(db().poolStatus).toEqual({ total: db().poolStatus.idle, idle: db().poolStatus.idle, waiting: 0 })
  })

  test('close waits for running work, refuses new work and leaves no session on the server', async () => {
    const other = await openPostgres({ ...plainSettings, url: db().url, applicationName: 'to-be-closed' })
    const running = other.query(sql`select pg_sleep(0.3), 'finished' as word`)
    const closing = other.close()
    await expect(other.query(sql`select 1`)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await running).toMatchObject([{ word: 'finished' }])
    await closing
    await eventually('the sessions are gone', async () => {
      const [row] = await db().query<{ count: number }>(
        sql`select count(*) as count from pg_stat_activity where application_name = 'to-be-closed'`,
      )
      return row?.count === 0
    })
    expect(await other.healthy(1_000)).toBe(false)
  })
}
