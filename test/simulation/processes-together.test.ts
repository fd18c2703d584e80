import { beforeAll, describe, expect, it } from 'vitest'
import { milli, toCredits, type MilliCredits } from '../../src/lib/credits.ts'
import { newId } from '../../src/lib/ids.ts'
import { OutOfCredits, type Caller, type Hold, type Ledger } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { chargedTogether } from '../support/in-line.ts'
import { anOrg, openTestPlatform, type TestOrganization, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { companies, spendingOn, type Spending } from '../support/spending.ts'

const PROCESSES = 3
const LANES = 8
const ACTS = 30
const KEYS = 4
let platforms: TestPlatform[]

beforeAll(async () => {
  const db = await testDatabase({ poolSize: PROCESSES * LANES })
  const clock = openTestPlatform(db).clock
  platforms = Array.from({ length: PROCESSES }, (_, index) =>
    openTestPlatform(db, { clock, bootId: `boot-${index}` }),
  )
})

interface Work {
  platform: TestPlatform
  spending: Spending
  org: TestOrganization
  caller: Caller
  subscriptions: string[]
  serial: number
}

/** Under an idempotency key: a transaction of its own, beside what goes together. */
async function chargeWithKey({ platform, spending, org, caller, serial }: Work): Promise<void> {
  const { ledger, idempotency, clock } = platform
  const request = spending.ask({ ...org, caller }, companies(2), { requestId: `keyed ${serial}` })
  const expiresAtMs = clock.now() + 60_000
  const claim = await idempotency.claim({
    organizationId: org.organizationId,
    key: `key ${serial}`,
    fingerprint: 'same',
    requestId: request.requestId,
    expiresAtMs,
  })
  const hold = await ledger.hold(request)
  if (claim.state !== 'claimed' || !hold.ok) return
  const answer = ({ charged }: { charged: MilliCredits }) => ({
    status: 200,
    body: '',
    creditsCharged: charged,
  })
  await ledger.settle({
    ...request,
    hold: hold.hold,
    lines: companies(1),
    replay: { slot: claim.slot, answer },
  })
}

async function chargeAtOnce({ platform, spending, org, caller, serial }: Work): Promise<void> {
  const request = spending.ask({ ...org, caller }, companies(3), { requestId: `at once ${serial}` })
  const unitPrices = { companySearchResult: milli(1_000) }
  const hold: Hold = {
    id: newId('hold', platform.clock),
    amount: milli(3_000),
    unitPrices,
    deferred: request,
  }
  await settle(platform.ledger, { ...request, hold, lines: companies(1 + (serial % 3)) })
}

/** What is refused for want of credits is none of this test's business. */
async function settle(ledger: Ledger, request: Parameters<Ledger['settle']>[0]): Promise<void> {
  await ledger.settle(request).catch((error: unknown) => {
    if (!(error instanceof OutOfCredits)) throw error
  })
}

async function holdFirst({ platform, spending, org, caller, serial }: Work): Promise<void> {
  const units = 1 + (serial % 7)
  const request = spending.ask({ ...org, caller }, companies(units), {
    requestId: `held ${serial}`,
    partial: serial % 2 === 0,
  })
  const outcome = await platform.ledger.hold(request)
  if (!outcome.ok) return
  if (serial % 5 === 0) return platform.ledger.release(outcome.hold)
  const most = toCredits(outcome.hold.amount)
  await platform.ledger.settle({ ...request, hold: outcome.hold, lines: companies(serial % (most + 1)) })
  if (serial % 4 !== 0 || serial % (most + 1) === 0) return
  await platform.ledger.refundRequest({
    organizationId: org.organizationId,
    refunds: request.requestId,
    amount: milli(1_000),
    requestId: `act ${serial}`,
  })
}

async function act(work: Work): Promise<void> {
  const { platform, org, subscriptions, serial } = work
  const { organizationId } = org
  const subscriptionId = subscriptions[serial % subscriptions.length] ?? ''
  if (serial % 17 === 0)
    return platform.ledger.grant({
      organizationId,
      subscriptionId,
      amount: milli(30_000),
      requestId: `act ${serial}`,
    })
  if (serial % 29 === 0) {
    await platform.subscriptions.reset({ organizationId, subscriptionId, by: { actor: 'operator:test' } })
    return
  }
  const kinds = [chargeAtOnce, holdFirst, chargeAtOnce, holdFirst, chargeWithKey]
  return kinds[serial % kinds.length]?.(work)
}

describe('several processes that each settle together', () => {
  it('never wait for each other in a circle, and their books balance', async () => {
    const [platform] = platforms as [TestPlatform]
    const org = await anOrg(platform, { credits: 60_000 })
    const { organizationId } = org
    for (const credits of [9_000, 40_000]) {
      platform.clock.advance(86_400_000)
      await platform.organizations.addSubscription(organizationId, milli(credits))
    }
    const subscriptions = (await platform.organizations.listSubscriptions(organizationId)).map(({ id }) => id)
    const callers: Caller[] = []
    for (let key = 0; key < KEYS; key++) {
      const { record } = await platform.keys.createKey({
        organizationId,
        name: 'one',
        maxCredits: milli(400_000),
      })
      callers.push({ ...org.caller, keyId: record.id })
    }
    let serial = 0
    const lanes = platforms.flatMap((own) => {
      const spending = spendingOn(own)
      return Array.from({ length: LANES }, async () => {
        for (let turn = 0; turn < ACTS; turn++) {
          serial += 1
          const caller = callers[serial % KEYS] as Caller
          await act({ platform: own, spending, org, caller, subscriptions, serial })
        }
      })
    })
    await Promise.all(lanes)
    expect(await platform.ledger.reconcile(organizationId)).toEqual([])
    const balances = await platform.ledger.subscriptionBalances(organizationId)
    expect(balances.map(({ held }) => held)).toEqual([0, 0, 0])
    const groups = await chargedTogether(platform, organizationId)
    expect(groups.length).toBeGreaterThan(10)
    expect(groups.some(({ statements }) => statements > 1)).toBe(true)
    const [stats] = await platform.db.query<{ deadlocks: number }>(
      sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
    )
    expect(stats).toEqual({ deadlocks: 0 })
  })
})
