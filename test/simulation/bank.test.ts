import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../src/lib/credits.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { anOrg, openTestPlatform, type TestOrganization, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { companies, spendingOn, type Spending } from '../support/spending.ts'

const WRITERS = 16
const READERS = 16
const ACTS = 25
let platform: TestPlatform
let spending: Spending

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase({ poolSize: WRITERS + READERS }))
  spending = spendingOn(platform)
})

interface Snapshot {
  /** Accounts that are not the sum of their entries, or below zero, or do not add up. */
  wrong: number
  /** Entries that were there. */
  entries: number
  /** What all accounts of all subscriptions hold together. */
  total: number
  issued: number
}

/** Sums every account from the journal and compares, in one statement and so in one snapshot. */
async function look(organizationId: string): Promise<Snapshot> {
  const [found] = await platform.db.query<Snapshot>(sql`
    WITH moved AS (
      SELECT subscription_id, credit_account AS account, amount FROM ledger_transfers
      WHERE organization_id = ${organizationId}
      UNION ALL
      SELECT subscription_id, debit_account, -amount FROM ledger_transfers WHERE organization_id = ${organizationId}
    ), sums AS (
      SELECT b.subscription_id, b.available, b.held, b.spent, b.issued,
        COALESCE(sum(m.amount) FILTER (WHERE m.account = 'available'), 0)::bigint AS available_sum,
        COALESCE(sum(m.amount) FILTER (WHERE m.account = 'held'), 0)::bigint AS held_sum,
        COALESCE(sum(m.amount) FILTER (WHERE m.account = 'spent'), 0)::bigint AS spent_sum,
        -COALESCE(sum(m.amount) FILTER (WHERE m.account = 'issued'), 0)::bigint AS issued_sum
      FROM subscription_balances b LEFT JOIN moved m USING (subscription_id)
      WHERE b.organization_id = ${organizationId}
      GROUP BY b.subscription_id
    )
    SELECT (SELECT count(*) FROM ledger_transfers WHERE organization_id = ${organizationId}) AS entries,
      count(*) FILTER (WHERE available <> available_sum OR held <> held_sum OR spent <> spent_sum
        OR issued <> issued_sum OR LEAST(available, held, spent) < 0 OR issued <> available + held + spent) AS wrong,
      sum(available + held + spent)::bigint AS total, sum(issued)::bigint AS issued
    FROM sums`)
  if (found === undefined) throw new Error('no snapshot')
  return found
}

/** One act of a writer: a charge in full, in part or not at all, a grant, a refund or a reset. */
async function act(org: TestOrganization, subscriptions: string[], serial: number): Promise<void> {
  const { organizationId } = org
  const subscriptionId = subscriptions[serial % subscriptions.length] ?? ''
  const posting = { organizationId, subscriptionId, amount: 1_000, requestId: `act ${serial}` }
  if (serial % 11 === 0) return platform.ledger.grant({ ...posting, amount: milli(7_000) })
  if (serial % 13 === 0) {
    await platform.subscriptions.reset({ organizationId, subscriptionId, by: { actor: 'operator:test' } })
    return
  }
  const units = 1 + (serial % 9)
  const request = spending.ask(org, companies(units))
  const outcome = await platform.ledger.hold(request)
  if (!outcome.ok) return
  if (serial % 5 === 0) return platform.ledger.release(outcome.hold)
  await platform.ledger.settle({ ...request, hold: outcome.hold, lines: companies(serial % (units + 1)) })
  if (serial % 3 !== 0 || serial % (units + 1) === 0) return
  await platform.ledger.refundRequest({
    organizationId,
    refunds: request.requestId,
    amount: milli(500),
    requestId: `act ${serial}`,
  })
}

describe('a bank with several accounts', () => {
  it(`${WRITERS} writers and ${READERS} readers: in every snapshot the entries are the balance`, async () => {
    verifies('promise.ledger.sum-equals-balance', 'promise.ledger.never-negative')
    const org = await anOrg(platform, { credits: 20_000 })
    for (const credits of [5_000, 9_000, 30_000]) {
      await platform.organizations.addSubscription(org.organizationId, milli(credits))
    }
    const subscriptions = (await platform.organizations.listSubscriptions(org.organizationId)).map(
      ({ id }) => id,
    )
    expect(subscriptions).toHaveLength(4)
    let writing = true
    const readers = Array.from({ length: READERS }, async () => {
      const seen = new Set<number>()
      let least = 0
      while (writing) {
        const snapshot = await look(org.organizationId)
        if (snapshot.wrong > 0 || snapshot.total !== snapshot.issued || snapshot.entries < least) {
          throw new Error(JSON.stringify(snapshot))
        }
        least = snapshot.entries
        seen.add(snapshot.entries)
      }
      return seen.size
    })
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = 0; turn < ACTS; turn++) await act(org, subscriptions, writer * ACTS + turn + 1)
    })
    await Promise.all(writers).finally(() => {
      writing = false
    })
    // The readers saw the books change: otherwise this test shows nothing.
    for (const states of await Promise.all(readers)) expect(states).toBeGreaterThan(3)
    const [{ captures, spans } = { captures: 0, spans: 0 }] = await platform.db.query<{
      captures: number
      spans: number
    }>(sql`
      SELECT (SELECT count(*) FROM ledger_transfers
          WHERE organization_id = ${org.organizationId} AND kind = 'capture') AS captures,
        (SELECT count(*) FROM ledger_holds
          WHERE organization_id = ${org.organizationId} AND span_of IS NOT NULL) AS spans`)
    expect(captures).toBeGreaterThan(50)
    expect(spans).toBeGreaterThan(0)
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })
})
