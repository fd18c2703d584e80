import { expect, test } from 'vitest'
import { eventually } from '../fixtures/eventually.ts'
import { sql, type Postgres } from '../index.ts'

/** Notifications reach their subscribers, through reconnections too. */
export function listenGuarantees(db: () => Postgres): void {
  test('messages reach their channel in order, payload unchanged, and stop after the unsubscribe', async () => {
    const heard: string[] = []
    const stop = await db().listen('orders', (payload) => heard.push(payload))
    for (const payload of ['one', `it's "two" 😀`, ''])
      await db().query(sql`select pg_notify('orders', ${payload})`)
    await db().query(sql`select pg_notify('other', 'not for us')`)
    await eventually('three messages', () => heard.length === 3)
    await stop()
    await db().query(sql`select pg_notify('orders', 'late')`)
    const next: string[] = []
    const stopNext = await db().listen('orders', (payload) => next.push(payload))
    await db().query(sql`select pg_notify('orders', 'last')`)
    await eventually('the last message', () => next.length > 0)
    await stopNext()
    expect([heard, next]).toEqual([['one', `it's "two" 😀`, ''], ['last']])
  })

  test('a rolled-back transaction notifies nobody, a committed one does', async () => {
    const heard: string[] = []
    const stop = await db().listen('ledger', (payload) => heard.push(payload))
    await db()
      .transact(async (tx) => {
        await tx.query(sql`select pg_notify('ledger', 'undone')`)
        throw new Error('undo')
      })
      .catch(() => undefined)
    await db().transact((tx) => tx.query(sql`select pg_notify('ledger', 'kept')`))
    await eventually('the kept message', () => heard.length > 0)
    await stop()
    expect(heard).toEqual(['kept'])
  })

  test('a killed connection is replaced: the subscriber is told and hears what comes after', async () => {
    const heard: string[] = []
    let resumed = 0
    const stop = await db().listen(
      'steady',
      (payload) => heard.push(payload),
      () => (resumed += 1),
    )
    await db().query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen steady' and pid <> pg_backend_pid()`)
    await eventually('the subscription resumes', () => resumed === 1)
    await db().query(sql`select pg_notify('steady', 'back')`)
    await eventually('the message after', () => heard.includes('back'))
    await stop()
  })

  test('a subscriber that throws costs nobody a message, and a hostile channel name is refused', async () => {
    const heard: string[] = []
    const stopBad = await db().listen('mixed', () => {
      throw new Error('subscriber bug')
    })
    const stopGood = await db().listen('mixed', (payload) => heard.push(payload))
    await db().query(sql`select pg_notify('mixed', 'x')`)
    await eventually('the message', () => heard.length === 1)
    await stopBad()
    await stopGood()
    await expect(db().listen('a; drop table x', () => undefined)).rejects.toBeInstanceOf(TypeError)
  })
}
