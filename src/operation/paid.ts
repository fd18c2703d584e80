import type { PriceLine } from './price.ts'

/** Answer of an operation whose price cannot be read from its output: the handler says what to charge, as jobs do. */
export class Paid<O = unknown> {
  readonly output: O
  readonly lines: readonly PriceLine[]

  constructor(output: O, lines: readonly PriceLine[]) {
    this.output = output
    this.lines = lines
  }
}

/**
 * Answers `output` and charges these lines. Together they must not cost more than was set aside; if they do, it is a bug of
 * ours. A Failure instead of an output is answered as a failure and still charged: the search found nothing, but searching
 * is billed.
 */
export const paid = <O>(output: O, lines: readonly PriceLine[]) => new Paid(output, lines)
