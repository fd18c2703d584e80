import { slipsBetween } from '../../../lib/slips.ts'
import { singular, type Word } from './words.ts'

/** Shortest word that may have one slip, and two. */
const [oneSlip, twoSlips] = [5, 9]

/** Words of all tables, by their first letter and length. */
export interface Vocabulary {
  has(word: string): boolean
  /** The one word nearest to a misspelt one; undefined when none or several are. */
  nearest(word: string): string | undefined
}

export function vocabularyOf(words: Iterable<string>): Vocabulary {
  const known = new Set(words)
  const byShape = Map.groupBy(
    [...known].filter((word) => word.length >= oneSlip - 1 && /^[a-z]+$/.test(word)),
    (word) => `${word[0]}${word.length}`,
  )
  return {
    has: (word) => known.has(word),
    nearest(given) {
      // Tables have singulars: a misspelt plural is compared without its ending, too.
      return nearestOf(given) ?? (singular(given) === given ? undefined : nearestOf(singular(given)))
    },
  }

  function nearestOf(word: string): string | undefined {
    if (word.length < oneSlip || word.length > 24 || !/^[a-z]+$/.test(word)) return undefined
    const most = word.length >= twoSlips ? 2 : 1
    let best: string | undefined
    let least = most + 1
    let isTied = false
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const candidate of byShape.get(`${word[0]}${length}`) ?? []) {
        const slips = slipsBetween(word, candidate, most)
        if (slips > least || slips > most || isInflection(word, candidate)) continue
        isTied = slips === least
        least = slips
        best = candidate
      }
    }
    return isTied ? undefined : best
  }
}

/** Another form of a word is no slip: `planet` and `planets`, `invest` and `invests`. */
const isInflection = (word: string, candidate: string) =>
  Math.abs(candidate.length - word.length) === 1 &&
  (candidate.startsWith(word) || word.startsWith(candidate)) &&
  // Of a long word the last letter is as often left out as one within it: `singapor`.
  (candidate.length < longWord || candidate.endsWith('s'))

const longWord = 9

/** Puts slips right in words that no table has; a name behind a word such as `at` keeps its letters. */
export function corrected(
  words: readonly Word[],
  vocabulary: Vocabulary,
  isFree: (at: number) => boolean,
): Word[] {
  return words.map((word, at) => {
    if (word.isNumber || !isFree(at)) return word
    const meant = vocabulary.nearest(word.normal)
    return meant === undefined ? word : { ...word, normal: meant, meant }
  })
}
