import type { Annotator, Mention } from '../mention.ts'
import { findLanguages } from '../language-of.ts'
import { buildPhrases } from '../phrases.ts'
import type { Language } from '../tables/languages.ts'
import {
  butAlso,
  clauseWords,
  doubts,
  negationsOf,
  noNegations,
  notOnly,
  plainNegations,
} from '../tables/negations.ts'
import { toPhraseKey, type Word } from '../words.ts'
import { isPlaceName } from './places.ts'

const splitPhrases = (phrases: string) => phrases.split(', ')
const plainTable = buildPhrases(splitPhrases(plainNegations).map((phrase): [string, true] => [phrase, true]))
const ownTable = buildPhrases<readonly Language[]>(negationsOf)
const noneTable = buildPhrases(splitPhrases(noNegations).map((phrase): [string, true] => [phrase, true]))
const doubtTable = buildPhrases(splitPhrases(doubts).map((phrase): [string, true] => [phrase, true]))
const notOnlyTable = buildPhrases(splitPhrases(notOnly).map((phrase): [string, true] => [phrase, true]))
const goesOn = new Set(splitPhrases(butAlso))
const clause = new Set(splitPhrases(clauseWords).map(toPhraseKey))

/** `outside counsel`: somebody from elsewhere, and nothing that is excluded. */
const outsiders =
  /^(sales|counsel|funding|investors?|investments?|capital|directors?|consultants?|agency|agencies|money|plant)$/

/**
 * Words that exclude what follows. One that means something else in another language counts where the question is in a
 * language in which it excludes; where nothing tells, it is a doubt, and what follows is not understood.
 */
export const annotateNegations: Annotator = ({ words }) => {
  const mentions: Mention[] = []
  for (let from = 0; from < words.length; from++) {
    if (words[from]!.mayExclude === true)
      mentions.push({ from, to: from + 1, is: { kind: 'cue', cue: 'doubt' }, confidence: 1, weight: -2 })
    const shorthand = readShorthandAt(words, from)
    if (shorthand !== undefined)
      mentions.push({ from, to: from + 1, is: { kind: 'cue', cue: shorthand }, confidence: 1, weight: -1 })
    if (isLoneNor(words, from))
      mentions.push({ from, to: from + 1, is: { kind: 'cue', cue: 'doubt' }, confidence: 1, weight: -1 })
    const none = noneTable.at(words, from)
    if (none !== undefined)
      mentions.push({ from, to: none.to, is: { kind: 'filler' }, confidence: 1, weight: 1 })
    const partly = notOnlyTable.at(words, from)
    if (partly !== undefined) mentions.push(readNotOnly(words, from, partly.to))
    const doubt = doubtTable.at(words, from)
    if (doubt !== undefined)
      mentions.push({ from, to: doubt.to, is: { kind: 'cue', cue: 'doubt' }, confidence: 1, weight: -1.5 })
    const plain = plainTable.at(words, from)
    if (plain !== undefined && !isOtherwise(words, from, plain.to))
      mentions.push({
        from,
        to: plain.to,
        // `wihtout` may be it; nothing is excluded by a word that nobody wrote.
        is: { kind: 'cue', cue: words[from]!.meant === undefined ? 'not' : 'doubt' },
        confidence: 1,
        weight: -2,
      })
    const own = ownTable.at(words, from)
    const sureness = own === undefined ? 'no' : judgeNegation(words, from, own.values[0]!)
    // `no Brasil` is in it.
    if (
      own !== undefined &&
      sureness === 'no' &&
      words[from]!.normal === 'no' &&
      findLanguages(words).has('pt')
    )
      mentions.push({ from, to: own.to, is: { kind: 'cue', cue: 'in' }, confidence: 1, weight: -2 })
    if (own !== undefined && sureness !== 'no')
      mentions.push({
        from,
        to: own.to,
        is: { kind: 'cue', cue: sureness === 'sure' ? 'not' : 'doubt' },
        confidence: 1,
        weight: -2,
      })
  }
  return mentions
}

/**
 * `s/ Salesforce` and `c/ SAP` are without and with in Spanish and Portuguese; `EMEA ex UK` is the region without the
 * country.
 */
