import { PARTICLES, TITLES } from './person-words.ts'

/** Ranks and orders of birth, which name nobody: `Sir Edmund Loder, 2nd Baronet`. */
const RANKS = new Set(
  'baron baroness baronet bart bt count countess duke duchess earl esq hon marquess marquis rt sir viscount'.split(
    ' ',
  ),
)
const ORDINAL = /^\d+(?:st|nd|rd|th)$/

/** The words of a name, in normal form, that are neither titles nor particles; all of them where nothing else is left. */
export function nameWordsOf(words: readonly string[]): string[] {
  const names = words.filter(
    (word) =>
      word !== '' &&
      !TITLES.has(word) &&
      !RANKS.has(word) &&
      !PARTICLES.has(word) &&
      word !== 'of' &&
      !ORDINAL.test(word),
  )
  return names.length > 0 ? names : words.filter(Boolean)
}
