import type { Clock } from '../../lib/clock.ts'
import type { MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type {
  HandOverRequest,
  Hold,
  HoldOutcome,
  HoldRequest,
  Ledger,
  Settled,
  SettleRequest,
} from '../../operation/index.ts'
import { StoreUnavailable, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { completeClaim } from '../idempotency/index.ts'
import { selectBalance } from './balances.ts'
import {
  insertHold,
  giveHoldToJob,
  releaseHold,
  settleHold,
  takeBackHold,
  type CloseHold,
  type ProcessIdentity,
} from './holds.ts'
import { addVolumes } from './price-volumes.ts'
import type { Prices } from './prices.ts'
import { cheapestUnit, priceLines, totalOf } from './quote.ts'

/** The hold was settled, released or has expired: nothing was charged. */
export class HoldGone extends Error {
  override readonly name = 'HoldGone'

  constructor(holdId: string) {
    super(`hold ${holdId} is not held any more`)
  }
}

/** A charge above its hold is a bug of the operation's price: nothing was charged. */
export class ChargeAboveHold extends Error {
  override readonly name = 'ChargeAboveHold'

  constructor(hold: Hold, charge: MilliCredits) {
    super(`charge of ${charge} above hold ${hold.id} of ${hold.amount} milli-credits`)
  }
}

export interface ChargingSettings {
  db: Postgres
  clock: Clock
  process: ProcessIdentity
  prices: Prices
}

export interface Charging extends Pick<Ledger, 'hold' | 'settle' | 'handOver' | 'release'> {
  /** Takes back the charges whose requests failed for want of the store's answer; called until it is back. */
  settleDoubts(): Promise<void>
}

const MOST_DOUBTS = 10_000

/** The path every charged request walks: set aside, then capture or give back. */
export function createCharging(settings: ChargingSettings): Charging {
  const { db, clock } = settings
  /** Holds whose charge was sent but not answered: it may stand although the client was told of a failure. */
  const doubts = new Set<string>()

  async function settle(request: SettleRequest): Promise<Settled> {
    const lines = priceLines(request.lines, request.hold.unitPrices)
    const charge = totalOf(lines)
    if (charge > request.hold.amount) throw new ChargeAboveHold(request.hold, charge)
    const close: CloseHold = {
      holdId: request.hold.id,
      organizationId: request.caller.organizationId,
      charge,
      lines: charge === 0 ? [] : lines,
      nowMs: clock.now(),
    }
    const { replay } = request
    const counts = charge > 0 && (await settings.prices.countsVolume(close.organizationId))
    if (replay === undefined) return captureAlone(request.hold, close, counts ? countedAlone(db) : capture)
    return db.transact(async (tx) => {
      const settled = await (counts ? captureAndCount : capture)(tx, request.hold, close)
      await completeClaim(tx, replay.slot, replay.answer(settled))
      return settled
    })
  }

  /** With an idempotency key a lost answer is found by the retry; without one nobody would ever ask for it again. */
  async function captureAlone(held: Hold, close: CloseHold, work: typeof capture): Promise<Settled> {
    try {
      return await work(db, held, close)
    } catch (error) {
      const decided = error instanceof HoldGone || error instanceof ChargeAboveHold
      if (!decided && held.amount > 0 && doubts.size < MOST_DOUBTS) doubts.add(held.id)
      throw error
    }
  }

  async function handOver(request: HandOverRequest): Promise<Settled> {
    const { hold, replay } = request
    try {
      return await transferHold(settings, request)
    } catch (error) {
      const unknown = error instanceof StoreUnavailable && error.outcomeUnknown
      // With an idempotency key the retry finds the started job; without one nobody knows its id, so it must cost nothing.
      if (unknown && replay === undefined && hold !== undefined && hold.amount > 0) doubts.add(hold.id)
      throw error
    }
  }

  async function takeBack(holdId: string): Promise<void> {
    await takeBackHold(db, holdId, clock.now())
    doubts.delete(holdId)
  }

  return {
    hold: (request) => setAside(settings, request),
    settle,
    handOver,
    async release(held) {
      if (doubts.has(held.id)) await takeBack(held.id)
      else if (held.amount > 0) await releaseHold(db, held.id, 'released', clock.now())
    },
    async settleDoubts() {
      for (const holdId of doubts) await takeBack(holdId)
    },
  }
}

/** Hold, job and stored answer in one transaction. */
function transferHold(
  { db, clock }: ChargingSettings,
  { caller, hold, begin, replay }: HandOverRequest,
): Promise<Settled> {
  return db.transact(async (tx) => {
    const charged = hold?.amount ?? 0
    if (hold !== undefined && charged > 0 && !(await giveHoldToJob(tx, hold.id))) throw new HoldGone(hold.id)
    await begin(tx)
    const settled = { charged, balance: await selectBalance(tx, caller.organizationId, clock.now()) }
    if (replay !== undefined) await completeClaim(tx, replay.slot, replay.answer(settled))
    return settled
  })
}

/** Sets the worst case aside at the organization's prices of now. */
async function setAside(settings: ChargingSettings, request: HoldRequest): Promise<HoldOutcome> {
  const { db, clock, process, prices } = settings
  const keys = [...new Set([...request.lines.map((line) => line.key), ...(request.keys ?? [])])]
  const unitPrices = await prices.unitPrices(request.caller.organizationId, keys)
  const lines = priceLines(request.lines, unitPrices)
  const want = totalOf(lines)
  const id = newId('hold', clock)
  // Nothing to pay: no row, and settling it moves nothing.
  if (want === 0) return { ok: true, hold: { id, amount: 0, unitPrices } }
  const least = request.partial ? cheapestUnit(lines) : want
  const row = await insertHold(db, {
    id,
    request,
    want,
    least,
    unitPrices,
    process,
    nowMs: clock.now(),
  })
  if (row.outcome === 'held') return { ok: true, hold: { id, amount: row.amount, unitPrices } }
  return {
    ok: false,
    reason: row.outcome,
    balance: { available: row.available, allocation: row.allocation },
  }
}

async function capture(on: Queryable, held: Hold, close: CloseHold): Promise<Settled> {
  // Nothing was held, so there is no row to close.
  if (held.amount === 0)
    return { charged: 0, balance: await selectBalance(on, close.organizationId, close.nowMs) }
  const { outcome, available, allocation } = await settleHold(on, close)
  if (outcome === 'above-hold') throw new ChargeAboveHold(held, close.charge)
  if (outcome === 'gone') throw new HoldGone(close.holdId)
  return { charged: close.charge, balance: { available, allocation } }
}

/** Captures and counts what was bought towards the tiers of its prices. */
async function captureAndCount(tx: Queryable, held: Hold, close: CloseHold): Promise<Settled> {
  const settled = await capture(tx, held, close)
  await addVolumes(tx, close)
  return settled
}

const countedAlone =
  (db: Postgres): typeof capture =>
  (_on, held, close) =>
    db.transact((tx) => captureAndCount(tx, held, close))
