import { beforeAll, expect, test } from 'vitest'
import { barrier } from '../fixtures/barrier.ts'
import { SerializationFailure, sql, StatementFailed, StoreUnavailable, type Postgres } from '../index.ts'

/** All or nothing, and no update lost. */
export function transactionGuarantees(db: () => Postgres): void {
  beforeAll(async () => {
    await db().query(sql`create table counters (id integer primary key, value integer not null)`)
    await db().query(sql`insert into counters values (1, 0), (2, 0), (3, 0)`)
  })
  const readValue = async (id: number): Promise<number | undefined> => {
    const rows = await db().query<{ value: number }>(sql`select value from counters where id = ${id}`)
    return rows[0]?.value
  }

  test('work that returns is committed and its value passed on', async () => {
    const returned = await db().transact(async (tx) => {
      await tx.query(sql`update counters set value = 7 where id = 2`)
      return 'done'
    })
    expect([returned, await readValue(2)]).toEqual(['done', 7])
  })

  test('work that throws is rolled back, its own error is passed on and no connection is lost', async () => {
    const reason = new Error('changed my mind')
    const attempt = db().transact(async (tx) => {
      await tx.query(sql`update counters set value = 99 where id = 2`)
      throw reason
    })
    await expect(attempt).rejects.toBe(reason)
    expect(await readValue(2)).not.toBe(99)
    expect(db().poolStatus.idle).toBe(db().poolStatus.total)
  })

  test('a failed statement the work swallowed is not reported as a commit', async () => {
    const attempt = db().transact(async (tx) => {
      await tx.query(sql`update counters set value = 50 where id = 2`)
      await tx.query(sql`select 1 / 0`).catch(() => undefined)
    })
    await expect(attempt).rejects.toBeInstanceOf(StatementFailed)
    expect(await readValue(2)).not.toBe(50)
  })

  test('200 increments by 20 at a time are all counted', async () => {
    const increment = (): Promise<unknown> =>
      db().transact((tx) => tx.query(sql`update counters set value = value + 1 where id = 1`))
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, increment))
    expect(await readValue(1)).toBe(200)
  })

  test('under repeatable read the second writer of a row gets a SerializationFailure', async () => {
    const bothHaveRead = barrier(2)
    const write = (): Promise<void> =>
      db().transact(
        async (tx) => {
          const [row] = await tx.query<{ value: number }>(sql`select value from counters where id = 3`)
          await bothHaveRead()
          await tx.query(sql`update counters set value = ${(row?.value ?? 0) + 1} where id = 3`)
        },
        { isolation: 'repeatable read' },
      )
    const outcomes = await Promise.allSettled([write(), write()])
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lost.map((outcome) => outcome.reason)).toEqual([expect.any(SerializationFailure)])
    expect(await readValue(3)).toBe(1)
  })

  test('statements sent at once run in turn, and none runs after the end', async () => {
    let escaped: (() => Promise<unknown>) | undefined
    const rows = await db().transact(async (tx) => {
      escaped = () => tx.query(sql`select 1`)
      return await Promise.all([1, 2, 3].map((n) => tx.query(sql`select ${n}::integer as n`)))
    })
    expect(rows).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
    await expect(escaped?.()).rejects.toThrow('has ended')
  })

  test('a transaction whose backend is killed throws StoreUnavailable and leaves nothing behind', async () => {
    const attempt = db().transact(async (tx) => {
      await tx.query(sql`update counters set value = 1000 where id = 2`)
      const [me] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await db().query(sql`select pg_terminate_backend(${me?.pid}::integer)`)
      await tx.query(sql`select 1`)
    })
    await expect(attempt).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await readValue(2)).not.toBe(1000)
  })
}