function readShorthandAt(words: readonly Word[], at: number): 'not' | 'with' | undefined {
  const { normal, gap } = words[at]!
  const next = words[at + 1]
  if (next === undefined) return undefined
  if (normal === 'ex')
    return !/[,;]/.test(gap) && isPlaceName(words, at + 1) && isBehindPlace(words, at) ? 'not' : undefined
  if (!/^\/\s*$/.test(next.gap) || !/^$|\s$/.test(gap)) return undefined
  if (normal === 's') return 'not'
  return normal === 'c' ? 'with' : undefined
}

/** Words of the longest name of a region. */
const maxRegionWords = 4

const isBehindPlace = (words: readonly Word[], at: number): boolean =>
  Array.from({ length: Math.min(at, maxRegionWords) }, (_, back) => at - 1 - back).some((from) =>
    isPlaceName(words, from),
  )

/** `either A nor B`, with no `neither` before: may be `either A or B` as well. */
function isLoneNor(words: readonly Word[], at: number): boolean {
  const { normal } = words[at]!
  if (normal === 'either') return words.slice(at + 1, at + 6).some((word) => word.normal === 'nor')
  return normal === 'nor' && !words.slice(0, at).some((word) => /^(n\w+|not|t|no|weder)$/.test(word.normal))
}

/** `not only in Spain but in Portugal` asks for both; `not only banks` for banks and whatever else. */
const readNotOnly = (words: readonly Word[], from: number, to: number): Mention => ({
  from,
  to,
  is: words.slice(to).some(({ normal }) => goesOn.has(normal))
    ? { kind: 'filler' }
    : { kind: 'cue', cue: 'doubt' },
  confidence: 1,
  weight: 1,
})

const isOtherwise = (words: readonly Word[], from: number, to: number): boolean =>
  words[from]!.normal === 'outside' && to === from + 1 && outsiders.test(words[to]?.normal ?? '')

/** Whether a word excludes here: surely, perhaps, or not at all. */
function judgeNegation(
  words: readonly Word[],
  at: number,
  negating: readonly Language[],
): 'sure' | 'doubt' | 'no' {
  const { normal } = words[at]!
  const next = words[at + 1]
  const languages = findLanguages(words)
  const isOwn = languages.size === 0 || negating.some((language) => languages.has(language))
  if (normal === 'menos' && ['de', 'que', 'mal'].includes(next?.normal ?? '')) return 'no'
  // `saas wo salesforce`: without, or the German word for where.
  if (normal === 'wo') return isOwn ? 'doubt' : 'no'
  if (normal !== 'no') {
    // `bakers ni Spain`: a word of another language needs that language.
    const isTold = languages.size > 0 || negating.includes('en')
    if (!isOwn) return 'no'
    return isTold ? 'sure' : 'doubt'
  }
  // `No. 1`, and the code of Norway.
  if (next === undefined || next.isNumber || words[at - 1]?.normal === 'in') return 'no'
  return surenessOfNo(words, at, { languages, isOwn })
}

/**
 * `no` excludes in English, Spanish and Italian, and is `in the` in Portuguese. Spanish and Italian go on with a clause:
 * `no en Lima`; of a place alone after it nobody can tell, unless a comma divides them.
 */
function surenessOfNo(
  words: readonly Word[],
  at: number,
  { languages, isOwn }: { languages: ReadonlySet<Language>; isOwn: boolean },
): 'sure' | 'doubt' | 'no' {
  const isApart = at === 0 || /[,;:(]/.test(words[at]!.gap) || words[at - 1]!.normal === 'but'
  const isClause = clause.has(words[at + 1]!.normal) && /^\p{Ll}/u.test(words[at + 1]!.text)
  const isPlace = !isClause && isPlaceName(words, at + 1)
  if (languages.has('pt')) {
    // `que no usam`: `in the` comes before no verb.
    if (words[at - 1]?.normal === 'que') return 'doubt'
    if (languages.size > 1 && isClause) return 'sure'
    if (languages.has('en')) return isPlace && !isApart ? 'doubt' : 'sure'
    return languages.size === 1 || isPlace ? 'no' : 'doubt'
  }
  if (!isOwn) return isPlace ? 'doubt' : 'no'
  if (languages.has('en') || !isPlace || isApart) return 'sure'
  return 'doubt'
}

/** Whether a word begins what excludes, or may exclude. */
export const isNegation = (words: readonly Word[], at: number): boolean =>
  [plainTable, ownTable, doubtTable].some((table) => table.at(words, at) !== undefined)

export const listNegationWords = () =>
  [plainTable, ownTable, noneTable, notOnlyTable, doubtTable].flatMap((table) => [...table.vocabulary()])
