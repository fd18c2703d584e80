import { readCompanyHead, type FoundRecord } from '../../corpus/lookup/index.ts'
import { bestFit, exact, type CompanyMatch } from './company-match.ts'
import { queryFit, type CompanyNameQuery } from './company-names.ts'
import { rounded } from './confidence.ts'
import { areRelated, inContradiction, isContradicted } from './contradiction.ts'
import type { NameAsked } from './names-asked.ts'

/** Why companies in dispute are not answered. */
export const twoCompanies = 'The input names two companies; it is unclear which one is meant.'

/** Agreements by which a name is exactly a company's. */
const exactly: ReadonlySet<string> = new Set(['same', 'spelling'])

/**
 * All companies that are named, where the clues contradict each other: those of the strongest clue are one company, and the
 * domain or the name is exactly another's. Undefined if they agree, or say nothing of each other.
 */
export function inDispute(clues: {
  names: readonly NameAsked[]
  records: readonly FoundRecord[]
  identified: readonly FoundRecord[]
  behind: readonly FoundRecord[]
}): CompanyMatch[] | undefined {
  const { names, records, identified, behind } = clues
  const decided = (identified.length > 0 ? identified : behind).map(({ body }) => readCompanyHead(body))
  const isUnrelated = ({ body }: FoundRecord) =>
    !decided.some((record) => areRelated(record, readCompanyHead(body)))
  const byDomain = identified.length > 0 ? behind.filter(isUnrelated) : []
  const agrees = decided.some((record) => exact.has(bestFit(names, record)?.agreement ?? ''))
  const named = agrees
    ? []
    : records.filter((each) => names.some(({ name }) => isCalled(each, name)) && isUnrelated(each))
  const another = named.length > 0 ? 'contradicts' : 'nothing'
  const name = agrees ? 'agrees' : another
  const domain = byDomain.length > 0 ? 'contradicts' : 'nothing'
  const isDisputed =
    identified.length > 0
      ? isContradicted('companyIdentifier', { companyDomain: domain, companyName: name })
      : isContradicted('companyDomain', { companyName: name })
  if (!isDisputed) return undefined
  const all = new Map(
    [...(identified.length > 0 ? identified : behind), ...byDomain, ...named].map((each) => [each.id, each]),
  )
  const confidence = rounded(inContradiction / all.size)
  return [...all.values()].map(({ id, body }) => ({
    id,
    body,
    confidence,
    evidence: [disputeEvidence(id, { identified, behind }), twoCompanies],
  }))
}

function disputeEvidence(
  id: string,
  { identified, behind }: { identified: readonly FoundRecord[]; behind: readonly FoundRecord[] },
): string {
  const has = (records: readonly FoundRecord[]) => records.some((each) => each.id === id)
  if (has(identified)) return 'companyIdentifier: the same'
  return has(behind) ? 'companyDomain: the same' : 'companyName: the same'
}

const isCalled = ({ body }: FoundRecord, name: CompanyNameQuery): boolean =>
  exactly.has(queryFit(name, readCompanyHead(body), { fuzzy: false })?.agreement ?? '')
