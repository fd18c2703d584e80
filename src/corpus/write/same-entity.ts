import {
  findProvenance,
  type Beside,
  type CorpusKind,
  type JoinVerdict,
  type Sealed,
} from '../kinds/index.ts'

/** Belief in the same entity from what is shared alone. */
const shared: Record<string, number> = { em: 0.9, dom: 0.9, soc: 0.9, ph: 0.7, nph: 0.9, near: 0.8 }
/** The share of the doubt that equal names remove. */
const nameWeight = 0.8
/** Two pages of one person or company need their names to agree; so does a number, which changes hands. */
const minWithoutName = 0.85

type Members = Readonly<Record<string, unknown>>

/** Two that share an identifier others may have, too. */
export interface Sharers {
  a: Members
  b: Members
  contacts: Beside['contacts']
  /** Both have a page, and not the same. */
  hasOtherSlug: boolean
  /** Both are called what one import calls them. */
  isOneImport: boolean
}

/** What a name is from. */
export interface NameOrigin {
  source: string
  observedAt: string
}

/** What tells where the name of an entity is from; undefined if it has none. */
export function nameOrigin(
  { naming }: Pick<CorpusKind, 'naming'>,
  { members, sealed }: { members: Members; sealed: Pick<Sealed, 'provenance'> },
): NameOrigin | undefined {
  for (const name of naming) {
    const value = members[name]
    if (value !== null && value !== undefined && value !== '') return findProvenance(sealed, name, value)
  }
  return undefined
}

export const isSameOrigin = (a: NameOrigin | undefined, b: NameOrigin | undefined): boolean =>
  a !== undefined && b !== undefined && a.source === b.source && a.observedAt === b.observedAt

/** Whether two entities are called what one import of a file calls them. */
export function areOfOneImport(
  kind: Pick<CorpusKind, 'naming'>,
  a: { members: Members; sealed: Pick<Sealed, 'provenance'> },
  b: { members: Members; sealed: Pick<Sealed, 'provenance'> },
): boolean {
  return isSameOrigin(nameOrigin(kind, a), nameOrigin(kind, b))
}

/**
 * Whether a line is about the entity it shares an e-mail address, number, account or domain with. Undefined when it is
 * not: the names differ (a family's mailbox, a number passed on, a domain sold), or what is shared is not enough.
 */
export function judgeShared(
  { identity }: Pick<CorpusKind, 'identity'>,
  token: string,
  { a, b, contacts, hasOtherSlug, isOneImport }: Sharers,
): JoinVerdict | undefined {
  const sort = token.slice(0, token.indexOf(':'))
  const belief = shared[sort]
  // Other kinds have no identifiers that are shared.
  if (belief === undefined) return { score: 1, evidence: [`${token}: the same`] }
  const evidence = [`${token}: the same`]
  const agreement = identity.sameName?.(a, b, contacts)
  if (agreement === undefined) {
    const enough = belief >= minWithoutName && !hasOtherSlug
    return enough ? { score: belief, evidence } : undefined
  }
  if (agreement.likeness === 0) {
    // A company is renamed, a person hardly ever: a domain that is all a line knows it by is that company's. One file says of
    // one day what it is called, and two rows with other names are two.
    const isRenamed = !hasOtherSlug && !isOneImport && sort === identity.keptWhenRenamed
    return isRenamed ? { score: belief * 0.8, evidence: [...evidence, agreement.text] } : undefined
  }
  if (agreement.against !== undefined) return undefined
  const score = 1 - (1 - belief) * (1 - nameWeight * agreement.likeness)
  return { score: Math.round(score * 1000) / 1000, evidence: [...evidence, agreement.text] }
}
