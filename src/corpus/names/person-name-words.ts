import { particleWords, titles } from './person-words.ts'

/** Ranks and orders of birth, which name nobody: `Sir Edmund Loder, 2nd Baronet`. */
const ranks = new Set(
  'baron baroness baronet bart bt count countess duke duchess earl esq hon marquess marquis rt sir viscount'.split(
    ' ',
  ),
)
const ordinal = /^\d+(?:st|nd|rd|th)$/

/** The words of a name, in normal form, that are neither titles nor particles; all of them where nothing else is left. */
export function pickNameWords(words: readonly string[]): string[] {
  const names = words.filter(
    (word) =>
      word !== '' &&
      !titles.has(word) &&
      !ranks.has(word) &&
      !particleWords.has(word) &&
      word !== 'of' &&
      !ordinal.test(word),
  )
  return names.length > 0 ? names : words.filter(Boolean)
}
