import type { Clock } from '../../lib/clock.ts'
import { noCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import {
  Failure,
  OutOfCredits,
  type HandOverRequest,
  type Hold,
  type HoldOutcome,
  type HoldRequest,
  type Ledger,
  type Settled,
  type SettleRequest,
} from '../../operation/index.ts'
import {
  SerializationFailure,
  StoreUnavailable,
  type Postgres,
  type Queryable,
} from '../../store/postgres/index.ts'
import { completeClaim } from '../idempotency/index.ts'
import { createSingleActs, type Acts } from './acts.ts'
import { createGroupedActs } from './grouped-acts.ts'
import { selectBalance } from './balances.ts'
import {
  createSeenBalances,
  isDeferred,
  voidCharge,
  type DeferredHold,
  type SeenBalances,
} from './charge-at-once.ts'
import { giveHoldToJob, releaseHold, takeBackHold, type CloseHold, type ProcessIdentity } from './holds.ts'
import type { Prices, VolumePricing } from './prices.ts'
import { cheapestUnit, addUnitPrices, sumLines } from './quote.ts'

/**
 * The hold was settled, released or has expired, or went with a database that was killed (holds do not wait for the disk):
 * nothing was charged, and the request may be sent again.
 */
export class HoldGone extends Failure {
  override readonly name = 'HoldGone'

  constructor(holdId: string) {
    super('unavailable', { cause: new Error(`hold ${holdId} is no longer held`), retryAfterSeconds: 2 })
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
  /** Reverses charges whose requests failed because the store did not answer; called until the store is back. */
  settleDoubts(): Promise<void>
}

/** The path every charged request walks: set aside, then capture or give back. */
export function createCharging(settings: ChargingSettings): Charging {
  const { db, clock, process } = settings
  const doubts = openDoubts(settings)
  const balances = createSeenBalances(clock)
  const together = createGroupedActs(db, process)

  async function settle(request: SettleRequest): Promise<Settled> {
    const { hold, replay, decide, charged } = request
    const close = makeClose(request, clock.now())
    const pricing =
      close.charge > noCredits ? await settings.prices.volumePricing(close.organizationId) : undefined
    const capture = pricing === undefined ? captureAny : byVolume(pricing)
    const inOne = () =>
      transactAgain(db, async (tx) => {
        const decided = decide && makeClose({ ...request, lines: [...(await decide(tx))] }, close.nowMs)
        const settled = await capture(createSingleActs(tx, process), hold, decided ?? close)
        if (settled.charged > noCredits) await charged?.(tx, settled.charged)
        if (replay !== undefined) await completeClaim(tx, replay.slot, replay.answer(settled))
        return settled
      })
    if (replay !== undefined) return inOne()
    if (decide !== undefined) return doubts.noteLost(hold, inOne)
    // Volumes are counted in the transaction of the charge; any other charge may go together with its neighbours.
    return doubts.noteLost(hold, () =>
      pricing === undefined
        ? capture(together, hold, close)
        : db.transact((tx) => capture(createSingleActs(tx, process), hold, close)),
    )
  }

  async function handOver(request: HandOverRequest): Promise<Settled> {
    const { hold, replay } = request
    try {
      return await transferHold(settings, request)
    } catch (error) {
      const unknown = error instanceof StoreUnavailable && error.outcomeUnknown
      // With an idempotency key the retry finds the started job; without one nobody knows its id, so it must cost nothing.
      if (unknown && replay === undefined && hold !== undefined) doubts.note(hold)
      throw error
    }
  }

  return {
    hold: (request) => setAside({ ...settings, acts: together }, request, balances),
    settle: noting(balances, settle),
    handOver,
    async release(hold) {
      if (doubts.has(hold)) await doubts.takeBack(hold)
      else if (hold.amount > noCredits && !isDeferred(hold))
        await releaseHold(db, hold.id, 'released', clock.now())
    },
    settleDoubts: doubts.takeAllBack,
  }
}

/** Tries of a transaction that loses against others. */
const maxTries = 4

/** A transaction that is tried again where it lost against another one (a deadlock): nothing of it was carried out. */
async function transactAgain<T>(db: Postgres, work: (tx: Queryable) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await db.transact(work)
    } catch (error) {
      if (!(error instanceof SerializationFailure) || tries === maxTries) throw error
    }
}

const maxDoubts = 10_000

/** Holds whose charge was sent but not answered: it may stand although the client was told of a failure. */
function openDoubts({ db, clock, process }: ChargingSettings) {
  const holds = new Map<string, Hold>()

  function note(hold: Hold): void {
    if (hold.amount > noCredits) holds.set(hold.id, hold)
  }

  async function takeBack(hold: Hold): Promise<void> {
    const nowMs = clock.now()
    await (isDeferred(hold) ? voidCharge(db, hold, { process, nowMs }) : takeBackHold(db, hold.id, nowMs))
    holds.delete(hold.id)
  }

  return {
    note,
    takeBack,
    has: ({ id }: Hold) => holds.has(id),
    async takeAllBack() {
      for (const hold of holds.values()) await takeBack(hold)
    },
    /** With an idempotency key the retry finds a lost answer; without one nobody could ever ask for it again. */
    async noteLost(hold: Hold, work: () => Promise<Settled>): Promise<Settled> {
      try {
        return await work()
      } catch (error) {
        const isDecided =
          error instanceof HoldGone || error instanceof ChargeAboveHold || error instanceof OutOfCredits
        if (!isDecided && holds.size < maxDoubts) note(hold)
        throw error
      }
    },
  }
}

function makeClose({ caller, hold, lines }: SettleRequest, nowMs: number): CloseHold {
  const paid = addUnitPrices(lines, hold.unitPrices)
  const charge = sumLines(paid)
  if (charge > hold.amount) throw new ChargeAboveHold(hold, charge)
  const { organizationId } = caller
  return { holdId: hold.id, organizationId, charge, lines: charge === noCredits ? [] : paid, nowMs }
}

/** Settles, and remembers what that left to the key. */
const noting =
  (balances: SeenBalances, settle: Ledger['settle']): Ledger['settle'] =>
  async (request) => {
    const { keyId } = request.caller
    try {
      const settled = await settle(request)
      balances.note(keyId, settled.balance.available)
      return settled
    } catch (error) {
      // Whatever it was, the next request sets aside before it works.
      balances.forget(keyId)
      throw error
    }
  }

/** Hold, job and stored answer in one transaction. */
function transferHold(
  { db, clock }: ChargingSettings,
  { caller, hold, begin, replay }: HandOverRequest,
): Promise<Settled> {
  return db.transact(async (tx) => {
    const charged = hold?.amount ?? noCredits
    if (hold !== undefined && charged > noCredits && !(await giveHoldToJob(tx, hold.id)))
      throw new HoldGone(hold.id)
    await begin(tx)
    const settled = { charged, balance: await selectBalance(tx, caller.organizationId, clock.now()) }
    if (replay !== undefined) await completeClaim(tx, replay.slot, replay.answer(settled))
    return settled
  })
}

/** Sets the worst case aside at the organization's prices of now. */
async function setAside(
  settings: ChargingSettings & { acts: Acts },
  request: HoldRequest,
  balances: SeenBalances,
): Promise<HoldOutcome> {
  const { acts, clock, process, prices } = settings
  const keys = [...new Set([...request.lines.map((line) => line.key), ...(request.keys ?? [])])]
  const unitPrices = await prices.unitPrices(request.caller.organizationId, keys)
  const lines = addUnitPrices(request.lines, unitPrices)
  const want = sumLines(lines)
  const id = newId('hold', clock)
  // Nothing to pay: no row, and settling it moves nothing.
  if (want === noCredits) return { ok: true, hold: { id, amount: noCredits, unitPrices } }
  if (request.mayDefer && balances.isPlenty(request.caller.keyId, want))
    return { ok: true, hold: { id, amount: want, unitPrices, deferred: request } }
  const least = request.partial ? cheapestUnit(lines) : want
  const row = await acts.hold({
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

type Capture = (acts: Acts, hold: Hold, close: CloseHold) => Promise<Settled>

const captureAny: Capture = (acts, hold, close) =>
  isDeferred(hold) ? captureDeferred(acts, hold, close) : captureHeld(acts, hold, close)

/** Counts what was bought towards the tiers of its prices, and captures what it costs by them. In a transaction. */
const byVolume =
  (pricing: VolumePricing): Capture =>
  async (acts, hold, close) => {
    const lines = await pricing(acts.on, close)
    return captureAny(acts, hold, { ...close, lines, charge: sumLines(lines) })
  }

async function captureHeld(acts: Acts, hold: Hold, close: CloseHold): Promise<Settled> {
  // Nothing was held, so there is no row to close.
  if (hold.amount === noCredits)
    return { charged: noCredits, balance: await selectBalance(acts.on, close.organizationId, close.nowMs) }
  const { outcome, available, allocation } = await acts.settle(close)
  if (outcome === 'above-hold') throw new ChargeAboveHold(hold, close.charge)
  if (outcome === 'gone') throw new HoldGone(close.holdId)
  return { charged: close.charge, balance: { available, allocation } }
}

/** Sets aside and captures in one. Nothing found writes nothing, but is refused as well where it was not covered. */
async function captureDeferred(acts: Acts, deferred: DeferredHold, close: CloseHold): Promise<Settled> {
  // Of what may be bought in part, only what is delivered must be covered.
  const hold = deferred.deferred.partial ? { ...deferred, amount: close.charge } : deferred
  const neededCredits = toCredits(hold.amount)
  if (close.charge === noCredits) {
    const balance = await selectBalance(acts.on, close.organizationId, close.nowMs)
    if (balance.restricted) throw new OutOfCredits('restricted', balance)
    if (balance.available < hold.amount) throw new OutOfCredits('out-of-credits', balance, { neededCredits })
    return { charged: noCredits, balance }
  }
  const { outcome, available, allocation } = await acts.charge(hold, close)
  const balance = { available, allocation }
  if (outcome === 'closed') return { charged: close.charge, balance }
  if (outcome === 'above-hold') throw new ChargeAboveHold(hold, close.charge)
  if (outcome === 'gone') throw new HoldGone(close.holdId)
  throw new OutOfCredits(outcome, balance, { caller: deferred.deferred.caller, neededCredits })
}
