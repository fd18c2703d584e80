import type { Clock } from '../../lib/clock.ts'
import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { BalanceView, Hold, PriceLine } from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { noteAct } from './act-once.ts'
import {
  selectBalance,
  selectBalanceSums,
  selectDiscrepancies,
  selectSubscriptionBalances,
} from './balances.ts'
import { ChargeAboveHold, createCharging, HoldGone } from './charging.ts'
import { countCharges } from './count-charges.ts'
import type { CreditLedger, JobHoldOutcome, JobHoldRequest } from './credit-ledger.ts'
import {
  captureHold,
  closeJobHold,
  deleteClosedHolds,
  insertJobHold,
  releaseHold,
  selectAbandonedHolds,
  selectExpiredHolds,
  type ProcessIdentity,
} from './holds.ts'
import { selectTransfers, streamTransfers } from './journal.ts'
import { insertBalance, post, refundRequest, selectChargedSubscription } from './postings.ts'
import { openPrices, type Prices } from './prices.ts'
import { addUnitPrices, sumLines } from './quote.ts'

const expiryBatch = 500
const purgeBatch = 2_000
/** Closed holds are kept this long for whoever looks into a charge; the journal keeps what they did for ever. */
const closedHoldDays = 7

export interface LedgerSettings {
  db: Postgres
  clock: Clock
  process: ProcessIdentity
}

export function openLedger({ db, clock, process }: LedgerSettings): CreditLedger {
  const prices = openPrices({ db, clock })
  const { settleDoubts, ...charging } = createCharging({ db, clock, process, prices })

  /** One transaction a hold: locks are never held across holds, so no sweep can deadlock with a request. */
  async function releaseAll(holdIds: string[]): Promise<number> {
    let released = 0
    for (const id of holdIds) if (await releaseHold(db, id, 'expired', clock.now())) released += 1
    return released
  }

  let balanceListener: ((organizationId: string, balance: BalanceView) => void) | undefined

  return countCharges({
    prices,
    watch(listener) {
      balanceListener = listener
    },
    unitPrices: prices.unitPrices,
    balance: (organizationId) => selectBalance(db, organizationId, clock.now()),
    ...charging,
    async settle(request) {
      const settled = await charging.settle(request)
      if (settled.charged > noCredits) balanceListener?.(request.caller.organizationId, settled.balance)
      return settled
    },
    subscriptionBalances: (organizationId) => selectSubscriptionBalances(db, organizationId, clock.now()),
    openAccount: insertBalance,
    holdForJob: (tx, request) => holdForJob({ prices, clock }, tx, request),
    captureForJob: (tx, job, lines) => captureForJob({ prices, clock }, tx, job, lines),
    closeJobHold: (tx, hold) =>
      hold.amount === noCredits ? Promise.resolve(noCredits) : closeJobHold(tx, hold.id, clock.now()),
    grant: (posting, tx = db) => post(tx, 'grant', posting, clock.now()),
    revoke: (posting, tx = db) => post(tx, 'revoke', posting, clock.now()),
    refund: (posting, tx = db) => post(tx, 'refund', posting, clock.now()),
    refundRequest: (refund, tx) =>
      tx === undefined
        ? db.transact((own) => refundRequest(own, refund, clock.now()))
        : refundRequest(tx, refund, clock.now()),
    purchase: (tx, posting) => post(tx, 'purchase', posting, clock.now()),
    noteAct: (tx, act) => noteAct(tx, act, clock.now()),
    sumBalances: (organizationIds) => selectBalanceSums(db, organizationIds, clock.now()),
    chargedSubscription: (organizationId, requestId) =>
      selectChargedSubscription(db, organizationId, requestId),
    async expireHolds(nowMs) {
      await settleDoubts()
      return releaseAll(await selectExpiredHolds(db, nowMs, expiryBatch))
    },
    abandonHolds: async () => releaseAll(await selectAbandonedHolds(db, process)),
    purgeHolds: (nowMs) => deleteClosedHolds(db, nowMs - closedHoldDays * 86_400_000, purgeBatch),
    // A long journal takes longer than a request may.
    reconcile: (organizationId) =>
      db.transact((tx) => selectDiscrepancies(tx, organizationId), { statementTimeoutMs: 0 }),
    pageOfTransfers: (organizationId, filter, most) => selectTransfers(db, organizationId, filter, most),
    listTransfers: (organizationId, options) => streamTransfers(db, organizationId, options),
  })
}

async function holdForJob(
  { prices, clock }: { prices: Prices; clock: Clock },
  tx: Queryable,
  { lines, keys: more = [], ...request }: JobHoldRequest,
): Promise<JobHoldOutcome> {
  const keys = [...new Set([...lines.map(({ key }) => key), ...more])]
  const unitPrices = await prices.unitPrices(request.organizationId, keys, tx)
  const want = sumLines(addUnitPrices(lines, unitPrices))
  const id = newId('hold', clock)
  const hold: Hold = { id, amount: want, unitPrices }
  if (want === noCredits) return { ok: true, hold }
  const row = await insertJobHold(tx, { ...request, id, want, unitPrices, nowMs: clock.now() })
  if (row.outcome === 'held') return { ok: true, hold }
  const balance = { available: row.available, allocation: row.allocation }
  return { ok: false, reason: row.outcome, needed: want, balance }
}

async function captureForJob(
  { prices, clock }: { prices: Prices; clock: Clock },
  tx: Queryable,
  { organizationId, hold }: { organizationId: string; hold: Hold },
  lines: readonly PriceLine[],
): Promise<MilliCredits> {
  const pricedLines = addUnitPrices(lines, hold.unitPrices)
  const most = sumLines(pricedLines)
  if (most === noCredits) return noCredits
  if (most > hold.amount) throw new ChargeAboveHold(hold, most)
  const nowMs = clock.now()
  const pricing = await prices.volumePricing(organizationId, tx)
  const paid =
    pricing === undefined ? pricedLines : await pricing(tx, { organizationId, lines: pricedLines, nowMs })
  const charge = sumLines(paid)
  if (charge === noCredits) return noCredits
  const outcome = await captureHold(tx, { holdId: hold.id, charge, lines: paid, nowMs })
  if (outcome === 'gone') throw new HoldGone(hold.id)
  if (outcome === 'above-hold') throw new ChargeAboveHold(hold, charge)
  return charge
}
