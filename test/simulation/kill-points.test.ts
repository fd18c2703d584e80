import { beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { runs } from '../support/long.ts'
import { anOrg, openTestPlatform, type TestOrganization, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import type { ChargingAnswer, ChargingOrder } from './charging-process.ts'
import { live } from './charging-life.ts'
import { killPoints, type KillPoint } from './kill-points.ts'

const KILLS = runs(5, 20)
let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  // The killed processes go by the real time, and usage periods end.
  platform.clock.set(systemClock.now())
})

/** One customer for each point: a process dies when a request of each is where it shall be. */
interface Victim {
  point: KillPoint
  org: TestOrganization
  /** Every answer that left a process. */
  answered: ChargingAnswer[]
}

const victims = (credits: number) =>
  Promise.all(
    killPoints.map(async (point): Promise<Victim> => {
      const org = await anOrg(platform, { credits })
      return { point, org, answered: [] }
    }),
  )

/** What has been charged before a client of a request killed there knows. */
const isCharged = (point: KillPoint) => point === 'after the charge' || point === 'in the answer'

const capturesOf = ({ organizationId }: TestOrganization) =>
  platform.db.query<{ requestId: string; amount: number }>(sql`
    SELECT request_id AS "requestId", amount FROM ledger_transfers
    WHERE organization_id = ${organizationId} AND kind = 'capture' ORDER BY id`)

/** Runs one process in which every victim first charges `first`, then dies with `dying` if there is one. */
async function liveAndDie(
  all: Victim[],
  order: Omit<ChargingOrder, 'url' | 'customers'>,
  { first, dying }: { first: string[]; dying?: string },
): Promise<string> {
  const keys = [...first, ...(dying === undefined ? [] : [dying])]
  const customers = all.map(({ point, org: { caller } }) => ({
    caller,
    keys,
    ...(dying !== undefined && {
      death: {
        key: dying,
        point,
      },
    }),
  }))
  const life = await live({ ...order, url: platform.db.url, customers })
  expect(life.signal).toBe(dying === undefined ? null : 'SIGKILL')
  for (const { point, org, answered } of all) {
    const own = life.answers.filter(({ organizationId }) => organizationId === org.organizationId)
    expect(
      own.map(({ key }) => key),
      point,
    ).toEqual(first)
    answered.push(...own)
  }
  return life.partOfAnswer
}

async function expectBalance({ point, org }: Victim, balance: object): Promise<void> {
  const [found] = await platform.ledger.subscriptionBalances(org.organizationId)
  expect(found, point).toMatchObject(balance)
  expect(await platform.ledger.reconcile(org.organizationId), point).toEqual([])
}

describe('SIGKILL at every point of a charge', () => {
  it(`${KILLS} times each, sent again with its key: charges are answers`, async () => {
    verifies('promise.ledger.one-charge-per-key')
    const all = await victims(KILLS * 1_000 + 5_000)
    for (let boot = 0; boot <= KILLS; boot++) {
      // The request that the last process died with is sent again; then the next one meets its death.
      const first = boot === 0 ? [] : [`key ${boot - 1}`]
      const isLast = boot === KILLS
      const part = await liveAndDie(
        all,
        { bootId: `boot-${boot}` },
        isLast ? { first } : { first, dying: `key ${boot}` },
      )
      // Half of the one answer that was being written left the process.
      expect(part).toBe(isLast ? '' : `boot-${boot} key ${boot} paid 1000`.slice(0, part.length))
      expect(part !== '').toBe(!isLast)
      for (const { point, org, answered } of all) {
        const charged = answered.length + (!isLast && isCharged(point) ? 1 : 0)
        expect(await capturesOf(org), point).toHaveLength(charged)
      }
    }
    for (const victim of all) {
      const captures = (await capturesOf(victim.org)).map((row) => `${row.requestId} paid ${row.amount}`)
      expect(captures, victim.point).toEqual(victim.answered.map(({ body }) => body))
      await expectBalance(victim, { held: 0, available: 5_000, used: KILLS * 1_000 })
    }
  })

  it(`${KILLS} times each, charged at once after reading: whole or not at all, nothing held`, async () => {
    verifies('promise.ledger.sum-equals-balance')
    const credits = 400_000
    const all = await victims(credits)
    for (let boot = 0; boot < KILLS; boot++) {
      const order = { bootId: `boot-${boot}`, instanceId: 'at once', atOnce: true } as const
      await liveAndDie(all, order, { first: ['seen'], dying: 'dying' })
      for (const { point, org, answered } of all) {
        if (point === 'in the charge') continue
        expect(await capturesOf(org), point).toHaveLength(answered.length + (isCharged(point) ? boot + 1 : 0))
      }
    }
    // A statement outlives the process that sent it.
    const isStill = async () => {
      const active = await platform.db.query(sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'crash test' AND state = 'active'`)
      return active.length === 0
    }
    await vi.waitUntil(isStill, { timeout: 180_000 })
    for (const victim of all) {
      const { point, org, answered } = victim
      const paid = (await capturesOf(org)).map((row) => `${row.requestId} paid ${row.amount}`)
      expect(new Set(paid).size, point).toBe(paid.length)
      expect(paid, point).toEqual(expect.arrayContaining(answered.map(({ body }) => body)))
      expect(paid.length - answered.length, point).toBeLessThanOrEqual(KILLS)
      const used = paid.length * 1_000
      await expectBalance(victim, { held: 0, available: credits - used, used })
    }
  })
})
