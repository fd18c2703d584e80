import { beforeAll, expect, test } from 'vitest'
import { barrier } from '../fixtures/barrier.ts'
import { plainSettings } from '../fixtures/fresh-store.ts'
import {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  openPostgres,
  SerializationFailure,
  sql,
  StatementFailed,
  StatementTimeout,
  StoreUnavailable,
  UniqueViolation,
  type Postgres,
} from '../index.ts'

/** Each refusal arrives as its own type. */
export function errorGuarantees(db: () => Postgres): void {
  beforeAll(async () => {
    await db().query(sql`
      create table parents (id integer primary key, name text not null constraint parents_name_key unique,
                            age integer constraint parents_age_check check (age >= 0));
      create table children (id integer primary key,
                             parent integer constraint children_parent_fkey references parents)`)
    await db().query(sql`insert into parents values (1, 'one', 1)`)
  })

  test('a duplicate is a UniqueViolation naming the constraint, cause kept', async () => {
    const attempt = db().query(sql`insert into parents values (2, ${'one'}, 2)`)
    await expect(attempt).rejects.toBeInstanceOf(UniqueViolation)
    await expect(attempt).rejects.toMatchObject({ constraint: 'parents_name_key', cause: { code: '23505' } })
  })

  test('a refused check and a missing value are CheckViolations naming what refused', async () => {
    const negative = db().query(sql`insert into parents values (2, 'two', -1)`)
    await expect(negative).rejects.toBeInstanceOf(CheckViolation)
    await expect(negative).rejects.toMatchObject({ constraint: 'parents_age_check' })
    const missing = db().query(sql`insert into parents values (2, ${null}, 1)`)
    await expect(missing).rejects.toBeInstanceOf(CheckViolation)
    await expect(missing).rejects.toMatchObject({ constraint: 'parents.name' })
  })

  test('a reference to nothing is a ForeignKeyViolation', async () => {
    const orphan = db().query(sql`insert into children values (1, 99)`)
    await expect(orphan).rejects.toBeInstanceOf(ForeignKeyViolation)
    await expect(orphan).rejects.toMatchObject({ constraint: 'children_parent_fkey' })
  })

  test('NUL in text and jsonb, a malformed uuid and an overflow are InvalidValues, and the pool goes on', async () => {
    for (const attempt of [
      sql`select ${'a\0b'}::text as t`,
      sql`select ${JSON.stringify({ a: '\0' })}::jsonb as j`,
      sql`select ${'not a uuid'}::uuid as u`,
      sql`select ${3_000_000_000}::text::integer as i`,
    ]) {
      await expect(db().query(attempt)).rejects.toBeInstanceOf(InvalidValue)
    }
    expect(await db().query(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  test('a statement over its limit is a StatementTimeout and its connection serves on', async () => {
    const hasty = await openPostgres({
      ...plainSettings,
      url: db().url,
      poolSize: 1,
      statementTimeoutMs: 100,
    })
    try {
      await expect(hasty.query(sql`select pg_sleep(5)`)).rejects.toBeInstanceOf(StatementTimeout)
      expect(await hasty.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
    } finally {
      await hasty.close()
    }
  })

  test('a deadlock is a SerializationFailure for one side and no loss for the other', async () => {
    await db().query(sql`create table forks (id integer primary key, uses integer not null)`)
    await db().query(sql`insert into forks values (1, 0), (2, 0)`)
    const bothHoldOne = barrier(2)
    const dine = (first: number, second: number): Promise<void> =>
      db().transact(async (tx) => {
        await tx.query(sql`update forks set uses = uses + 1 where id = ${first}`)
        await bothHoldOne()
        await tx.query(sql`update forks set uses = uses + 1 where id = ${second}`)
      })
    const outcomes = await Promise.allSettled([dine(1, 2), dine(2, 1)])
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(lost.map((outcome) => outcome.reason)).toEqual([expect.any(SerializationFailure)])
    expect(await db().query(sql`select sum(uses) as sum from forks`)).toEqual([{ sum: 2 }])
  })

  test('any other refusal is a StatementFailed with its SQLSTATE', async () => {
    const attempt = db().query(sql`select * from no_such_table`)
    await expect(attempt).rejects.toBeInstanceOf(StatementFailed)
    await expect(attempt).rejects.toMatchObject({ code: '42P01' })
  })

  test('a server nobody listens for is StoreUnavailable at open', async () => {
    const nowhere = { ...plainSettings, url: 'postgresql://almanac@127.0.0.1:1/postgres' }
    await expect(openPostgres(nowhere)).rejects.toBeInstanceOf(StoreUnavailable)
  })
}
