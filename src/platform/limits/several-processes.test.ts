import { beforeAll, describe, expect, it } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { openLimits, type Limits } from './open-limits.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase()
})

const limit = { max: 120, windowSeconds: 60 }

/** Fresh processes with one clock; earlier ones are gone. */
async function processes(count: number) {
  await db.query(sql`TRUNCATE rate_limit_processes, rate_limit_windows`)
  const clock = frozenClock()
  const all = Array.from({ length: count }, () => openLimits({ db, clock }))
  return { clock, all }
}

const admit = (limits: Limits) => limits.admit('org_1', 'companySearch', limit)
async function admitted(all: readonly Limits[], requests: number): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: requests }, (_, index) => admit(all[index % all.length] as Limits)),
  )
  return outcomes.filter((one) => one.admitted).length
}
/** Lets every process see the others; needs a request, as in life, which another operation counts. */
async function meet(all: readonly Limits[], clock: ReturnType<typeof frozenClock>): Promise<void> {
  for (let round = 0; round < 3; round++) {
    clock.advance(1_000)
    for (const limits of all) await limits.admit('org_other', 'health', limit)
  }
}

describe('several processes on one budget', () => {
  it('admit together what the limit says, to the request, wherever the requests arrive', async () => {
    const { clock, all } = await processes(3)
    await meet(all, clock)
    expect(await admitted(all, 500)).toBe(120)
    clock.advance(61_000)
    await meet(all, clock)
    expect(await admitted([all[0] as Limits], 500)).toBe(120)
    expect(await admitted([all[2] as Limits], 10)).toBe(0)
  })

  it('say alike what is used of it, until the window is over', async () => {
    const { clock, all } = await processes(3)
    await meet(all, clock)
    await admitted(all, 50)
    const ask = () =>
      Promise.all(
        all.map((one) =>
          one.used('org_1', [
            { id: 'companySearch', ...limit },
            { id: 'no', ...limit },
          ]),
        ),
      )
    expect(await ask()).toEqual([
      [50, 0],
      [50, 0],
      [50, 0],
    ])
    clock.advance(62_000)
    await meet(all, clock)
    expect(await ask()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('tell truthfully when to come back', async () => {
    const { clock, all } = await processes(2)
    await meet(all, clock)
    await admitted(all, 200)
    const { retryAfterSeconds } = await admit(all[0] as Limits)
    clock.advance(retryAfterSeconds * 1_000 - 2_000)
    expect((await admit(all[1] as Limits)).admitted).toBe(false)
    clock.advance(2_000)
    expect((await admit(all[1] as Limits)).admitted).toBe(true)
  })

  it('never admit more in a rolling window, and at least 95 % of it at twice the load', async () => {
    const { clock, all } = await processes(2)
    await meet(all, clock)
    const instants: number[] = []
    for (let second = 0; second < 240; second++) {
      clock.advance(1_000)
      const now = await admitted(all, 4)
      for (let i = 0; i < now; i++) instants.push(clock.now())
    }
    for (const start of instants) {
      const within = instants.filter((instantMs) => instantMs >= start && instantMs < start + 60_000).length
      expect(within).toBeLessThanOrEqual(120)
    }
    expect(instants.length).toBeGreaterThanOrEqual(0.95 * 120 * 4)
  })

  it('admit at most a tenth more while one joins another that does not know yet', async () => {
    const { clock, all } = await processes(2)
    const [first, second] = all as [Limits, Limits]
    await first.admit('org_1', 'companySearch', limit)
    clock.advance(500)
    // The first has looked half a second ago and saw nobody: it still decides alone.
    const together = 1 + (await admitted([first], 300)) + (await admitted([second], 300))
    expect(together).toBeGreaterThanOrEqual(120)
    expect(together).toBeLessThanOrEqual(132)
    await meet(all, clock)
    expect(await admitted(all, 50)).toBe(0)
  })

  it('go on with a share each while the store is away', async () => {
    const clock = frozenClock()
    await db.query(sql`TRUNCATE rate_limit_processes, rate_limit_windows`)
    let isAway = false
    const faulty = {
      ...db,
      query: (...given: Parameters<Postgres['query']>) => {
        if (isAway) return Promise.reject(new Error('away'))
        return db.query(...given)
      },
    } as Postgres
    const all = [openLimits({ db: faulty, clock }), openLimits({ db: faulty, clock })]
    await meet(all, clock)
    isAway = true
    expect(await admitted(all, 500)).toBe(120)
  })
})

describe('a process alone', () => {
  it('asks no store: it answers at once', async () => {
    const { all } = await processes(1)
    await admit(all[0] as Limits)
    expect(admit(all[0] as Limits)).not.toBeInstanceOf(Promise)
    expect(await admitted(all, 500)).toBe(118)
  })
})
