import { slipsBetween } from '../../../lib/slips.ts'
import { buildPhrases } from './phrases.ts'
import { comparisons, comparisonsBehind, type Comparison } from './tables/comparisons.ts'
import type { Word } from './words.ts'

/** A comparison at words, and the word after it. */
export interface ComparisonMatch {
  to: number
  values: readonly Comparison[]
}

const buildTable = (rows: typeof comparisons) =>
  buildPhrases(
    rows.flatMap(([value, phrases]) =>
      phrases.split(', ').map((phrase): [string, Comparison] => [phrase, value]),
    ),
  )
const before = buildTable(comparisons)
const behind = buildTable(comparisonsBehind)

/** `at least`, `more than`; misspelt ones too (`more then`, `mroe than`, `atleast`), where a number follows. */
export function readComparisonAt(words: readonly Word[], from: number): ComparisonMatch | undefined {
  const exact = before.at(words, from)
  const misspelt = readMisspelt(words, from)
  return misspelt !== undefined && misspelt.to > (exact?.to ?? from) ? misspelt : exact
}

/** `or more`, `and above`, `minimum` after a number or what it counts. */
export const readComparisonBehind = (words: readonly Word[], from: number): ComparisonMatch | undefined =>
  /^[\s+]*$/.test(words[from]?.gap ?? ',') ? behind.at(words, from) : undefined

const than = new Set(['than', 'then', 'thn', 'thna', 'tahn', 'tan', 'thant', 'thent', 'thaan', 'as'])
const comparatives: readonly (readonly [word: string, value: Comparison])[] = [
  ['more', 'more'],
  ['larger', 'more'],
  ['bigger', 'more'],
  ['greater', 'more'],
  ['higher', 'more'],
  ['less', 'less'],
  ['fewer', 'less'],
  ['smaller', 'less'],
  ['lower', 'less'],
]
const alone: readonly (readonly [word: string, value: Comparison])[] = [
  ['over', 'more'],
  ['above', 'more'],
  ['below', 'less'],
  ['under', 'less'],
  ['atleast', 'least'],
  ['atmost', 'most'],
  ['morethan', 'more'],
  ['lessthan', 'less'],
  ['fewerthan', 'less'],
  ['upto', 'most'],
]
const opposite: Partial<Record<Comparison, Comparison>> = { more: 'most', less: 'least' }

function readMisspelt(words: readonly Word[], from: number): ComparisonMatch | undefined {
  const word = words[from]
  if (word === undefined || word.isNumber) return undefined
  const next = words[from + 1]
  if (/^(no|not)$/.test(word.normal)) return readTurnedAt(words, from)
  if (next === undefined) return undefined
  if (than.has(next.normal) && isAmount(words, from + 2)) {
    const value = nearest(word.normal, comparatives) ?? nearest(word.normal, alone)
    return value && { to: from + 2, values: [value] }
  }
  if (/^(at|et|ta)$/.test(word.normal) && isAmount(words, from + 2)) {
    const value = nearest(next.normal, extremes)
    return value && { to: from + 2, values: [value] }
  }
  if (!isAmount(words, from + 1) || !isUnlikeWord(word.normal)) return undefined
  const value = nearest(word.normal, alone)
  return value && { to: from + 1, values: [value] }
}

const extremes = [
  ['least', 'least'],
  ['most', 'most'],
] as const

/** `no more then 50`; `no not more` is nothing that anybody says. */
function readTurnedAt(words: readonly Word[], from: number): ComparisonMatch | undefined {
  if (/^(no|not)$/.test(words[from + 1]?.normal ?? '')) return undefined
  const turned = readMisspelt(words, from + 1)
  const value = opposite[turned?.values[0] ?? 'about']
  return turned !== undefined && value !== undefined ? { to: turned.to, values: [value] } : undefined
}

/** Words that are one letter from a comparison and come before numbers by themselves. */
const isUnlikeWord = (word: string): boolean =>
  !/^(ever|oven|cover|rover|udder|elbow|bellow|about)$/.test(word)

const isAmount = (words: readonly Word[], at: number): boolean =>
  words[at]?.isNumber === true || numberNames.has(words[at]?.normal ?? '')
const numberNames = new Set(
  'a ten twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million one two three four five six seven eight nine'.split(
    ' ',
  ),
)

function nearest(
  word: string,
  among: readonly (readonly [word: string, value: Comparison])[],
): Comparison | undefined {
  if (word.length < 3) return undefined
  const near = among.filter(([each]) => slipsBetween(word, each, 1) <= 1)
  return new Set(near.map(([, value]) => value)).size === 1 ? near[0]![1] : undefined
}

export const listComparisonWords = () => [...before.vocabulary()]
