import { companyNameForms, companyNameLikeness } from '../../lib/company-likeness.ts'
import { matchPersonName } from '../../lib/person-name.ts'
import type { EntityKind } from '../commits/index.ts'

/** How likely a line and an entity that share an identifier are the same, and why. */
export interface JoinVerdict {
  /** 0..1 */
  score: number
  evidence: string[]
}

/** Belief in the same entity from what is shared alone. */
const shared: Record<string, number> = { em: 0.9, dom: 0.9, soc: 0.9, ph: 0.7 }
/** Names this alike are one person's. */
const sameName = 0.6
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
  kind: EntityKind,
  token: string,
  { a, b, hasOtherSlug }: { a: Members; b: Members; hasOtherSlug: boolean },
): JoinVerdict | undefined {
  const sort = token.slice(0, token.indexOf(':'))
  const belief = shared[sort]
  // Other kinds have no identifiers that are shared.
  if (belief === undefined) return { score: 1, evidence: [`${token}: the same`] }
  const evidence = [`${token}: the same`]
  const agreement = kind === 'companies' ? companyNames(a, b) : personNames(a, b)
  if (agreement === undefined) {
    const enough = belief >= leastWithoutName && !hasOtherSlug
    return enough ? { score: belief, evidence } : undefined
  }
  if (agreement.likeness === 0) {
    // A company is renamed, a person hardly ever: a domain that is all a line knows it by is that company's.
    const isRenamed = kind === 'companies' && !hasOtherSlug && sort === 'dom'
    return isRenamed ? { score: belief * 0.8, evidence: [...evidence, agreement.text] } : undefined
  }
  const score = 1 - (1 - belief) * (1 - nameWeight * agreement.likeness)
  return { score: Math.round(score * 1000) / 1000, evidence: [...evidence, agreement.text] }
}

interface Agreement {
  likeness: number
  text: string
}

/** Undefined when one of them has no name. */
function personNames(a: Members, b: Members): Agreement | undefined {
  const [one, other] = [fullName(a), fullName(b)]
  if (one === '' || other === '') return undefined
  const found = matchPersonName(one, other, { loose: true })
  const likeness = found >= sameName ? found : 0
  return { likeness, text: `name: ${one} and ${other}${likeness === 0 ? ' differ' : ''}` }
}

/** The name of a person record, or its parts. */
export function fullName(members: Members): string {
  const parts = [members['first_name'], members['last_name']].filter(Boolean).join(' ')
  return String(members['name'] ?? parts)
}

function companyNames(a: Members, b: Members): Agreement | undefined {
  const [ones, others] = [allNames(a), allNames(b)]
  if (ones.length === 0 || others.length === 0) return undefined
  let best = 0
  for (const one of ones)
    for (const other of others) {
      const found = companyNameLikeness(companyNameForms(one), companyNameForms(other), { fuzzy: true })
      best = Math.max(best, found?.likeness ?? 0)
    }
  return { likeness: best, text: `name: ${ones[0]} and ${others[0]}${best === 0 ? ' differ' : ''}` }
}

const mostNames = 10

function allNames(members: Members): string[] {
  const names = [members['preferred_name'], ...((members['names'] as unknown[] | null | undefined) ?? [])]
  return names.filter((name): name is string => typeof name === 'string' && name !== '').slice(0, mostNames)
}
