import { companyNameForms, companyNameLikeness } from '../../corpus/names/index.ts'
import { registrableDomain } from '../../lib/domain-name.ts'
import { companyNames } from '../../corpus/search-index/index.ts'
import type { CompanyHead } from '../../corpus/lookup/index.ts'

/** What a clue says of the record that another one names. */
export type ClueVerdict = 'agrees' | 'contradicts' | 'nothing'

/**
 * How much clues weigh against each other. A page of the network outweighs a name that contradicts it and gives way to two
 * clues, or to the address or domain of another record; an address gives way to another name at another firm, a domain to a
 * name that is exactly another's.
 */
const weights = {
  profileIdentifier: 3,
  companyIdentifier: 3,
  emailAddress: 2,
  companyDomain: 2,
  companyName: 2,
  /** Of a person. */
  personName: 1.5,
  employer: 1.5,
}

export type ClueMember = keyof typeof weights

/** A value that is exactly somebody else's weighs against a record as much as its own page does for it. */
const weightsAgainst: Readonly<Record<ClueMember, number>> = { ...weights, companyDomain: 3 }

/** The confidence left for all records that contradictory clues name: never enough to be returned unasked. */
export const inContradiction = 0.48

/**
 * Whether the record that `decider` names is contradicted by as much as speaks for it. Then nobody can say which of the clues
 * is wrong: the answer is unsure, whatever the order of evidence.
 */
export function isContradicted(
  decider: ClueMember,
  others: Partial<Record<ClueMember, ClueVerdict>>,
): boolean {
  let [forIt, against] = [weights[decider], 0]
  for (const [member, verdict] of Object.entries(others) as [ClueMember, ClueVerdict][]) {
    if (verdict === 'agrees') forIt += weights[member]
    if (verdict === 'contradicts') against += weightsAgainst[member]
  }
  return against >= forIt
}

/** Names this alike make two records one company, or one of them a name of the other. */
const sameName = 0.8

/**
 * Whether two records may be of one company or of one group: they share a name or a domain, one is the parent of the other,
 * or one that has nothing but its name is called like a part of the other.
 */
export function areRelated(a: CompanyHead, b: CompanyHead): boolean {
  const [ones, others] = [listNames(a), listNames(b)]
  if (measureLikeness(ones, others, false) >= sameName) return true
  const domains = (record: CompanyHead) =>
    (record.domains ?? []).map((domain) => registrableDomain(domain) ?? domain)
  const [here, there] = [domains(a), domains(b)]
  if (here.some((domain) => there.includes(domain))) return true
  if (isParent(a, others) || isParent(b, ones)) return true
  const isBare = (record: CompanyHead) => (record.domains ?? []).length === 0 && record.li_org_id === null
  return (isBare(a) || isBare(b)) && measureLikeness(ones, others, true) > 0
}

const isParent = ({ parent }: CompanyHead, names: readonly string[]): boolean =>
  parent !== null && measureLikeness([parent], names, false) >= sameName

const maxNames = 10
const listNames = (record: CompanyHead) => companyNames(record).slice(0, maxNames)

function measureLikeness(ones: readonly string[], others: readonly string[], fuzzy: boolean): number {
  let best = 0
  for (const one of ones)
    for (const other of others) {
      const likeness = companyNameLikeness(companyNameForms(one), companyNameForms(other), { fuzzy })
      best = Math.max(best, likeness?.likeness ?? 0)
    }
  return best
}
