import { memo } from '../../../../lib/memo.ts'
import { normalText } from '../../../../lib/text-normal.ts'

const normal = memo(normalText)

/** Whether one of some words or phrases occurs in a text as whole words, accents and case aside. */
export function mentions(
  texts: readonly (string | null | undefined)[],
  phrases: readonly string[] | undefined,
): boolean {
  if (phrases === undefined) return true
  const wanted = phrases.map((phrase) => normal(phrase)).filter((phrase) => phrase !== '')
  return texts.some((text) => {
    if (!text) return false
    const words = ` ${normal(text)} `
    return wanted.some((phrase) => words.includes(` ${phrase} `))
  })
}

/** Whether a name is one of those listed, accents and case aside. Without a list any name is. */
export function isOneOf(name: string | null | undefined, names: readonly string[] | undefined): boolean {
  if (names === undefined) return true
  return !!name && names.some((other) => normal(other) === normal(name))
}

/** The form in which texts are compared: spelling and white space aside, punctuation as it is. */
export const textKey = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim()

/** `NodeJS`, `Node.js` and `node js` are one name, `React.js` and `React` another. */
const nameOnList = memo((name) =>
  normalText(name)
    .replaceAll(' ', '')
    .replace(/(?<=..)js$/, ''),
)

/**
 * Named things that came to a list, whatever its order, once each. Nothing where one of the lists is not known: nobody
 * and no company is without skills or technologies, so an empty one is not.
 */
export function findAddedNames(
  before: readonly string[] | null | undefined,
  after: readonly string[] | null | undefined,
): { key: string; name: string }[] {
  if (!before || before.length === 0 || !after) return []
  const names = new Set(before.map((name) => nameOnList(name)))
  const added = new Map<string, string>()
  for (const name of after) {
    const key = nameOnList(name)
    if (key !== '' && !names.has(key) && !added.has(key)) added.set(key, name)
  }
  return [...added].map(([key, name]) => ({ key, name }))
}

/** Whether a name on such a list is one of some; any name where none are given. */
export const isListed = (name: string, names: readonly string[] | undefined): boolean =>
  names === undefined || names.some((other) => nameOnList(other) === nameOnList(name))

/** What came to a list of things distinguished by a key. Nothing where one of the lists is not known. */
export function findAddedBy<T>(
  before: readonly T[] | null | undefined,
  after: readonly T[] | null | undefined,
  makeKey: (thing: T) => string | undefined,
): { key: string; thing: T }[] {
  if (!before || !after) return []
  const keys = new Set(before.map(makeKey))
  const added = new Map<string, T>()
  for (const thing of after) {
    const key = makeKey(thing)
    if (key !== undefined && !keys.has(key) && !added.has(key)) added.set(key, thing)
  }
  return [...added].map(([key, thing]) => ({ key, thing }))
}

/** Names in a sentence: `A, B and 3 more`. */
export function writeNames(names: readonly (string | null | undefined)[]): string {
  const present = names.flatMap((name) => (name ? [name] : []))
  if (present.length === 0) return 'one without a name'
  if (present.length <= 2) return present.join(' and ')
  return `${present.slice(0, 2).join(', ')} and ${present.length - 2} more`
}
