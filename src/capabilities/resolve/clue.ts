import type { Condition } from '../../corpus/search/index.ts'
import type { PersonCareer } from '../../corpus/lookup/index.ts'

/** What a record says about one member of the request. */
export type Assessment =
  /** `strength` above 0 up to 1. `present`: it holds now, not only in the past. */
  | { verdict: 'agrees'; strength: number; present: boolean; evidence: string }
  | { verdict: 'differs'; evidence: string }
  /** The record says nothing about it. */
  | { verdict: 'unknown' }

/** A member of the request that describes a person without naming them. */
export interface Clue {
  /** Name of the request member. */
  member: string
  /** Share of the remaining doubt that full agreement takes away. */
  weight: number
  /** What contradiction leaves of the confidence. */
  penalty: number
  /**
   * Index conditions, each of which people who agree may satisfy. Apart, because the engine answers an OR across two
   * token columns four times slower than two questions (46 and 2 x 12 ms, 400,000 people).
   */
  conditions: readonly Condition[]
  assess(person: PersonCareer): Assessment
}

/** The strongest of several assessments. */
export function strongest(assessments: readonly Assessment[]): Assessment {
  let best: Assessment = { verdict: 'unknown' }
  for (const next of assessments) {
    if (next.verdict === 'unknown') continue
    if (best.verdict === 'unknown' || worth(next) > worth(best)) best = next
  }
  return best
}

const worth = (assessment: Assessment) => (assessment.verdict === 'agrees' ? assessment.strength : 0)
