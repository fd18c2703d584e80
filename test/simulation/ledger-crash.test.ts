import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { runs } from '../support/long.ts'
import { anOrg, openTestPlatform, type TestOrganization, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { live } from './charging-life.ts'
import type { ChargingOrder } from './charging-process.ts'

const KEYS = runs(160, 400)
const KILLS = runs(4, 9)
let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  // The killed process goes by the real time, and usage periods end.
  platform.clock.set(systemClock.now())
})

/** Runs until all keys are answered, or is killed by SIGKILL after so many answers. */
async function chargeAll(
  order: ChargingOrder,
  answers: Map<string, string>,
  killAfter: number,
): Promise<void> {
  const life = await live(order, killAfter)
  for (const { key, body } of life.answers) {
    expect(answers.get(key) ?? body, key).toBe(body)
    answers.set(key, body)
  }
}

const order = (org: TestOrganization, boot: number, keys: string[]): ChargingOrder => ({
  url: platform.db.url,
  bootId: `boot-${boot}`,
  customers: [{ caller: org.caller, keys, lanes: 8 }],
})

describe('a process that is killed while it charges', () => {
  it('charges every idempotency key once, answers every retry alike, and leaves nothing held', async () => {
    const org = await anOrg(platform, { credits: KEYS * 1_000 + 24_000 })
    const keys = Array.from({ length: KEYS }, (_, index) => `key ${index}`)
    const answers = new Map<string, string>()
    let kills = 0
    for (let boot = 1; answers.size < KEYS; boot++) {
      if (boot > 60) throw new Error(`only ${answers.size} of ${KEYS} keys answered`)
      // Some answered keys are asked again: clients do not know what was lost.
      const asked = keys.filter((key, index) => !answers.has(key) || index % 10 === boot % 10)
      const killAfter = boot <= KILLS ? 5 + ((boot * 37) % 45) : Number.POSITIVE_INFINITY
      await chargeAll(order(org, boot, asked), answers, killAfter)
      if (killAfter < Number.POSITIVE_INFINITY) kills += 1
    }
    expect(kills).toBe(KILLS)
    const last = openTestPlatform(platform.db, { bootId: 'last' })
    await platform.db.query(sql`UPDATE ledger_holds SET instance_id = 'instance-1'`)
    await last.ledger.abandonHolds()
    const paid = await platform.db.query<{ request_id: string; amount: number }>(sql`
      SELECT request_id, amount FROM ledger_transfers WHERE organization_id = ${org.organizationId} AND kind = 'capture'`)
    expect(paid.map((row) => `${row.request_id} paid ${row.amount}`).toSorted()).toEqual(
      [...answers.values()].toSorted(),
    )
    // The kills hit requests between hold and charge: otherwise this test shows nothing.
    const given = await platform.db.query(sql`
      SELECT FROM ledger_transfers WHERE organization_id = ${org.organizationId} AND kind = 'expire'`)
    expect(given.length).toBeGreaterThan(0)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 24_000 })
  })
})
