/** How likely a line and an entity are the same, and why. */
export interface JoinVerdict {
  /** 0..1 */
  score: number
  evidence: string[]
}

/** What the names of two records say. */
export interface Agreement {
  /** 0..1; 0 when they differ. */
  likeness: number
  text: string
}

/** Something two records say alike or not: what it leaves of the doubt (above 1 adds to it), in words. */
export interface Fact {
  left: number
  text: string
}

/** Doubt of people that may be left: wrong joins cost more than records that stay apart. */
const mostDoubtOfPeople = 0.08

/**
 * The verdict on two records whose names agree and that share no identifier: each further fact that agrees takes its
 * part of the doubt. Undefined when too much is left.
 */
export function weigh(
  doubt: number,
  facts: readonly Fact[],
  mostDoubt = mostDoubtOfPeople,
): JoinVerdict | undefined {
  const left = facts.reduce((rest, fact) => rest * fact.left, doubt)
  if (left > mostDoubt) return undefined
  return { score: Math.round((1 - left) * 1000) / 1000, evidence: facts.map(({ text }) => text) }
}
