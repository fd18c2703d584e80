import type { Sealed } from '../sealed.ts'
import type { Terms } from './terms.ts'

/** How likely a line and an entity are the same, and why. */
export interface JoinVerdict {
  /** 0..1 */
  score: number
  evidence: string[]
}

/** Years from the observation of a member of the second of two records to that of the first; 0 where it is not known. */
export type YearsApart = (member: string) => number

/** E-mail addresses and telephone numbers, which no record shows. */
export type Contacts = Pick<Sealed, 'emails' | 'phoneNumbers'>

/** What the two records that are compared do not say themselves. */
export interface Beside {
  yearsApart: YearsApart
  /** Contact details of each. */
  contacts: readonly [Contacts | undefined, Contacts | undefined]
  /** Other ways in which the second of them has been written. */
  variants?: Sealed['variants']
  /** How often names and places occur in the corpus. */
  terms?: Terms
}

/** What the names of two records say. */
export interface Agreement {
  /** 0..1; 0 when they differ. */
  likeness: number
  text: string
  /** What speaks against one person, who share no more than an identifier others may have. */
  against?: string
}

/** A verdict by what two records say of themselves, which may leave too much doubt. */
export interface WeighedVerdict extends JoinVerdict {
  isConvincing: boolean
  /** Doubt, above 0: of several that convince the one that leaves the least is meant. */
  left: number
}

/** Something two records say alike or not: what it leaves of the doubt (above 1 adds to it), in words. */
export interface Fact {
  left: number
  text: string
}

/** Doubt of people that may be left: wrong joins cost more than records that stay apart. */
const maxDoubtOfPeople = 0.08

/**
 * The verdict on two records whose names agree and that share no identifier: each further fact that agrees takes its
 * part of the doubt.
 */
export function weigh(doubt: number, facts: readonly Fact[], mostDoubt = maxDoubtOfPeople): WeighedVerdict {
  const left = facts.reduce((rest, fact) => rest * fact.left, doubt)
  const score = Math.max(0, Math.round((1 - left) * 1000) / 1000)
  return { score, evidence: facts.map(({ text }) => text), isConvincing: left <= mostDoubt, left }
}

/** What convinces comes before what does not. */
export function leastDoubt(verdicts: readonly (WeighedVerdict | undefined)[]): WeighedVerdict | undefined {
  let best: WeighedVerdict | undefined
  for (const verdict of verdicts) {
    if (verdict === undefined) continue
    const isBetter =
      best === undefined ||
      (verdict.isConvincing === best.isConvincing ? verdict.left < best.left : verdict.isConvincing)
    if (isBetter) best = verdict
  }
  return best
}
