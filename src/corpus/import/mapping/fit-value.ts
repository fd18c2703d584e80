import type { Drift } from '../formats/shape.ts'

/**
 * Brings a value into the type its member has, where that loses nothing; the schema refuses the rest. What can be no value
 * of the member (`-7` employees, `£3bn` where dollars are due and no rate is known) becomes undefined, and is reported.
 */
export type Fit = (value: unknown, context?: FitContext) => unknown

export interface FitContext {
  /** ISO date the row is true for. */
  asOf?: string | undefined
  /** Told of what is left out. */
  tell?: ((drift: Drift) => void) | undefined
}
