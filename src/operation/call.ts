import { minus, noCredits, plus, times, unitsPaidBy, type MilliCredits } from '../lib/credits.ts'
import type { PriceKey } from './price-list.ts'
import type { UnitPrices } from './price.ts'
import type { Hold } from './ports.ts'
import type { Caller, RecordTracer } from './ports.ts'

/** What a handler knows about the request in addition to its input. */
export interface Call extends Caller {
  requestId: string
  operationId: string
  /** Network address the request came from. */
  address: string
  /** Milliseconds since the epoch, fixed for the whole call. */
  nowMs: number
  /** The `Idempotency-Key` of the request. */
  idempotencyKey?: string | undefined
  /** The most that it may cost (`X-Max-Credits`), for work whose cost is known only while it is done. */
  maxCredits?: MilliCredits | undefined
  /** Aborts when the time limit passes or the client goes away. */
  signal: AbortSignal
  credit: Credit
  /** Where the members of records come from. */
  tracer?: RecordTracer | undefined
  /** The caller wants unknown members to be refused (`X-Strict`). */
  isStrict?: boolean | undefined
  /** Adds a line to the answer's `advice`. */
  advise(line: string): void
  /** Adds an entry to the answer's `warnings`. */
  warn(field: string, message: string): void
}

/** How far the held credits reach; a handler asks before it fetches. */
export interface Credit {
  /** Prices fixed with the hold, for answers that take the cheapest of several ways; empty when nothing is held. */
  readonly unitPrices: UnitPrices
  /** How many units of `key` can be paid, at most `wanted`, after the units in `spent`. */
  affords(key: PriceKey, wanted: number, spent?: { key: PriceKey; units: number }[]): number
}

export function makeCredit(hold: Hold | undefined): Credit {
  const unitPrice = (key: PriceKey): MilliCredits => hold?.unitPrices[key] ?? noCredits
  return {
    unitPrices: hold?.unitPrices ?? {},
    affords(key, wanted, spent = []) {
      const price = unitPrice(key)
      if (hold === undefined || price === noCredits) return wanted
      const used = plus(...spent.map(({ key: of, units }) => times(unitPrice(of), units)))
      return Math.max(0, Math.min(wanted, unitsPaidBy(minus(hold.amount, used), price)))
    },
  }
}
