import { commonWords, fullWordsByAbbreviation, genericWords } from './company-words.ts'
import { areNeighbours } from '../../lib/keyboard.ts'
import { slipsBetween } from '../../lib/slips.ts'

/** A name as letters without spaces, and its words. */
export interface Spelled {
  letters: string
  words: readonly string[]
}

/** Likeness of two names of which one may be misspelt, up to 1; 0 for two names. */
export function misspeltLikeness(a: Spelled, b: Spelled): number {
  const length = Math.min(a.letters.length, b.letters.length)
  const most = slipsAllowed(length)
  const slips = most === 0 ? 1 : slipsBetween(a.letters, b.letters, most)
  if (slips > most) return 0
  // All slips in one word may make another word of it (`Alpha Capital`, `Delta Capital`); one across a space does not.
  const isMoved = slips <= 1 && length >= enoughForOne && haveOtherLengths(a.words, b.words)
  const isWordByWord = a.words.length === b.words.length && a.words.length > 1
  if (isWordByWord && !isMoved && !wordsAlike(a.words, b.words)) return 0
  const likeness = Math.max(0, 1 - (0.9 * slips) / Math.max(8, length) - startDoubt(a.letters, b.letters))
  const isDoubtful =
    (isOtherLetter(a.letters, b.letters) && !isOneLongWord(a.words, b.words)) ||
    haveOtherStart(a.words, b.words) ||
    haveOtherInitials(a.words, b.words) ||
    Math.max(a.letters.length, b.letters.length) <= minWordLength ||
    isShortBeforeTrade(a, b) ||
    isLonger(a.letters, b.letters) ||
    haveOtherEnds(a.letters, b.letters)
  return isDoubtful ? Math.min(likeness, inDoubt) : likeness
}

/**
 * `Toyosaka` for `Toyonaka`: a letter replaced by one that lies elsewhere on the keyboard is a slip as well as another name,
 * so the company is told and not answered. One more, one less, one doubled, two swapped or a neighbouring key are slips.
 */
function isOtherLetter(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const places = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [index]))
  return places.some((place) => {
    const isSwappedHere = [place - 1, place + 1].some(
      (other) => a[place] === b[other] && a[other] === b[place] && a[other] !== undefined,
    )
    const [one, other] = [a[place] as string, b[place] as string]
    return !isSwappedHere && isVowel(one) === isVowel(other) && !areNeighbours(one, other)
  })
}

/**
 * Of 8,200 names of real companies two pairs of ten letters or more differ in one letter of a word so long, of
 * those of up to eight letters six hundred: `Elemantary` is a slip.
 */
const longEnough = 10

function isOneLongWord(a: readonly string[], b: readonly string[]): boolean {
  const others = a.flatMap((word, index) => (word === b[index] ? [] : [word]))
  return a.length === b.length && others.length === 1 && (others[0]?.length ?? 0) >= longEnough
}

/** `Rinse` and `Rinsed`: of a short name a letter more at its end makes another one, the same twice does not. */
function isLonger(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const isOneMore = long.length === short.length + 1 && long.startsWith(short)
  return isOneMore && long.length <= shortName && long.at(-1) !== short.at(-1)
}

const shortName = 7

const isVowel = (letter: string) => 'aeiouy'.includes(letter)

/**
 * `Kestrel Ridge` and `Kestrel Bridge`: a letter more at the start of a word makes another word, the same twice does not; so
 * does another first letter of a short one after (`Northgate Foods`, `Northgate Goods`).
 */
function haveOtherStart(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  return a.some((word, index) => {
    const other = b[index] as string
    const isDoubled = word[0] === word[1] || other[0] === other[1]
    if (index > 0 && word[0] !== other[0] && word.length <= minWordLength && isRhyme(word, other)) return true
    return (word.slice(1) === other || other.slice(1) === word) && !isDoubled
  })
}

/** `T Stamp` and `Stamp`: an initial more makes another name. */
function haveOtherInitials(a: readonly string[], b: readonly string[]): boolean {
  const isWord = (word: string) => word.length > 1
  return a.length !== b.length && a.filter(isWord).join(' ') === b.filter(isWord).join(' ')
}

/** `Lowe's` and `Loews`: names so short are mostly other names. */
const minWordLength = 5

