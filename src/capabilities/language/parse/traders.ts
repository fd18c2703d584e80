import type { Industry } from '../../../corpus/records/index.ts'
import type { Cue, Mention } from './mention.ts'
import { isJoined, type Word } from './words.ts'

/** Plural words for people that are as well words for their firms, where a trade comes before: `insurance brokers`. */
const traders = new Set(
  'suppliers, resellers, importers, exporters, brokers, agents, dealers, advisers, advisors, contractors, builders, installers, distributors, wholesalers, traders, consultants, developers, designers, architects, operators, makler, vermittler, händler, courtiers, corredores, makelaars'.split(
    ', ',
  ),
)
/** Trades of traders that name no industry by themselves. */
const tradesAlone = new Map<string, Industry>([
  ['mortgage', 'Finance'],
  ['stock', 'Finance'],
  ['customs', 'Logistics'],
  ['car', 'Automotive'],
  ['estate', 'Real Estate'],
  ['letting', 'Real Estate'],
])
/** What firms manage; all other managers are people. */
const managed = new Map<string, Industry>([
  ['wealth', 'Finance'],
  ['asset', 'Finance'],
  ['fund', 'Finance'],
  ['property', 'Real Estate'],
])

/** What is said of companies and not of people. */
const ofCompanies = new Set<Cue>(['uses', 'founded', 'raised', 'revenue', 'offices', 'backed'])

const note = 'is read as companies of this trade, not as people.'

/**
 * Traders of which something is said that only companies have (`… that don't use Salesforce`, `… with 50 employees`), or at
 * which somebody works: companies of their trade. Of others nobody can tell, and the title stays.
 */
export function findTraders(mentions: readonly Mention[], words: readonly Word[]): Mention[] {
  return words.flatMap(({ normal }, at): Mention[] => {
    const trade = words[at - 1]?.normal ?? ''
    const isManaged = normal === 'managers' && managed.has(trade)
    if ((!traders.has(normal) && !isManaged) || at === 0 || !isJoined(words[at] as Word)) return []
    const before = mentions.find(({ is, to }) => is.kind === 'industry' && to === at)
    const alone = isManaged ? managed.get(trade) : tradesAlone.get(trade)
    const industry = before?.is.kind === 'industry' ? before.is.industry : alone
    if (industry === undefined) return []
    const [from, to] = [before?.from ?? at - 1, at + 1]
    // `car dealers`, of whom no table says that they are people.
    const isTitle = mentions.some((each) => each.is.kind === 'title' && each.from <= at && each.to > at)
    const isFirm = !isTitle || normal === 'operators' || normal === 'suppliers'
    if (!isFirm && !isEmployer(mentions, from) && !isCompany(mentions, words, { from, to })) return []
    return [
      {
        from,
        to,
        is: { kind: 'industry', industry, isWhole: false, isNoun: true },
        confidence: 0.75,
        weight: 4,
        note,
      },
    ]
  })
}

/** `software engineers at insurance brokers` */
const isEmployer = (mentions: readonly Mention[], from: number) =>
  mentions.some(({ is, to }) => is.kind === 'cue' && is.cue === 'at' && to === from) &&
  mentions.some(({ is, to }) => is.kind === 'title' && to < from)

function isCompany(
  mentions: readonly Mention[],
  words: readonly Word[],
  { from, to }: Pick<Mention, 'from' | 'to'>,
): boolean {
  const isHead = !mentions.some(
    ({ is, to: end }) => (is.kind === 'title' || is.kind === 'people') && end <= from,
  )
  if (!isHead) return false
  // Words after a company, an employer or `who` describe that.
  const end = mentions.reduce(
    (first, { is, from: start }) =>
      start >= to &&
      (is.kind === 'companies' ||
        (is.kind === 'industry' && is.isNoun) ||
        (is.kind === 'cue' && is.cue === 'at'))
        ? Math.min(first, start)
        : first,
    words.findIndex(({ normal }, at) => at >= to && normal === 'who') + 1 || words.length,
  )
  return mentions.some(
    ({ is, from: start }) =>
      start >= to &&
      start < end &&
      ((is.kind === 'cue' && ofCompanies.has(is.cue)) || (is.kind === 'quantity' && is.unit === 'employees')),
  )
}
