import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from './fixtures/eventually.ts'
import { type FaultProxy, startFaultProxy } from './fixtures/fault-proxy.ts'
import { openPostgres, type Postgres, sql, StoreUnavailable } from './index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { allowedMs } from '../../../test/support/machine-pace.ts'

let direct: Postgres
let proxy: FaultProxy
let db: Postgres

beforeAll(async () => {
  direct = await testDatabase({ poolSize: 4 })
  await direct.query(sql`create table writes (id integer)`)
})
beforeEach(async () => {
  proxy = await startFaultProxy(direct.url)
  db = await openPostgres({
    dataDir: '',
    url: proxy.url,
    poolSize: 3,
    applicationName: 'proxied',
    log: () => undefined,
  })
})
afterEach(async () => {
  await db?.close()
  await proxy?.close()
})

/** Far below the 15 s after which a statement would be given up anyway, with room for a loaded machine. */
const soonMs = 6_000

async function failsSoon(attempts: Promise<unknown>[]): Promise<void> {
  const started = performance.now()
  const outcomes = await Promise.allSettled(attempts)
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
  }
  expect(performance.now() - started).toBeLessThan(allowedMs(soonMs))
}

async function worksAgain(): Promise<void> {
  // A loaded machine may take longer to connect than a statement waits for it.
  await eventually('answers after the fault', () =>
    Promise.all(Array.from({ length: 10 }, () => db.query(sql`select 1`))).then(
      () => true,
      () => false,
    ),
  )
  expect(db.poolStatus.total).toBeLessThanOrEqual(3)
  expect(db.poolStatus.waiting).toBe(0)
}

test('a dead network path fails running, queued and new statements soon, and heals without a restart', async () => {
  await Promise.all([1, 2, 3].map(() => db.query(sql`select pg_sleep(0.05)`)))
  proxy.stall()
  await failsSoon(Array.from({ length: 9 }, () => db.query(sql`select 1`)))
  await failsSoon([db.query(sql`select 1`)])
  expect(await db.healthy(300)).toBe(false)
  proxy.heal()
  await worksAgain()
})

test('what is put back after a statement that failed does not wait for the silent server as long again', async () => {
  const failed = (attempt: Promise<unknown>) => expect(attempt).rejects.toBeInstanceOf(StoreUnavailable)
  const milliseconds = async (attempt: Promise<unknown>) => {
    const started = performance.now()
    await failed(attempt)
    return performance.now() - started
  }
  await db.query(sql`select 1`)
  proxy.stall()
  // That the server is silent is known after 1.7 s; a connection would be waited for 1.5 s more.
  const firstMs = await milliseconds(db.query(sql`select 1`))
  expect(await milliseconds(db.query(sql`select 2`))).toBeLessThan(firstMs * 0.75)
  proxy.heal()
  await worksAgain()
})

test('a server that refuses connections fails everything soon, and heals without a restart', async () => {
  const running = db.query(sql`select pg_sleep(10)`)
  await eventually('it runs', () => db.poolStatus.total > db.poolStatus.idle)
  proxy.cut()
  await failsSoon([running, ...Array.from({ length: 9 }, () => db.query(sql`select 1`))])
  proxy.heal()
  await worksAgain()
})

test('a slow statement on a living server is left alone', async () => {
  expect(await db.query(sql`select pg_sleep(2.5), 'slow' as word`)).toMatchObject([{ word: 'slow' }])
})

test('while other statements are answered a slow one is left alone, though nobody new is let in', async () => {
  await Promise.all([1, 2].map(() => db.query(sql`select pg_sleep(0.05)`)))
  proxy.holdNewcomers()
  let isOver = false
  const slow = db.query(sql`select pg_sleep(4), 'slow' as word`).finally(() => (isOver = true))
  while (!isOver) await db.query(sql`select pg_sleep(0.2)`)
  expect(await slow).toMatchObject([{ word: 'slow' }])
})

test('a way lost during COMMIT is reported as an unknown outcome, before it as a rollback', async () => {
  const midway = db.transact(async (tx) => {
    await tx.query(sql`insert into writes values (1)`)
    proxy.cut()
    await tx.query(sql`insert into writes values (2)`)
  })
  await expect(midway).rejects.toMatchObject({ name: 'StoreUnavailable', outcomeUnknown: false })
  proxy.heal()
  await worksAgain()
  const atCommit = db.transact(async (tx) => {
    await tx.query(sql`insert into writes values (3)`)
    proxy.stall()
  })
  await expect(atCommit).rejects.toMatchObject({ name: 'StoreUnavailable', outcomeUnknown: true })
  proxy.heal()
  await worksAgain()
  expect(await direct.query(sql`select id from writes where id < 3`)).toEqual([])
})

test('a subscriber cut off resumes by itself', async () => {
  const heard: string[] = []
  let resumed = 0
  const stop = await db.listen(
    'news',
    (payload) => heard.push(payload),
    () => (resumed += 1),
  )
  proxy.cut()
  await expect(db.query(sql`select 1`)).rejects.toBeInstanceOf(StoreUnavailable)
  proxy.heal()
  await eventually('the subscription resumes', () => resumed === 1)
  await direct.query(sql`select pg_notify('news', 'after')`)
  await eventually('the message', () => heard.includes('after'))
  await stop()
})

test('faults leave no session behind on the server', async () => {
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([1, 2, 3].map(() => db.query(sql`select pg_sleep(0.02)`)))
    proxy.cut()
    await db.query(sql`select 1`).catch(() => undefined)
    proxy.heal()
    await worksAgain()
  }
  await db.close()
  await eventually('no session of ours is left', async () => {
    const [row] = await direct.query<{ count: number }>(
      sql`select count(*) as count from pg_stat_activity where application_name = 'proxied' and datname = current_database()`,
    )
    return row?.count === 0
  })
})
