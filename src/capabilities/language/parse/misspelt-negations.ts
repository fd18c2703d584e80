import { findLanguages } from './language-of.ts'
import { toPhraseKey, type Word } from './words.ts'
import type { Language } from './tables/languages.ts'
import { negationPairs, sureNegations } from './tables/negations.ts'

/** Letters of the shortest negation that a slip is looked for of, and of which one letter may be another. */
const [shortest, anyLetter] = [3, 6]

const sure = sureNegations.map(([language, words]) => ({
  language,
  // As words are compared, and as they are written: `auer` is one letter from `außer`, and two from `ausser`.
  words: [...new Set(words.split(', ').flatMap((word) => [toPhraseKey(word), word]))].filter(
    ({ length }) => length >= shortest,
  ),
}))
const pairs = negationPairs.split(', ').map((pair) => toPhraseKey(pair).split(' '))

/**
 * Marks words that are likely a misspelt negation (`nciht`, `ont in the UK`, `dno't use`). Nothing is excluded by them, and
 * nothing after them is wanted: who typed them may mean either. `isExplained` are words that mean something as they are, and
 * `isKnown` those besides that are words of questions.
 */
export function withMisspeltNegations(
  words: readonly Word[],
  { isExplained, isKnown }: { isExplained: (at: number) => boolean; isKnown: (at: number) => boolean },
): Word[] {
  const languages = findLanguages(words)
  const among = sure.flatMap(({ language, words: negations }) =>
    languages.size === 0 || languages.has(language) ? negations : [],
  )
  return words.map((word, at) => {
    const isWord = isExplained(at) || isNamed(words, at)
    // So short a word is known of some language or other, and means nothing here.
    const isSlip =
      !isWord &&
      (!isKnown(at) || word.normal.length <= shortest) &&
      among.some((negation) => isSlipOf(word.normal, negation) || isSlipOf(word.text.toLowerCase(), negation))
    const mayExclude =
      isCut(words, at) || isMisspeltNo(words, at) || isSlip || (!isWord && isOfPair(words, at))
    return mayExclude ? { ...word, mayExclude } : word
  })
}

/** Written as a name: the first word of a sentence and a question in capitals say nothing. */
const isNamed = (words: readonly Word[], at: number): boolean =>
  at > 0 && /^\p{Lu}/u.test(words[at]!.text) && words.some(({ text }) => /^\p{Ll}{2}/u.test(text))

const verbs = 'can don won isn aren doesn didn haven hasn hadn wasn weren wouldn couldn shouldn mustn ain'
const cutVerbs = new Set(verbs.split(' '))

/** Part of a verb that is negated: the end of `dno't` and `don'tt`, the beginning of `don' use`. */
function isCut(words: readonly Word[], at: number): boolean {
  const { normal, gap } = words[at]!
  const isVerb = (word: Word | undefined) => cutVerbs.has(word?.normal ?? '')
  if (/^['’]$/.test(gap) && /^tt?$/.test(normal)) return normal === 'tt' || !isVerb(words[at - 1])
  const next = words[at + 1]
  return isVerb(words[at]) && normal !== 'can' && normal !== 'won' && /^['’]\s+$/.test(next?.gap ?? '')
}

/** `no` with a letter too many or too few: `nno fintech`, `, n Roma`, `que on usan`. */
function isMisspeltNo(words: readonly Word[], at: number): boolean {
  const { normal, gap } = words[at]!
  if (normal === 'nno' || normal === 'noo') return true
  if (!/^\s+$|[,;]\s*$/.test(gap) || !/^\s/.test(words[at + 1]?.gap ?? '')) return false
  const languages = findLanguages(words)
  const isAmong = (...these: Language[]) => these.some((language) => languages.has(language))
  // `CFOs n VPs` are both.
  if (normal === 'n')
    return /[,;]/.test(gap) || /^(with|but|que|in|aber|mais)$/.test(words[at - 1]?.normal ?? '')
  if (normal === 'o') return !isAmong('es', 'it', 'pt')
  return normal === 'on' && isAmong('es', 'it', 'pt', 'de') && !isAmong('en')
}

/** `ohter than`, `apart form`: one of two words as it should be, the other nearly. */
function isOfPair(words: readonly Word[], at: number): boolean {
  const [before, next] = [words[at - 1]?.normal, words[at + 1]?.normal]
  const { normal } = words[at]!
  return pairs.some(
    ([first = '', second = '']) =>
      (second === next && isSlipOf(normal, first)) || (first === before && isSlipOf(normal, second)),
  )
}

/** One letter left out or doubled, or two swapped; of long words one may be another. */
function isSlipOf(word: string, negation: string): boolean {
  if (word === negation || word.length < 2) return false
  let start = 0
  while (start < word.length && word[start] === negation[start]) start++
  const [rest, meant] = [word.slice(start), negation.slice(start)]
  return (
    rest === meant.slice(1) ||
    rest.slice(1) === meant ||
    (rest.slice(2) === meant.slice(2) && rest[0] === meant[1] && rest[1] === meant[0]) ||
    (negation.length >= anyLetter && rest.slice(1) === meant.slice(1))
  )
}
