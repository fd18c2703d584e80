import { spawn } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DataDirLocked } from '../data-dir-lock.ts'
import { processStart } from '../process-identity.ts'
import { readPostmasterFile } from './embedded/postmaster-file.ts'
import { eventually } from './fixtures/eventually.ts'
import { startKillableWriter } from './fixtures/killable-writer.ts'
import { openPostgres, type Postgres, renewStatistics, sql, StoreUnavailable, UnsafeServer } from './index.ts'
import { verifies } from '../../../test/conformance/verifies.ts'

/** Of all tests here, one after the other: to make another costs more than most of them. */
let dataDir: string
const stores: Postgres[] = []

beforeAll(async () => {
  // Owner-only, as a careful operator's would be: the server account cannot walk down to it.
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-faults-'))
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function open(log: string[] = []): Promise<Postgres> {
  const store = await openPostgres({
    dataDir,
    poolSize: 4,
    applicationName: 'faults',
    log: (message) => log.push(message),
  })
  stores.push(store)
  return store
}

async function postmasterPid(): Promise<number> {
  const file = await readPostmasterFile(join(dataDir, 'postgres', 'data'))
  if (!file) throw new Error('no postmaster.pid')
  return file.pid
}

async function createTable(db: Postgres): Promise<void> {
  await db.query(sql`drop table if exists acknowledged`)
  await db.query(sql`create table acknowledged (number integer primary key)`)
}

async function storedNumbers(db: Postgres): Promise<number[]> {
  const rows = await db.query<{ number: number }>(sql`select number from acknowledged order by number`)
  return rows.map((row) => row.number)
}

describe('the server process dies', () => {
  test('a server that was killed has forgotten what it counted, and is made to count again', async () => {
    const db = await open()
    await db.query(sql`create table counted as select n from generate_series(1, 20000) as n`)
    expect(await renewStatistics(db)).toBeGreaterThan(0)
    process.kill(await postmasterPid(), 'SIGKILL')
    const lastCount = async () =>
      (
        await db.query<{ at: Date | null }>(sql`
          select coalesce(last_analyze, last_autoanalyze) as at from pg_stat_user_tables where relname = 'counted'`)
      )[0]?.at
    await eventually('the counters are gone', async () => (await lastCount().catch(() => undefined)) === null)
    expect(await renewStatistics(db)).toBeGreaterThan(0)
    expect(await lastCount()).not.toBeNull()
    await db.query(sql`drop table counted`)
  })

  test('a killed postmaster is replaced; what was committed is there, what was not is an error', async () => {
    verifies('promise.stores.postgres-kill')
    const db = await open()
    await createTable(db)
    const url = db.url
    const acknowledged: number[] = []
    const failures: unknown[] = []
    let next = 0
    let writing = true
    const write = async (): Promise<void> => {
      while (writing) {
        const number = (next += 1)
        try {
          await db.query(sql`insert into acknowledged (number) values (${number})`)
          acknowledged.push(number)
        } catch (error) {
          failures.push(error)
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }
    }
    const writers = [write(), write(), write()]
    await eventually('some rows', () => acknowledged.length > 50)
    const killed = await postmasterPid()
    process.kill(killed, 'SIGKILL')
    // Backends outlive their postmaster for a moment, and may still acknowledge what they are sent.
    await eventually('a write fails', () => failures.length > 0)
    const atKill = acknowledged.length
    await eventually('writing goes on', () => acknowledged.length > atKill + 50)
    writing = false
    await Promise.all(writers)
    expect(failures.length).toBeGreaterThan(0)
    for (const failure of failures) expect(failure).toBeInstanceOf(StoreUnavailable)
    expect(await storedNumbers(db)).toEqual(expect.arrayContaining(acknowledged))
    expect(await postmasterPid()).not.toBe(killed)
    expect(db.url).toBe(url)
    expect(db.poolStatus.total).toBeLessThanOrEqual(4)
  })

  test('a killed backend costs its own statement at most; the store answers again by itself', async () => {
    const db = await open()
    await createTable(db)
    await db.query(sql`insert into acknowledged values (1)`)
    const [me] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    process.kill(me?.pid ?? 0, 'SIGKILL')
    await eventually('an answer', () =>
      db.query(sql`select 1`).then(
        () => true,
        (error) => {
          expect(error).toBeInstanceOf(StoreUnavailable)
          return false
        },
      ),
    )
    expect(await storedNumbers(db)).toEqual([1])
  })
})

describe('Almanac dies', () => {
  test('a server left behind is adopted with all it acknowledged, and stopped at close', async () => {
    const writer = await startKillableWriter(dataDir)
    const second = openPostgres({ dataDir, poolSize: 1, applicationName: 'second', log: () => undefined })
    await expect(second).rejects.toBeInstanceOf(DataDirLocked)
    await expect(second).rejects.toMatchObject({
      pid: writer.pid,
      message: expect.stringContaining(`${writer.pid}`),
    })
    const acknowledged = await writer.kill()
    const orphan = await postmasterPid()
    expect(processStart(orphan)).toBeDefined()

    const log: string[] = []
    const db = await open(log)
    expect(await postmasterPid()).toBe(orphan)
    expect(log.join()).toContain('adopted')
    expect(await storedNumbers(db)).toEqual(expect.arrayContaining(acknowledged))

    // An adopted server is watched like one of our own.
    process.kill(orphan, 'SIGKILL')
    await eventually(
      'it is replaced',
      async () => (await db.healthy(500)) && (await postmasterPid()) !== orphan,
    )
    const replacement = await postmasterPid()
    await db.close()
    expect(processStart(replacement)).toBeUndefined()
  })

  test('when the server died with it, the next start recovers everything acknowledged', async () => {
    const writer = await startKillableWriter(dataDir)
    const postmaster = await postmasterPid()
    const acknowledged = await writer.kill()
    process.kill(postmaster, 'SIGKILL')
    const db = await open()
    expect(await storedNumbers(db)).toEqual(expect.arrayContaining(acknowledged))
  })

  test('a stale postmaster.pid whose number now belongs to another program does not stop the start', async () => {
    const first = await open()
    const file = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    const content = await readFile(file, 'utf8')
    await first.close()
    const bystander = spawn('sleep', ['60'], { stdio: 'ignore' })
    try {
      await writeFile(file, content.replace(/^\d+/, String(bystander.pid)))
      const db = await open()
      expect(await db.healthy(5_000)).toBe(true)
      expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    } finally {
      bystander.kill()
    }
  })
})

describe('an unsafe server', () => {
  test('fsync, full_page_writes or synchronous_commit off is refused by name and nothing is left running', async () => {
    verifies('promise.stores.fsync-off-refused')
    const first = await open()
    await first.close()
    const configuration = join(dataDir, 'postgres', 'data', 'postgresql.conf')
    const original = await readFile(configuration, 'utf8')
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await appendFile(configuration, `\n${setting} = off\n`)
      const attempt = open()
      await expect(attempt).rejects.toBeInstanceOf(UnsafeServer)
      await expect(attempt).rejects.toThrow(`${setting} is off`)
      expect(await readPostmasterFile(join(dataDir, 'postgres', 'data'))).toBeUndefined()
      await writeFile(configuration, original)
    }
    const mended = await open()
    expect(await mended.healthy(5_000)).toBe(true)
  })
})
