import type { PriceLine } from './price.ts'

/** Answer of an operation whose price cannot be seen from its output: the handler says what is to be paid, as jobs do. */
export class Paid<O = unknown> {
  readonly output: O
  readonly lines: readonly PriceLine[]

  constructor(output: O, lines: readonly PriceLine[]) {
    this.output = output
    this.lines = lines
  }
}

/**
 * Answers `output` for these lines; together they cost no more than was set aside, or the answer is a fault of ours. A Failure
 * in its place is answered as one and charged all the same: what was asked for is not there, and looking for it is billed.
 */
export const paid = <O>(output: O, lines: readonly PriceLine[]) => new Paid(output, lines)
