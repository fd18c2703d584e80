import { isNearGivenName } from './near-given-names.ts'
import { isNearSurname } from './near-surnames.ts'
import { isKnownFirstName, isListedFamilyName, koreanFamilySpellings } from './family-names.ts'
import { firstNameAgreement, type FirstNameAgreement } from './first-name.ts'
import type { NameReading } from './person-readings.ts'
import { leftOut, particleWords } from './person-words.ts'
import { isArabicSpelling, japaneseKey, koreanKey, slavicKey } from './romanization.ts'
import { jaroWinkler } from '../../lib/similarity.ts'
import { slipsBetween } from '../../lib/slips.ts'

/** What both names allow: misspellings, and the transliterations of what both are of. */
export interface Spelling {
  fuzzy: boolean
  arabic: boolean
  slavic: boolean
  korean: boolean
  vietnamese: boolean
}

/** How much a pair of given names counts. */
const givenWeight: Record<FirstNameAgreement, number> = { same: 1, variant: 0.92, initial: 0.8 }
const folded = 0.97
const transliterated = 0.95
/** A family name without its particles; the first of several surnames alone; a later one alone. */
const withoutParticles = 0.95
const firstSurname = 0.93
const laterSurname = 0.9
/** Known by the second of two given names. */
const secondGiven = 0.85

const isInitial = (word: string) => word.length === 1
const pickNames = (words: readonly string[]) => {
  const names = words.filter((word) => !particleWords.has(word))
  return names.length === 0 ? words : names
}

/** `van den Berg` and `Vandenberg`, `Müller` and `Mueller`, `Saint Clair` and `St. Clair`. */
const fold = (word: string) => word.replace(/^saint(?=.)/, 'st').replace(/([aou])e/g, '$1')

/** How alike two words (or several as one) are, but for nicknames and initials: 0 for two names. */
function wordLikeness(a: string, b: string, spelling: Spelling): number {
  if (a === b) return 1
  if (a.length < 2 || b.length < 2) return 0
  if (fold(a) === fold(b)) return folded
  if (isTransliterated(a, b, spelling)) return transliterated
  return spelling.fuzzy ? misspeltLikeness(a, b, spelling) : 0
}

function isTransliterated(a: string, b: string, { arabic, slavic, korean }: Spelling): boolean {
  if (arabic && isArabicSpelling(a, b)) return true
  if (slavic && a.length > 3 && b.length > 3 && slavicKey(a) === slavicKey(b)) return true
  if (korean && a.length > 3 && b.length > 3 && koreanKey(a) === koreanKey(b)) return true
  const key = japaneseKey(a)
  return key !== undefined && key.length > 1 && key === japaneseKey(b)
}

const likeEnough = 0.88
const isKnown = (word: string) =>
  isListedFamilyName(word) || isKnownFirstName(word) || isNearSurname(word) || isNearGivenName(word)

/** One slip, two in long words; two names that both exist are two names (`Özcan`, `Özkan`). */
function misspeltLikeness(a: string, b: string, { korean }: Spelling): number {
  const length = Math.min(a.length, b.length)
  if (length < 3) return 0
  const names = Number(isKnown(a)) + Number(isKnown(b))
  if (names === 2) return 0
  const most = length < 9 ? 1 : 2
  const slips = slipsBetween(a, b, most)
  if (slips > most) return 0
  // One slip at the start is one anywhere; with a second one it is another name.
  if (a[0] !== b[0] && slips > 1) return 0
  // `Su-bin` and `Su-min`: another letter makes another syllable.
  if (korean && a.length === b.length && syllable.test(a) && syllable.test(b) && !isSwapped(a, b)) return 0
  // `Dovan` and `Tovan`: another first letter makes another name of a short one; `Mric` is not a name, and `Eric` is.
  if (length < 6 && names === 0 && a.length === b.length && a.slice(1) === b.slice(1)) return 0
  // `Müller` and `Möller`: one vowel for another; two that changed places are a slip.
  const isVowel = a.length === b.length && a.replace(/[aeiou]/g, '.') === b.replace(/[aeiou]/g, '.')
  if (length < 8 && isVowel && !isSwapped(a, b)) return 0
  return 0.9 * Math.max(likeEnough, jaroWinkler(a, b))
}

/** One syllable of a Korean name. */
const syllable = /^[bcdghjklmnprstwy]{0,2}[aeiouwy]{1,3}(?:ng|[nklmpbgt])?$/

const isSwapped = (a: string, b: string) => [...a].sort().join('') === [...b].sort().join('')

/** How well two family names agree, up to 1; 0 when they do not. */
export function familyScore(a: readonly string[], b: readonly string[], spelling: Spelling): number {
  const whole = wordLikeness(a.join(''), b.join(''), spelling)
  if (whole >= transliterated) return a.length === b.length ? whole : Math.min(whole, folded)
  const [few, many] = [pickNames(a), pickNames(b)].sort((x, y) => x.length - y.length) as [string[], string[]]
  const isPart = few.length < many.length
  const exact = isPart ? { ...spelling, fuzzy: false } : spelling
  let likeness = 1
  let next = 0
  let started = 0
  for (const [index, word] of few.entries()) {
    let count = 0
    for (; next < many.length && count === 0; next++) count = familyWord(word, many[next] as string, exact)
    if (count === 0) return whole
    if (index === 0) started = next - 1
    likeness = Math.min(likeness, count)
  }
  const surname = started === 0 ? firstSurname : laterSurname
  return Math.max(whole, likeness * (isPart ? surname : withoutParticles))
}

