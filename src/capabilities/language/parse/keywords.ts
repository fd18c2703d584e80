import { markCovered } from './coverage.ts'
import type { Mention } from './mention.ts'
import { isJoined, cutText, type Word } from './words.ts'

/** Longest phrase that is taken for keywords. */
const maxWords = 4

/** What no record says of a company in so many words, or nobody can measure: never keywords. */
const qualities = new Set(
  'private international regional national global local domestic overseas foreign profitable unprofitable successful good great best better top-rated innovative leading famous promising exciting trusted reliable cheap expensive interesting cool nice local independent family owned women woman female male men minority black led run similar related comparable rich wealthy smart talented experienced young old reputable popular growing stable risky ethical modern disruptive niche hot trending freelance international busy keen local nearby professional current native real fellow remote certified chartered retired limited angel bilingual multilingual female other such same people persons profitablen erfolgreiche innovative rentables exitosas innovadoras lucrativas inovadoras redditizie winstgevende'.split(
    ' ',
  ),
)

/** Words that say so, and are no slips of others. */
export const listQualityWords = (): Iterable<string> => qualities

/** Whether a word says how somebody or something is, which no record tells. */
export const isQuality = (normal: string): boolean => qualities.has(normal)

/**
 * Words that no table has become keywords where the grammar says that they describe: after `building` or `skilled in`,
 * and before a noun for companies. All others stay not understood.
 */
export function withKeywords(
  question: string,
  words: readonly Word[],
  chosen: readonly Mention[],
): Mention[] {
  const covered = markCovered(chosen, words.length)
  const mentions: Mention[] = []
  for (let from = 0; from < words.length; from++) {
    if (covered[from] === true || words[from]!.isNumber || qualities.has(words[from]!.normal)) continue
    let to = from + 1
    while (
      to < words.length &&
      covered[to] !== true &&
      isJoined(words[to]!) &&
      !qualities.has(words[to]!.normal) &&
      to - from < maxWords
    )
      to++
    // `nicht ebi Banken`: so small a word after a negation is likelier half of a word of grammar.
    const isRest = to === from + 1 && /^\p{Ll}{1,4}$/u.test(words[from]!.text) && isNegated(chosen, from)
    const isQuoted = /["“„«]\s*$/.test(words[from]!.gap)
    if (!isQuoted && (isRest || !describes(chosen, { from, to }))) {
      from = to - 1
      continue
    }
    const start = isQuoted ? from : withTrades(words, chosen, from)
    const end = behindTrades(words, chosen, start, to)
    const phrase = cutText(question, words, start, end).replace(/\s+/g, ' ')
    mentions.push({
      from: start,
      to: end,
      is: { kind: 'words', phrase },
      confidence: 0.55,
      note: 'is not a known term; it is searched as words of the record.',
    })
    from = end - 1
  }
  const coveredByKeywords = markCovered(mentions, words.length)
  const remaining = chosen.filter(({ from, to }) => !coveredByKeywords.slice(from, to).includes(true))
  return [...remaining, ...mentions].sort((a, b) => a.from - b.from)
}

const isNegated = (chosen: readonly Mention[], at: number): boolean =>
  chosen.some(({ is, to }) => to === at && is.kind === 'cue' && (is.cue === 'not' || is.cue === 'doubt'))

const joining = new Set(['industry', 'words', 'technology', 'function', 'size'])

/** Whether an unknown phrase is where descriptions do. */
function describes(chosen: readonly Mention[], { from, to }: { from: number; to: number }): boolean {
  const before = chosen.findLast((mention) => mention.to <= from && mention.is.kind !== 'filler')
  const gapBefore = before === undefined ? Number.POSITIVE_INFINITY : from - before.to
  if (before?.is.kind === 'cue' && ['about', 'skilled'].includes(before.is.cue) && gapBefore <= 1) return true
  if (before?.is.kind === 'industry' && gapBefore <= 1 && isPrecededByAbout(chosen, before)) return true
  let at = to
  for (const mention of chosen.filter(({ from: start }) => start >= to)) {
    if (mention.from !== at) return false
    // `ERP consultancies`, as `ERP companies`.
    if (mention.is.kind === 'companies' || (mention.is.kind === 'industry' && mention.is.isNoun)) return true
    if (!joining.has(mention.is.kind)) return false
    at = mention.to
  }
  return false
}

function isPrecededByAbout(chosen: readonly Mention[], mention: Mention): boolean {
  const before = chosen[chosen.indexOf(mention) - 1]
  return before?.is.kind === 'cue' && before.is.cue === 'about'
}

/** After `building` a trade next to unknown words is part of the phrase: `carbon accounting`. */
function withTrades(_words: readonly Word[], chosen: readonly Mention[], from: number): number {
  const before = chosen.find(({ to }) => to === from)
  return before?.is.kind === 'industry' && isPrecededByAbout(chosen, before) ? before.from : from
}

function behindTrades(words: readonly Word[], chosen: readonly Mention[], start: number, to: number): number {
  let end = to
  for (;;) {
    const next = chosen.find(({ from }) => from === end)
    if (
      next === undefined ||
      !['industry', 'function'].includes(next.is.kind) ||
      !isJoined(words[next.from]!)
    )
      return end
    const beyond = chosen.find(({ from }) => from === next.to)
    // `carbon accounting software companies`: the last trade before the noun is an industry.
    const isNoun = next.is.kind === 'industry' && next.is.isNoun
    if (isNoun || beyond?.is.kind === 'companies' || next.to - start > maxWords) return end
    end = next.to
  }
}
