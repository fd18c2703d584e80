import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { startUpkeep, type UpkeepTask } from './start-upkeep.ts'

let db: Postgres

beforeAll(async () => {
  db = await testDatabase()
})

function start(tasks: UpkeepTask[]) {
  const clock = frozenClock()
  const failures: unknown[] = []
  const upkeep = startUpkeep({ db, clock, tasks, log: (_, detail) => failures.push(detail) })
  onTestFinished(() => upkeep.close())
  return { clock, upkeep, failures }
}

describe('upkeep', () => {
  it('comes by itself when a chore is due, and not before', async () => {
    const runs = { often: 0, seldom: 0 }
    const count = (name: keyof typeof runs, everyMs: number): UpkeepTask => ({
      name,
      everyMs,
      run: async () => {
        runs[name] += 1
        return 0
      },
    })
    const { clock } = start([count('often', 1_000), count('seldom', 60_000)])
    await expect.poll(() => runs, { timeout: 5_000 }).toEqual({ often: 1, seldom: 1 })
    clock.advance(1_000)
    await expect.poll(() => runs, { timeout: 5_000 }).toEqual({ often: 2, seldom: 1 })
  })

  it('repeats a chore while it finds work, at most 20 times', async () => {
    const seen: number[] = []
    const left = [3, 2, 1, 0, 9]
    const tasks: UpkeepTask[] = [
      { name: 'some', everyMs: 1e9, run: async () => left[seen.push(0) - 1] ?? 0 },
      { name: 'endless', everyMs: 1e9, run: async (nowMs) => seen.push(nowMs) },
    ]
    const { upkeep } = start(tasks)
    await upkeep.runAll()
    expect(seen).toHaveLength(4 + 20)
  })

  it('runs a chore in one process at a time', async () => {
    let running = 0
    let most = 0
    let runs = 0
    const chore: UpkeepTask = {
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
    const processes = Array.from({ length: 4 }, () => start([chore]))
    await Promise.all(processes.map(({ upkeep }) => upkeep.runAll()))
    expect(most).toBe(1)
    expect(runs).toBeGreaterThan(0)
  })

  it('goes on after a chore that fails', async () => {
    let ran = false
    const { upkeep, failures } = start([
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
    await upkeep.runAll()
    expect(ran).toBe(true)
    expect(failures).toEqual([{ level: 'error', task: 'broken', cause: 'Error: no' }])
  })

  it('ends after the chore that is running', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    let after = 0
    const { upkeep } = start([
      {
        name: 'long',
        everyMs: 1e9,
        run: async () => {
          started.resolve()
          await finish.promise
          return 1
        },
      },
      { name: 'never', everyMs: 1e9, run: async () => (after += 1) },
    ])
    const all = upkeep.runAll()
    await started.promise
    const closed = upkeep.close()
    finish.resolve()
    await Promise.all([closed, all])
    expect(after).toBe(0)
  })
})