function familyWord(a: string, b: string, spelling: Spelling): number {
  const likeness = wordLikeness(a, b, spelling)
  if (likeness > 0) return likeness
  if (spelling.korean && koreanFamilySpellings(a).includes(b)) return transliterated
  return spelling.arabic && firstNameAgreement(a, b) === 'variant' ? transliterated : 0
}

/**
 * How well given names agree: the first ones, then whatever further ones both have. `isStrong`: the family names are of
 * several words, so that a first one may be left out (`Javier Ortega Molina`).
 */
export function givenScore(
  a: readonly string[],
  b: readonly string[],
  { spelling, isStrong }: { spelling: Spelling; isStrong: boolean },
): number {
  const whole = wordLikeness(a.join(''), b.join(''), { ...spelling, fuzzy: false })
  if (whole > 0) return whole
  const [one = '', other = ''] = [a[0], b[0]]
  const first = givenWord(one, other, spelling)
  if (first > 0) return first * middleScore(a.slice(1), b.slice(1), spelling)
  return Math.max(withoutFirst(a, b, { spelling, isStrong }), withoutFirst(b, a, { spelling, isStrong }))
}

function givenWord(a: string, b: string, spelling: Spelling): number {
  const agreement = firstNameAgreement(a, b)
  if (agreement !== undefined) return givenWeight[agreement]
  return wordLikeness(a, b, spelling)
}

function withoutFirst(
  long: readonly string[],
  short: readonly string[],
  { spelling, isStrong }: { spelling: Spelling; isStrong: boolean },
): number {
  const [first = '', ...further] = long
  const [second = ''] = pickNames(further)
  if (second.length < 2 || (short[0] ?? '').length < 2) return 0
  // Initials before a name: `A. P. J. Abdul`.
  if (isInitial(first)) {
    const rest = long.slice(long.findIndex((word) => !isInitial(word)))
    return secondGiven * wordLikeness(rest.join(''), short.join(''), spelling)
  }
  const mayBeLeftOut = leftOut.has(first) || isStrong
  return mayBeLeftOut ? secondGiven * wordLikeness(second, short[0] as string, spelling) : 0
}

function middleScore(a: readonly string[], b: readonly string[], spelling: Spelling): number {
  if (a.join(' ') === b.join(' ')) return 1
  if (a.length === 0 || b.length === 0) return 0.97
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const agree = few.every((word) => many.some((other) => givenWord(word, other, spelling) > 0))
  return agree ? 0.98 : 0.93
}

interface Placed {
  word: string
  isGiven: boolean
}

const placedWords = ({ given: givenNames, family }: NameReading): Placed[] => [
  ...givenNames.map((word) => ({ word, isGiven: true })),
  ...family.map((word) => ({ word, isGiven: isInitial(word) })),
]

/**
 * Whether each of two names has a word that the other has not, which makes them two names: two words, or two given
 * names of which one may be an initial.
 */
export function haveOthersBoth(a: NameReading, b: NameReading, spelling: Spelling): boolean {
  const [ones, others] = [placedWords(a), placedWords(b)]
  const likenesses: ((x: string, y: string) => boolean)[] = [
    (x, y) => x === y,
    (x, y) => familyWord(x, y, spelling) > 0,
    (x, y) => !isInitial(x) && !isInitial(y) && givenWord(x, y, spelling) > 0,
    (x, y) => (x.length <= 2 || y.length <= 2) && (x.startsWith(y) || y.startsWith(x)),
  ]
  for (const isAlike of likenesses)
    for (let index = ones.length - 1; index >= 0; index--) {
      const position = others.findIndex(({ word }) => isAlike((ones[index] as Placed).word, word))
      if (position < 0) continue
      ones.splice(index, 1)
      others.splice(position, 1)
    }
  if (ones.length === 0 || others.length === 0 || areOne(ones, others, spelling)) return false
  // `Van` and `Thi` tell Vietnamese men and women apart; `bin` is a syllable of Korean names.
  const [here, there] = [ones, others].map((words) =>
    words.filter(({ word }) => spelling.vietnamese || spelling.korean || !particleWords.has(word)),
  ) as [Placed[], Placed[]]
  if (here.length === 0 || there.length === 0 || areOne(here, there, spelling)) return false
  const sides = [here, there]
  const isFull = ({ word }: Placed) => !isInitial(word)
  return (
    sides.every((words) => words.some(isFull)) || sides.every((words) => words.some(({ isGiven }) => isGiven))
  )
}

const areOne = (a: readonly Placed[], b: readonly Placed[], spelling: Spelling): boolean =>
  wordLikeness(a.map(({ word }) => word).join(''), b.map(({ word }) => word).join(''), spelling) > 0
