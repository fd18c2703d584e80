import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { startMaintenance, type MaintenanceTask } from './start-maintenance.ts'

let db: Postgres

beforeAll(async () => {
  db = await testDatabase()
})

function start(tasks: MaintenanceTask[]) {
  const clock = frozenClock()
  const failures: unknown[] = []
  const maintenance = startMaintenance({ db, clock, tasks, log: (_, detail) => failures.push(detail) })
  onTestFinished(() => maintenance.close())
  return { clock, maintenance, failures }
}

describe('maintenance', () => {
  it('comes by itself when a task is due, and not before', async () => {
    const runs = { often: 0, seldom: 0 }
    const count = (name: keyof typeof runs, everyMs: number): MaintenanceTask => ({
      name,
      everyMs,
      run: async () => {
        runs[name] += 1
        return 0
      },
    })
    const { clock } = start([count('often', 1_000), count('seldom', 60_000)])
    await expect.poll(() => runs).toEqual({ often: 1, seldom: 1 })
    clock.advance(1_000)
    await expect.poll(() => runs).toEqual({ often: 2, seldom: 1 })
  })

  it('repeats a task while it finds work, at most 20 times', async () => {
    const seen: number[] = []
    const left = [3, 2, 1, 0, 9]
    const tasks: MaintenanceTask[] = [
      { name: 'some', everyMs: 1e9, run: async () => left[seen.push(0) - 1] ?? 0 },
      { name: 'endless', everyMs: 1e9, run: async (nowMs) => seen.push(nowMs) },
    ]
    const { maintenance } = start(tasks)
    await maintenance.runAll()
    expect(seen).toHaveLength(4 + 20)
  })

  it('runs a task in one process at a time', async () => {
    let running = 0
    let most = 0
    let runs = 0
    const task: MaintenanceTask = {
      name: 'alone',
      everyMs: 1e9,
      run: async () => {
        running += 1
        runs += 1
        most = Math.max(most, running)
        await db.healthy(1_000)
        running -= 1
        return 0
      },
    }
    const processes = Array.from({ length: 4 }, () => start([task]))
    await Promise.all(processes.map(({ maintenance }) => maintenance.runAll()))
    expect(most).toBe(1)
    expect(runs).toBeGreaterThan(0)
  })

  it('goes on after a task that fails', async () => {
    let ran = false
    const { maintenance, failures } = start([
      { name: 'broken', everyMs: 1e9, run: () => Promise.reject(new Error('no')) },
      {
        name: 'next',
        everyMs: 1e9,
        run: async () => {
          ran = true
          return 0
        },
      },
    ])
    await maintenance.runAll()
    expect(ran).toBe(true)
    expect(failures).toEqual([{ level: 'error', task: 'broken', cause: 'Error: no' }])
  })

  it('lets no task wait for one that hangs', async () => {
    const hanging = Promise.withResolvers<number>()
    const expiries: number[] = []
    const { clock } = start([
      { name: 'hangs', everyMs: 1_000, run: () => hanging.promise },
      { name: 'expire-holds', everyMs: 5_000, run: async (nowMs) => (expiries.push(nowMs), 0) },
    ])
    // Before `close`, which waits for it: what is registered last comes first.
    onTestFinished(() => hanging.resolve(0))
    const beganMs = clock.now()
    for (const afterMs of [0, 5_000, 10_000]) {
      clock.set(beganMs + afterMs)
      await expect.poll(() => expiries.at(-1)).toBe(beganMs + afterMs)
    }
    expect(expiries).toHaveLength(3)
  })

  it('takes one connection for the locks of all that run', async () => {
    const finish = Promise.withResolvers<number>()
    let running = 0
    const tasks = Array.from({ length: 2 * db.poolStatus.total + 20 }, (_, index): MaintenanceTask => {
      const name = `at once ${index}`
      return { name, everyMs: 1e9, run: async () => ((running += 1), finish.promise) }
    })
    const { maintenance } = start(tasks)
    const all = maintenance.runAll()
    await expect.poll(() => running).toBe(tasks.length)
    const { total, idle } = db.poolStatus
    expect(total - idle).toBe(1)
    finish.resolve(0)
    await all
  })

  it('goes on with other locks when the connection of the locks is lost', async () => {
    const finish = Promise.withResolvers<number>()
    let runs = 0
    const { clock, failures } = start([
      { name: 'slow', everyMs: 1e9, run: () => finish.promise },
      { name: 'often', everyMs: 1_000, run: async () => ((runs += 1), 0) },
    ])
    onTestFinished(() => finish.resolve(0))
    await expect.poll(() => runs).toBe(1)
    const ended = await db.query(sql`
      SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    expect(ended).toHaveLength(1)
    // Its next statement finds out; the one after it runs.
    await expect.poll(() => (clock.advance(1_000), runs)).toBeGreaterThan(1)
    expect(failures).toMatchObject([{ task: 'often' }])
  })

  it('closes after the batches that are running', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    let batches = 0
    const { maintenance } = start([
      {
        name: 'long',
        everyMs: 1e9,
        run: async () => {
          started.resolve()
          await finish.promise
          return (batches += 1)
        },
      },
    ])
    const all = maintenance.runAll()
    await started.promise
    let isClosed = false
    const closed = maintenance.close().then(() => (isClosed = true))
    await db.healthy(1_000)
    expect(isClosed).toBe(false)
    finish.resolve()
    await Promise.all([closed, all])
    expect(batches).toBe(1)
  })
})
