import { firstNameAgreement, type FirstNameAgreement } from './first-name.ts'
import type { PersonName } from './person-name.ts'
import { jaroWinkler } from '../../lib/similarity.ts'

/** How much a pair of words counts in a loose match, where an initial says less. */
const wordWeight: Record<FirstNameAgreement, number> = { same: 1, variant: 0.9, initial: 0.5 }
const maxWords = 12
const likeEnough = 0.93

/** Every word of the shorter name must pair with a word of its own in the longer one. */
export function looseScore(a: PersonName, b: PersonName): number {
  const [few, many] = [allWords(a), allWords(b)].sort((x, y) => x.length - y.length)
  if (few === undefined || many === undefined || few.length === 0) return 0
  const pairs = pairUp(few, many)
  if (pairs.length < few.length || pairs.every((pair) => pair.weight <= wordWeight.initial)) return 0
  const agreement = pairs.reduce((sum, pair) => sum + pair.weight, 0) / few.length
  const places = pairs.toSorted((x, y) => x.few - y.few).map((pair) => pair.many)
  const inOrder = places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0))
  const generation = compareSuffixes(a, b)
  return 0.95 * agreement * (0.6 + 0.4 * (few.length / many.length)) * (inOrder ? 1 : 0.95) * generation
}

function compareSuffixes(a: PersonName, b: PersonName): number {
  if (a.suffix === b.suffix) return 1
  return a.suffix === undefined || b.suffix === undefined ? 0.95 : 0.6
}

interface PlacedWord {
  text: string
  place: 'first' | 'middle' | 'last'
}

function allWords({ first, middle, last }: PersonName): PlacedWord[] {
  const placed = (text: string, place: PlacedWord['place']) =>
    text
      .split(' ')
      .filter(Boolean)
      .map((word) => ({ text: word, place }))
  return [...placed(first, 'first'), ...placed(middle.join(' '), 'middle'), ...placed(last, 'last')].slice(
    0,
    maxWords,
  )
}

interface Pair {
  few: number
  many: number
  weight: number
}

/** The best pairs first, each word once. */
function pairUp(few: readonly PlacedWord[], many: readonly PlacedWord[]): Pair[] {
  const all = few
    .flatMap((word, i) => many.map((other, j): Pair => ({ few: i, many: j, weight: wordScore(word, other) })))
    .filter((pair) => pair.weight > 0)
    .sort((x, y) => y.weight - x.weight)
  const chosen: Pair[] = []
  for (const pair of all) {
    if (chosen.every((other) => other.few !== pair.few && other.many !== pair.many)) chosen.push(pair)
  }
  return chosen
}

function wordScore(one: PlacedWord, other: PlacedWord): number {
  const [a, b] = [one.text, other.text]
  const agreement = firstNameAgreement(a, b)
  // A middle initial is never a family name.
  if (agreement === 'initial' && a !== b && isMiddleOfOne(one, other)) return 0
  if (agreement !== undefined) return wordWeight[agreement]
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 3) return 0
  if (long.startsWith(short)) return 0.8
  const likeness = jaroWinkler(short, long)
  return likeness >= likeEnough ? 0.8 * likeness : 0
}

const isMiddleOfOne = (one: PlacedWord, other: PlacedWord) =>
  (one.place === 'middle' && other.place === 'last') || (one.place === 'last' && other.place === 'middle')
