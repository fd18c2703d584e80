import { fork } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import type { ChargingAnswer, ChargingOrder } from './charging-process.ts'
import { killPoints, type KillPoint } from './kill-points.ts'

const KILLS = 20
const KILLS_AT_ONCE = 5
const program = join(import.meta.dirname, 'charging-process.ts')
let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  // The killed processes go by the real time, and usage periods end.
  platform.clock.set(systemClock.now())
})

interface Life {
  answers: ChargingAnswer[]
  /** What had left the process of an answer that never ended. */
  partOfAnswer: string
  signal: NodeJS.Signals | null
}

/** Runs one process to its end, whatever ends it. */
function live(order: ChargingOrder): Promise<Life> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [JSON.stringify(order)], {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const answers: ChargingAnswer[] = []
    let [partOfAnswer, complaint] = ['', '']
    child.stdout?.on('data', (text: Buffer) => (partOfAnswer += text.toString()))
    child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
    child.on('message', (answer: ChargingAnswer) => answers.push(answer))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve({ answers, partOfAnswer, signal })
      else reject(new Error(`exit ${code}: ${complaint}`))
    })
  })
}

/** What has been charged before a client of a request killed there knows. */
const isCharged = (at: KillPoint) => at === 'after the charge' || at === 'in the answer'

const capturesOf = (organizationId: string) =>
  platform.db.query<{ requestId: string; amount: number }>(sql`
    SELECT request_id AS "requestId", amount FROM ledger_transfers
    WHERE organization_id = ${organizationId} AND kind = 'capture' ORDER BY id`)

async function killAt(at: KillPoint): Promise<void> {
  const org = await anOrg(platform, { credits: KILLS * 1_000 + 5_000 })
  const { organizationId, caller } = org
  const captures = () => capturesOf(organizationId)
  const answered: ChargingAnswer[] = []
  let partsOfAnswers = 0
  for (let boot = 0; boot <= KILLS; boot++) {
    // The request that the last process died with is sent again; then the next one meets its death.
    const retried = boot === 0 ? [] : [`key ${boot - 1}`]
    const dying = boot === KILLS ? [] : [`key ${boot}`]
    const [key] = dying
    const life = await live({
      ...{ url: platform.db.url, caller, instanceId: at, bootId: `boot-${boot}`, lanes: 1 },
      keys: [...retried, ...dying],
      ...(key !== undefined && { death: { key, at } }),
    })
    expect(life.answers.map((one) => one.key)).toEqual(retried)
    answered.push(...life.answers)
    if (key === undefined) break
    expect(life.signal).toBe('SIGKILL')
    if (life.partOfAnswer !== '') partsOfAnswers += 1
    expect(await captures()).toHaveLength(answered.length + (isCharged(at) ? 1 : 0))
  }
  expect(partsOfAnswers).toBe(at === 'in the answer' ? KILLS : 0)
  expect((await captures()).map((row) => `${row.requestId} paid ${row.amount}`)).toEqual(
    answered.map(({ body }) => body),
  )
  const [balance] = await platform.ledger.subscriptionBalances(organizationId)
  expect(balance).toMatchObject({ held: 0, available: 5_000, used: KILLS * 1_000 })
  expect(await platform.ledger.reconcile(organizationId)).toEqual([])
}

/** Without a key nobody asks again: a charge is there whole or not at all, and nothing waits for it. */
async function killAtOnceAt(at: KillPoint): Promise<void> {
  const credits = 400_000
  const { organizationId, caller } = await anOrg(platform, { credits })
  const answered: ChargingAnswer[] = []
  for (let boot = 0; boot < KILLS_AT_ONCE; boot++) {
    const life = await live({
      ...{ url: platform.db.url, caller, instanceId: `${at}, at once`, bootId: `boot-${boot}`, lanes: 1 },
      ...{ atOnce: true, keys: ['seen', 'dying'], death: { key: 'dying', at } },
    })
    expect(life.signal).toBe('SIGKILL')
    expect(life.answers.map((one) => one.key)).toEqual(['seen'])
    answered.push(...life.answers)
    if (at === 'in the charge') continue
    expect(await capturesOf(organizationId)).toHaveLength(answered.length + (isCharged(at) ? boot + 1 : 0))
  }
  // A statement outlives the process that sent it.
  const isStill = async () => {
    const active = await platform.db.query(sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'crash test' AND state = 'active'`)
    return active.length === 0
  }
  await vi.waitUntil(isStill, { timeout: 60_000 })
  const captures = await capturesOf(organizationId)
  const paid = captures.map((row) => `${row.requestId} paid ${row.amount}`)
  expect(new Set(paid).size).toBe(paid.length)
  expect(paid).toEqual(expect.arrayContaining(answered.map(({ body }) => body)))
  expect(paid.length - answered.length).toBeLessThanOrEqual(KILLS_AT_ONCE)
  const used = paid.length * 1_000
  const [balance] = await platform.ledger.subscriptionBalances(organizationId)
  expect(balance).toMatchObject({ held: 0, available: credits - used, used })
  expect(await platform.ledger.reconcile(organizationId)).toEqual([])
}

describe('SIGKILL at every point of a charge', () => {
  // All points at a time: each has an organization and an instance of its own.
  it(`${KILLS} times each, sent again with its key: charges are answers`, async () => {
    verifies('promise.ledger.one-charge-per-key')
    await Promise.all(killPoints.map(killAt))
  }, 240_000)

  it(`${KILLS_AT_ONCE} times each, charged at once after reading: whole or not at all, nothing held`, async () => {
    verifies('promise.ledger.sum-equals-balance')
    await Promise.all(killPoints.map(killAtOnceAt))
  }, 240_000)
})
