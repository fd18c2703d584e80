import type { CorpusKind, JoinVerdict } from '../kinds/index.ts'

/** Belief in the same entity from what is shared alone. */
const shared: Record<string, number> = { em: 0.9, dom: 0.9, soc: 0.9, ph: 0.7, nph: 0.9, near: 0.8 }
/** What equal names take of the doubt. */
const nameWeight = 0.8
/** Two pages of one person or company need their names to agree; so does a number, which changes hands. */
const leastWithoutName = 0.85

type Members = Readonly<Record<string, unknown>>

/**
 * Whether a line is about the entity it shares an e-mail address, number, account or domain with. Undefined when it is
 * not: the names differ (a family's mailbox, a number passed on, a domain sold), or what is shared is not enough.
 */
export function judgeShared(
  { identity }: Pick<CorpusKind, 'identity'>,
  token: string,
  { a, b, hasOtherSlug }: { a: Members; b: Members; hasOtherSlug: boolean },
): JoinVerdict | undefined {
  const sort = token.slice(0, token.indexOf(':'))
  const belief = shared[sort]
  // Other kinds have no identifiers that are shared.
  if (belief === undefined) return { score: 1, evidence: [`${token}: the same`] }
  const evidence = [`${token}: the same`]
  const agreement = identity.sameName?.(a, b)
  if (agreement === undefined) {
    const enough = belief >= leastWithoutName && !hasOtherSlug
    return enough ? { score: belief, evidence } : undefined
  }
  if (agreement.likeness === 0) {
    // A company is renamed, a person hardly ever: a domain that is all a line knows it by is that company's.
    const isRenamed = !hasOtherSlug && sort === identity.keptWhenRenamed
    return isRenamed ? { score: belief * 0.8, evidence: [...evidence, agreement.text] } : undefined
  }
  const score = 1 - (1 - belief) * (1 - nameWeight * agreement.likeness)
  return { score: Math.round(score * 1000) / 1000, evidence: [...evidence, agreement.text] }
}
