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
  /** What to ask the next source after what was found so far: leaves out what would be paid for twice. */
  narrow?(question: Question<C>, answers: readonly Provided<C>[]): Question<C>
  /** Why an answer is not taken: it is about another than who was asked for. Undefined takes it. */
  refuses?(answer: CapabilityAnswer<C>): string | undefined
  /** Milliseconds for all of it; what has not answered by then is a time-out. */
  withinMs?: number
  /** Only what earlier calls answered. */
  cachedOnly?: boolean
  /** Oldest answer of an earlier call that will do, in milliseconds; 0 asks anew. Default: as old as it is kept. */
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