/**
 * `TRM Labs` and `TamLabs`, `Airo Health` and `AIRx Health`: what tells a company from others of its trade is short, so another
 * letter makes another company, whatever comes after. Of four or five letters one neighbouring key, or one more or less, is a
 * slip; of three nothing is.
 */
function isShortBeforeTrade(a: Spelled, b: Spelled): boolean {
  const length = Math.min(tellingLength(a), tellingLength(b))
  if (a.words.length === b.words.length && isInTrade(a.words, b.words)) return false
  if (length > minWordLength || length >= Math.min(a.letters.length, b.letters.length)) return false
  return length <= shortWord || slipsBetween(a.letters, b.letters, 1) > 1 || isOtherKey(a.letters, b.letters)
}

/** Letters of the words that many companies do not have. */
const tellingLength = ({ words }: Spelled): number =>
  words.reduce((length, word) => length + (isOfMany(word) ? 0 : word.length), 0)

/** A word that many have is the misspelt one, as in `Acme Heatlh`. */
const isInTrade = (a: readonly string[], b: readonly string[]) =>
  a.some((word, index) => word !== b[index] && (isOfMany(word) || isOfMany(b[index] as string)))

const isOfMany = (word: string) =>
  commonWords.has(word) || genericWords.has(word) || fullWordsByAbbreviation.has(word)

/** One letter is replaced by one that is not a neighbour on the keyboard. */
function isOtherKey(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const places = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [index]))
  const [place] = places
  return places.length === 1 && place !== undefined && !areNeighbours(a[place] as string, b[place] as string)
}

/**
 * `Laguna` and `Alguna`: a short name that starts otherwise is another. `StackAI` and `Stacksi`: so is one that ends in what
 * companies put behind a name, where another letter makes the other end otherwise.
 */
function haveOtherEnds(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  if (length <= shortName && a[0] !== b[0]) return true
  if (a.length !== b.length || length >= longEnough || isSwapped(a, b)) return false
  return a.slice(0, -2) === b.slice(0, -2) && (ending.test(a) || ending.test(b))
}

const ending = /(?:ai|ar|hq|iq|io)$/

/** Too little to be answered (`sureEnough`), enough to be told with `minConfidence`. */
const inDoubt = 0.66

/** One slip in so many letters that are parted otherwise is no other name (`Fairwa yHealth`). */
const enoughForOne = 10
const otherStart = 0.08
/** `Hive Health` and `Dive Health`: a first letter is seldom mistyped, and another one makes another word. */
const rhyme = 0.25

const isRhyme = (a: string, b: string) => a.length === b.length && a.slice(1) === b.slice(1)

function startDoubt(a: string, b: string): number {
  if (a[0] === b[0]) return 0
  return isRhyme(a, b) ? rhyme : otherStart
}

/** Slips a name of so many letters may have: none below five, one up to nine, then one more for every eight. */
function slipsAllowed(length: number): number {
  if (length < 5) return 0
  return length < 10 ? 1 : Math.min(3, 2 + Math.floor((length - 10) / 8))
}

const haveOtherLengths = (a: readonly string[], b: readonly string[]) =>
  a.some((word, index) => word.length !== b[index]?.length)

const wordsAlike = (a: readonly string[], b: readonly string[]) =>
  a.every((word, index) => wordAlike(word, b[index] as string))

/** Each word is its counterpart but for slips its length allows, fewer where they begin with another letter. */
function wordAlike(a: string, b: string): boolean {
  if (a === b) return true
  // `AI` and `AAI`; another letter more makes other initials.
  if (Math.min(a.length, b.length) < shortWord && undoubled(a) !== undoubled(b) && !isSwapped(a, b))
    return false
  const length = Math.max(a.length, b.length)
  const most = wordSlips(length)
  const slips = slipsBetween(a, b, most)
  if (slips > (a[0] === b[0] ? most : Math.min(1, most))) return false
  // `Emi` and `Eri`: a letter replaced in so short a word is another word; one more, one less or two swapped is not.
  return length > shortWord || a.length !== b.length || isSwapped(a, b)
}

/** Slips that a word of so many letters may have. */
function wordSlips(length: number): number {
  if (length < 3) return 0
  return length < longWord ? 1 : 2 + Math.floor((length - longWord) / 4)
}

const shortWord = 3
const undoubled = (word: string) => word.replace(/(.)\1+/g, '$1')
const longWord = 8

const isSwapped = (a: string, b: string) => [...a].sort().join('') === [...b].sort().join('')
