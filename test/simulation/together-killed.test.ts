import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import type { Caller } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { chargedTogether } from '../support/in-line.ts'
import { runs } from '../support/long.ts'
import { anOrg, openTestPlatform, type TestOrganization, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import type { TogetherOrder } from './together-process.ts'

const LANES = 16
const KILLS = runs(4, 20)
const program = join(import.meta.dirname, 'together-process.ts')
let platform: TestPlatform
let child: ChildProcess | undefined

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  // The killed processes go by the real time, and usage periods end.
  platform.clock.set(systemClock.now())
})

afterEach(() => child?.kill('SIGKILL'))

/** A process that charges; `answered` grows as it tells of answers. */
function begin(order: Omit<TogetherOrder, 'url' | 'lanes'>) {
  const whole: TogetherOrder = { ...order, url: platform.db.url, lanes: LANES }
  const begun = fork(program, [JSON.stringify(whole)], { execArgv: [] })
  const answered: string[] = []
  begun.on('message', (requestId: string) => answered.push(requestId))
  child = begun
  return { begun, answered, ended: once(begun, 'close') }
}

const paidOf = async ({ organizationId }: TestOrganization) => {
  const rows = await platform.db.query<{ id: string }>(sql`
    SELECT t.request_id AS id FROM ledger_transfers t
    WHERE t.organization_id = ${organizationId} AND t.kind = 'capture' ORDER BY t.id`)
  return rows.map(({ id }) => id)
}

async function expectBooks(org: TestOrganization, credits: number): Promise<void> {
  const paid = await paidOf(org)
  expect(new Set(paid).size).toBe(paid.length)
  const [balance] = await platform.ledger.subscriptionBalances(org.organizationId)
  const used = paid.length * 1_000
  expect(balance).toMatchObject({ used, held: 0, available: credits - used })
  expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
}

/** Whether a process waits for a lock with a statement of this text. */
const waitsFor = (application: string, text: string) =>
  platform.db
    .query(
      sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${application}
        AND wait_event_type = 'Lock' AND query LIKE ${`%${text}%`}`,
    )
    .then((found) => found.length > 0)

const isGone = (application: string) =>
  platform.db
    .query(
      sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${application}`,
    )
    .then((found) => found.length === 0)

/** Locks what a key has used until it is told to let go. */
async function lockUsage({ keyId }: Caller): Promise<() => Promise<void>> {
  const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = platform.db.transact(async (tx) => {
    await tx.query(sql`SELECT FROM api_key_usage WHERE key_id = ${keyId} FOR NO KEY UPDATE`)
    taken.resolve()
    await free.promise
  })
  await Promise.race([taken.promise, ended])
  return () => {
    free.resolve()
    return ended
  }
}

const patient = { timeout: 180_000, interval: 10 }

describe('SIGKILL while charges are settled together', () => {
  it.each(['carried out', 'given up'] as const)('they are %s as one', async (fate) => {
    const org = await anOrg(platform, { credits: 100_000 })
    const { organizationId } = org
    const { record } = await platform.keys.createKey({ organizationId, name: 'locked', maxCredits: null })
    const locked: Caller = { ...org.caller, keyId: record.id }
    // The first one goes alone, and all others are one statement that waits for the lock.
    const bootId = `killed and ${fate}`
    const callers: [Caller, Caller] = [org.caller, locked]
    const letGo = await lockUsage(locked)
    const { begun, answered, ended } = begin({ bootId, requests: LANES, callers })
    await vi.waitUntil(() => waitsFor(bootId, 'ledger_together'), patient)
    begun.kill('SIGKILL')
    // The server notices within a second or two that nobody waits for the statement any more.
    if (fate === 'given up') await vi.waitUntil(() => isGone(bootId), patient)
    await letGo()
    await ended
    await vi.waitUntil(() => isGone(bootId), patient)
    const requestIds = Array.from({ length: LANES }, (_, index) => `${bootId} ${index}`)
    expect(await paidOf(org)).toEqual(fate === 'given up' ? requestIds.slice(0, 1) : requestIds)
    // No answer but the first one's had left, if that had.
    expect(answered.length).toBeLessThanOrEqual(1)
    await expectBooks(org, 100_000)
  })

  it(`${KILLS} times at any moment: whatever was answered is charged, once, and nothing is held`, async () => {
    const credits = 10_000_000
    const org = await anOrg(platform, { credits })
    const all: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const bootId = `killed ${kill}`
      const callers: [Caller, Caller] = [org.caller, org.caller]
      const { begun, answered, ended } = begin({ bootId, requests: 5_000, callers })
      await vi.waitUntil(() => answered.length > 40 + 37 * kill, { timeout: 180_000, interval: 1 })
      begun.kill('SIGKILL')
      await ended
      await vi.waitUntil(() => isGone(bootId), patient)
      all.push(...answered)
      const paid = await paidOf(org)
      expect(paid).toEqual(expect.arrayContaining(all))
      // What was under way, and what was charged and not yet told.
      expect(paid.length - all.length).toBeLessThanOrEqual((kill + 1) * LANES)
      await expectBooks(org, credits)
    }
    const groups = await chargedTogether(platform, org.organizationId)
    expect(groups.filter(({ holds }) => holds > 8).length).toBeGreaterThan(KILLS)
  })
})
