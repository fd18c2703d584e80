import { customaryReading, normalName, parsePersonName, type PersonName } from '../names/index.ts'

/** Given and family name as written in a full name; null where it does not tell. */
export interface NameParts {
  first: string | null
  last: string | null
}

/** Names written without a space, family name first: nothing tells where one ends. */
const undivided = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u

/**
 * Splits a name: `Dr. Juan Carlos de la Cruz Jr.` is `Juan` and `de la Cruz`, `Lucía Suárez Marín` is `Lucía` and
 * `Suárez Marín`, `Nagy Péter` is `Péter` and `Nagy`.
 */
export function nameParts(full: string): NameParts {
  return partsBy(full, (name) => {
    const { given: givenNames, family } = customaryReading(name)
    return [givenNames.join(' '), family.join(' ')]
  })
}

/** The same with the last word as family name, whatever the culture, as records had it before. */
export function plainNameParts(full: string): NameParts {
  return partsBy(full, ({ first, last }) => [first, last])
}

function partsBy(full: string, read: (name: PersonName) => [first: string, last: string]): NameParts {
  const words = full.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word))
  if (words.length === 0 || (words.length === 1 && undivided.test(words[0]!)))
    return { first: null, last: null }
  const [first, last] = read(parsePersonName(full))
  return { first: written(words, first), last: written(words.toReversed(), last) }
}

/** The words of a name in normal form, as written: the first such run. */
function written(words: readonly string[], normal: string): string | null {
  if (normal === '') return null
  const count = normal.split(' ').length
  for (let length = 1; length <= Math.min(count, words.length); length++) {
    for (let start = 0; start + length <= words.length; start++) {
      const run = words.slice(start, start + length)
      for (const text of [run.join(' '), run.toReversed().join(' ')])
        if (normalName(text) === normal) return text
    }
  }
  return null
}
