import type { Provided } from './attempt.ts'
import type { CapabilityAnswer, Capability, Question } from './capabilities.ts'

/** How sources are asked. */
export interface AskOptions<C extends Capability> {
  signal: AbortSignal
  /**
   * `sequence` (default): one after the other in the operator's order until `isEnough`. `race`: all at once, the first
   * answers that are enough win and the rest are aborted. `all`: one after the other, every one.
   */
  mode?: 'sequence' | 'race' | 'all'
  /** Whether what was found so far is enough. Default: anything found is. */
  isEnough?(answers: readonly Provided<C>[]): boolean | Promise<boolean>
  /** The question for the next source, given the findings so far: leaves out parts that would be paid for twice. */
  narrow?(question: Question<C>, answers: readonly Provided<C>[]): Question<C>
  /** Why an answer is rejected: it is about somebody other than the subject. Undefined accepts it. */
  refuses?(answer: CapabilityAnswer<C>): string | undefined
  /** Milliseconds for all of it; what has not answered by then is a time-out. */
  withinMs?: number
  /** Only what earlier calls answered. */
  cachedOnly?: boolean
  /** Maximum age of a cached answer, in milliseconds; 0 always asks the source. Default: as long as answers are kept. */
  maxAgeMs?: number
  /** Only these sources, by name. */
  only?: readonly string[]
}

/** One question to several sources. */
export interface SourceRequest<C extends Capability> {
  capability: C
  question: Question<C>
  options: AskOptions<C>
  /** Aborts with the caller's signal, and when the time for all of it is up. */
  signal: AbortSignal
}

/** Whether the answers so far will do. */
export async function isEnough<C extends Capability>(
  options: AskOptions<C>,
  answers: readonly Provided<C>[],
): Promise<boolean> {
  return options.isEnough === undefined ? answers.length > 0 : options.isEnough(answers)
}
