import anyAscii from 'any-ascii'
import { isArabicFirstName, isFamilyNameOf, isKnownFirstName } from './family-names.ts'
import { memo } from '../../lib/memo.ts'
import { parsePersonName, type PersonName } from './person-name.ts'
import { looseScore } from './person-name-loose.ts'
import { nameReadings, type NameReading } from './person-readings.ts'
import { familyScore, givenScore, haveOthersBoth, type Spelling } from './person-name-parts.ts'
import { hasSlavicEnding, isPatronymic } from './romanization.ts'

/** How names are compared. */
export interface NameMatching {
  /** Also one name a part of the other, in any order, with prefixes and small misspellings. */
  loose: boolean
  /** Also a slip of the keyboard in a word. */
  fuzzy?: boolean
}

/** The worth of a reading other than the plain one. */
const otherReading = 0.98

/**
 * How well a candidate's name answers a queried one: 0 (no match) to 1 (the same name). Strict: given and family name
 * must agree in one of the ways both may be read (`nameReadings`), the given name also by nickname or initial, either by
 * transliteration. Where each of the two has a word that the other has not, they are two names: `Lucía Gómez Marín` is
 * not `Lucía Suárez Marín`. So are differing generations (Jr, III). Loose is never below strict.
 */
export function matchPersonName(query: string, candidate: string, how: NameMatching): number {
  const isNative = ideographs.test(query) && ideographs.test(candidate)
  // What both write in ideographs needs no transliteration, which has many of one sound.
  const [a, b] = [query, candidate].map((text) =>
    isNative ? writings(text).slice(0, 1) : writings(text),
  ) as [readonly Writing[], readonly Writing[]]
  // Marks that no alphabet spells are the same as themselves all the same.
  const { first, last } = a[0]?.name ?? { first: '', last: '' }
  if (query === candidate && first + last !== '') return 1
  let best = 0
  for (const one of a)
    for (const other of b) {
      if (best < 1) best = Math.max(best, agreedScore(one, other, how.fuzzy === true))
      if (best < 1 && how.loose) best = Math.max(best, looseScore(one.name, other.name))
    }
  return best
}

interface Writing {
  name: PersonName
  readings: readonly NameReading[]
  words: string
  /** The words as one. */
  letters: string
  /** Evidence of where the name is from. */
  isArabic: boolean
  isSlavic: boolean
  isKorean: boolean
  isVietnamese: boolean
}

const beyondLatin = /[\u0370-\uffff]/
const writings = memo(
  (text: string): readonly Writing[] => {
    const own = readWriting(parsePersonName(text))
    // A sign without letters is nobody's name, whatever it is called.
    if (!beyondLatin.test(text) || own.name.first + own.name.last === '') return [own]
    return [own, readWriting(parsePersonName(inLatin(text)))]
  },
  { entries: 5_000, longest: 100 },
)

/** A name in Latin letters, syllable by syllable where it is written without spaces: `陈小明` is `Chen Xiao Ming`. */
export function inLatin(name: string): string {
  return anyAscii(name).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

function readWriting(name: PersonName): Writing {
  const words = [name.first, ...name.middle, name.last].join(' ').split(' ').filter(Boolean)
  const ends = [words[0] ?? '', words.at(-1) ?? '']
  return {
    name,
    readings: nameReadings(name),
    words: words.join(' '),
    letters: words.join(''),
    isArabic: words.some(
      (word) => isArabicFirstName(word) || /^(?:al|el|bin|ibn|bint|abd|abdel|abu)$/.test(word),
    ),
    isSlavic: words.some((word) => hasSlavicEnding(word) || isPatronymic(word)),
    isKorean: ends.some((word) => isFamilyNameOf('korean', word)),
    isVietnamese: ends.some((word) => isFamilyNameOf('vietnamese', word)),
  }
}

/** Names of Chinese, Japanese and Korean writing stand family first and undivided, or parted and in either order. */
const ideographic = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2,}$/u

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function sameIdeographs(a: PersonName, b: PersonName): boolean {
  const [ones, others] = [a, b].map(({ first, middle, last }) => {
    const givenNames = [first, ...middle].join('').replaceAll(' ', '')
    return [`${last.replaceAll(' ', '')}${givenNames}`, `${givenNames}${last.replaceAll(' ', '')}`]
  }) as [string[], string[]]
  return ideographic.test(ones[0] as string) && ones.some((form) => others.includes(form))
}

/** What both ways of comparing say: where a word may be two parts of a name, one way may find what the other does not. */
function agreedScore(a: Writing, b: Writing, fuzzy: boolean): number {
  const score = strictScore(a, b, fuzzy)
  return score === 0 ? 0 : Math.min(score, strictScore(b, a, fuzzy))
}

function strictScore(a: Writing, b: Writing, fuzzy: boolean): number {
  const [one, other] = [a.name, b.name]
  if (one.first + one.last === '' || other.first + other.last === '') return 0
  if (sameIdeographs(one, other)) return 1
  if (one.suffix !== undefined && other.suffix !== undefined && one.suffix !== other.suffix) return 0
  const suffix = one.suffix === other.suffix ? 1 : 0.95
  const spelling: Spelling = {
    fuzzy,
    arabic: a.isArabic && b.isArabic,
    slavic: a.isSlavic && b.isSlavic,
    korean: a.isKorean && b.isKorean,
    vietnamese: a.isVietnamese && b.isVietnamese,
  }
  if (one.last === '' || other.last === '' || one.first === '' || other.first === '')
    return suffix * partialScore(one, other)
  return suffix * bestReadingScore(a, b, spelling)
}

/** The score of the readings that agree best; of the same letters it is hardly less than whole. */
function bestReadingScore(a: Writing, b: Writing, spelling: Spelling): number {
  if (a.words === b.words) return 1
  let best = a.letters === b.letters ? 0.97 : 0
  for (const [i, x] of a.readings.entries())
    for (const [j, y] of b.readings.entries()) {
      const most = i + j === 0 ? 1 : otherReading
      if (best >= most) continue
      const score = most * readingScore(x, y, spelling)
      if (score > best && !haveOthersBoth(x, y, spelling)) best = score
    }
  return best
}

/** A single name is that name alone; a title with a family name is anybody's of that title. */
function partialScore(a: PersonName, b: PersonName): number {
  return a.first === b.first && a.last === b.last ? 1 : 0
}

/** The worth of an initial for the family name; only beside a given name that tells something. */
const familyInitial = 0.8

function readingScore(a: NameReading, b: NameReading, spelling: Spelling): number {
  const family = familyScore(a.family, b.family, spelling)
  if (family > 0) {
    const givenNameScore = givenScore(a.given, b.given, {
      spelling,
      isStrong: Math.min(a.family.length, b.family.length) > 1,
    })
    return givenNameScore * family
  }
  // `Ramanathan S` and `Ramanathan Subramanian`; of `Anna K` there are many.
  const [one = '', other = ''] = [a.family[0], b.family[0]]
  const isInitial = (one.length === 1 || other.length === 1) && one[0] === other[0]
  const isRare =
    a.given[0] === b.given[0] && (a.given[0] ?? '').length > 4 && !isKnownFirstName(a.given[0] ?? '')
  return isInitial && isRare ? familyInitial : 0
}
