import type { CompanyHead } from '../../corpus/lookup/index.ts'
import { queryFit, type NameFit } from './company-names.ts'
import { rounded, measureShares } from './confidence.ts'
import type { NameAsked } from './names-asked.ts'

export interface CompanyMatch {
  /** Entity id, decimal. */
  id: string
  body: string
  confidence: number
  evidence: string[]
}

export interface CompaniesFound {
  matches: CompanyMatch[]
  /** Why there are none. */
  message?: string
  /** The likeliest of those that are not sure enough to be answered. */
  likeliest?: CompanyMatch
}

/** Agreements that a question without fuzzySearch takes, too. */
export const exact: ReadonlySet<string> = new Set(['same', 'spelling', 'generic words', 'word order'])
const fuzzy = { fuzzy: true }

/** The best fit of the ways in which a name may be read. */
export function bestFit(names: readonly NameAsked[], record: CompanyHead): NameFit | undefined {
  let best: NameFit | undefined
  for (const { name } of names) {
    const fit = queryFit(name, record, fuzzy)
    if (fit !== undefined && (best === undefined || fit.likeness > best.likeness)) best = fit
  }
  return best
}

/**
 * How close one of several namesakes comes whose legal form or article is another than the one asked for: `The Flex
 * Company` is twelve times as likely to mean the one that calls itself so as `Flex Ltd.`.
 */
const otherForm = 0.94
/** Confidence of each of several of which one is meant: what it would have alone, shared among them. */
export function shared<T extends { rank: number; likeness: number; fit: NameFit | undefined }>(
  group: readonly T[],
  alone: (each: T) => number,
): (T & { confidence: number })[] {
  const shares = measureShares(
    group.map(({ rank, likeness, fit }) => ({
      rank,
      likeness: likeness * (fit?.hasOtherForm === true ? otherForm : 1),
    })),
  )
  return group
    .map((each, index) => ({ ...each, confidence: rounded(alone(each) * (shares[index] as number)) }))
    .sort((a, b) => b.confidence - a.confidence)
}
