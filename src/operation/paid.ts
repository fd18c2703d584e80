import type { MilliCredits } from '../lib/credits.ts'
import type { Queryable } from '../store/postgres/index.ts'
import type { PriceLine } from './price.ts'

/** Answer of an operation whose price cannot be read from its output: the handler says what to charge, as jobs do. */
export class Paid<O = unknown> {
  readonly output: O
  readonly lines: readonly PriceLine[]
  readonly decide: PaidMore['decide']
  readonly charged: PaidMore['charged']
  readonly note: PaidMore['note']

  constructor(output: O, lines: readonly PriceLine[], { decide, charged, note }: PaidMore = {}) {
    this.output = output
    this.lines = lines
    this.decide = decide
    this.charged = charged
    this.note = note
  }
}

/** What belongs to a charge besides its lines. */
export interface PaidMore {
  /**
   * Runs in the transaction of the charge and answers which of the lines are charged; what it stores stands or falls with
   * them. It runs for sandbox keys, too, which pay nothing. A Failure that it throws is answered, and nothing is charged.
   */
  decide?: ((tx: Queryable) => Promise<readonly PriceLine[]>) | undefined
  /** Stores what `decide` came to cost, in the same transaction, where that is kept elsewhere; not called where it is nothing. */
  charged?: ((tx: Queryable, charged: MilliCredits) => Promise<void>) | undefined
  /** Why nothing is charged, for `chargeInfo`, where that is so. */
  note?: string | undefined
}

/**
 * Answers `output` and charges these lines. Together they must not cost more than was set aside; if they do, it is a bug of
 * ours. A Failure instead of an output is answered as a failure and still charged: the search found nothing, but searching
 * is billed.
 */
export const paid = <O>(output: O, lines: readonly PriceLine[], more: PaidMore = {}) =>
  new Paid(output, lines, more)
