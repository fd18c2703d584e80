import type { Attempt } from './attempt.ts'

/** How asking what is true now went. */
export type LiveAnswer<T> =
  | {
      state: 'found'
      answer: T
      /** Name of the source. */
      source: string
      /** When it was true, ISO 8601. */
      observedAt: string
      /** 0..1 */
      confidence: number
      /** Lines of the answer that could not be read and are not in it. */
      leftOut?: number | undefined
      /** Members that it says otherwise than the corpus, which knows them better. They are not in the answer. */
      withheld?: readonly string[] | undefined
    }
  /** A source answered that it knows nothing. */
  | { state: 'not_found' }
  /** Sources are set up, and none could answer. */
  | { state: 'unavailable' }
  /** No source is set up for this. */
  | { state: 'no_source' }

/** Lines (import format) of one page, and what the source calls the place where the next begins. */
export interface LivePage<L> {
  lines: L[]
  next: string | null
}

/** What no source has is not there only where every one of them could say so: one that failed might have had it. */
export function stateOfAttempts(attempts: readonly Attempt[]): 'no_source' | 'not_found' | 'unavailable' {
  if (attempts.length === 0) return 'no_source'
  return attempts.every(({ outcome }) => outcome === 'not_found') ? 'not_found' : 'unavailable'
}
