import { memo } from '../../lib/memo.ts'
import { normal } from './columns.ts'
import typeWords from '../../../data/reference/place-type-words.json' with { type: 'json' }

/** Everyday words for a sort of place that its type does not contain: a `cafe` is a coffee shop. */
const calledBesides = new Map<string, readonly string[]>(Object.entries(typeWords))

/** Words of a question that name no place. */
const fillers = new Set([
  'a',
  'an',
  'and',
  'at',
  'best',
  'for',
  'in',
  'near',
  'nearby',
  'of',
  'on',
  'or',
  'the',
  'top',
])

/**
 * One form for singular and plural: `bakeries` and `bakery`, `churches` and `church`. Both sides of a search use it.
 */
const oneOf = memo((word) => {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
})

const wordsIn = (text: string) =>
  normal(text)
    .split(' ')
    .filter((word) => word !== '')
    .map(oneOf)

/** Words by which a place is found: of its names, of its types and of their other names, in one form each. */
export function placeWords(texts: readonly (string | null | undefined)[], types: readonly string[]): string {
  const all = [...texts, ...types, ...types.flatMap((type) => calledBesides.get(type) ?? [])]
  return [...new Set(all.flatMap((text) => (text ? wordsIn(text) : [])))].join(' ')
}

/** Words of a question, all of which a place must have; empty where the question names nothing. */
export function askedPlaceWords(query: string): string[] {
  return [...new Set(wordsIn(query).filter((word) => !fillers.has(word)))]
}

/** Types that a question names by all words of one of their names: `pizza restaurant` names restaurants. */
export function placeTypesNamed(query: string): string[] {
  const queryWords = new Set(askedPlaceWords(query))
  const isNamed = (called: string) => wordsIn(called).every((word) => queryWords.has(word))
  return [...calledBesides].flatMap(([type, called]) => ([type, ...called].some(isNamed) ? [type] : []))
}
