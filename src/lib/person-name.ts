import { firstNameAgreement, type FirstNameAgreement, normalName } from './first-name.ts'
import {
  CREDENTIALS,
  DOTTED_TITLES,
  GENERATIONS,
  LOOSE_CREDENTIALS,
  PARTICLES,
  TITLE_PARTS,
  TITLES,
} from './person-words.ts'
import { jaroWinkler } from './similarity.ts'
import { streamSafe } from './stream-safe.ts'

/** A personal name in normal form (accents stripped, lower case). A single name stands in `first`, `last` is ''. */
export interface PersonName {
  /** '' only when a title is all that stands beside the family name (`Dr. Smith`). */
  first: string
  middle: string[]
  last: string
  /** The generation (`jr`, `sr`, `ii` …); titles and degrees are dropped. */
  suffix?: string
}

interface Word {
  text: string
  raw: string
}

const MAX_INPUT = 300
/** Nicknames and remarks: William "Bill" Clinton, Anna (née Lee). */
const ASIDES = /\([^)]*\)|\[[^\]]*\]|["“”„«»][^"“”„«»]*["“”«»]|(?<=\s)['‘][^'’]+['’](?=\s)/g

/** `Dr. h.c.`: after a title only, since H. C. is also two initials. */
const HONORIS_CAUSA = /(?<=\.\s?)h\.\s?c\.(?=\s)/g
/** `’t Hooft` is one word with its article; a `t` of its own would be an initial. */
const DUTCH_ARTICLE = /(^|\s)['’‘`]t\s+(?=\p{Lu})/gu

/** `Ann Lee | CEO at Acme`, `Ann Lee – hiring`: what people write behind their name. */
function withoutTagline(text: string): string {
  const [name = ''] = text.split(/\s(?:[|•·–—]|\/\/)\s/, 1)
  return /\p{L}\S*\s+\S*\p{L}/u.test(name) ? name : text
}

/**
 * Takes a full name apart: `Dr. Juan Carlos de la Cruz Jr., MBA` and `de la Cruz, Juan Carlos`. Family names take
 * their particles along. Never throws; a text without letters gives empty parts.
 */
export function parsePersonName(full: string): PersonName {
  const text = withoutTagline(streamSafe(full.trim().slice(0, MAX_INPUT)).normalize('NFKC'))
    .replace(HONORIS_CAUSA, ' ')
    .replace(DUTCH_ARTICLE, '$1t')
  const plain = text.replace(ASIDES, ' ')
  const segments = (normalName(plain) === '' ? text : plain)
    .split(',')
    .map(splitWords)
    .filter((words) => words.length > 0)
  const generations: string[] = []
  dropCredentialSegments(segments, generations)
  const [family = [], ...rest] = segments
  const titled = dropTitles(family)
  dropSuffixes(family, generations)
  const given = rest.flat()
  dropTitles(given)
  dropSuffixes(given, generations)
  const parts = given.length > 0 ? inverted(family, given) : inOrder(family, titled)
  const [suffix] = generations
  return suffix === undefined ? parts : { ...parts, suffix }
}

/**
 * First and last name in normal form, the form in which names are looked up; titles, degrees, generations and middle
 * names are left out. Empty only for blank text.
 */
export function personNameKey(full: string): string {
  const { first, last } = parsePersonName(full)
  return `${first} ${last}`.trim() || full.trim().slice(0, MAX_INPUT).toLowerCase()
}

function splitWords(segment: string): Word[] {
  return segment
    .replace(/(?<=\p{Lo})[·・‧](?=\p{Lo})/gu, ' ')
    .split(/\s+/)
    .flatMap((raw) => {
      const joined = normalName(raw.replaceAll('.', ''))
      if (joined === '') return []
      if (isAbbreviation(joined) || !/\p{L}\.\p{L}/u.test(raw)) return [{ text: joined, raw }]
      // `J.R.R.` are three initials.
      return raw
        .split(/(?<=\.)/)
        .map((part) => ({ text: normalName(part), raw: part }))
        .filter((part) => part.text !== '')
    })
}

function isAbbreviation(text: string): boolean {
  return CREDENTIALS.has(text) || LOOSE_CREDENTIALS.has(text) || TITLES.has(text) || GENERATIONS.has(text)
}

/** `Ann Lee, PhD, SHRM-CP`: segments after the first that hold degrees only, known or in capitals. */
function dropCredentialSegments(segments: Word[][], generations: string[]): void {
  const first = segments[0] ?? []
  const mixedCase = first.some(({ raw }) => /\p{Ll}/u.test(raw))
  const looksLikeDegree = ({ raw }: Word): boolean =>
    first.length > 1 && mixedCase && /^[\p{Lu}\d.-]{2,9}$/u.test(raw)
  while (segments.length > 1) {
    const tail = segments.at(-1) ?? []
    if (!tail.every((word) => isAbbreviation(word.text) || looksLikeDegree(word))) return
    for (const { text } of tail) generations.unshift(...generationOf(text))
    segments.pop()
  }
}

function generationOf(text: string): string[] {
  const generation = GENERATIONS.get(text)
  return generation === undefined ? [] : [generation]
}

/** A title, or several joined by hyphens: `Dipl.-Ing.`, `Prof.-Dr.` */
function isTitle(text: string): boolean {
  if (TITLES.has(text)) return true
  const [first = '', ...rest] = text.split(' ')
  return (
    rest.length > 0 && TITLES.has(first) && rest.every((part) => TITLES.has(part) || TITLE_PARTS.has(part))
  )
}

function dropTitles(words: Word[]): boolean {
  let dropped = false
  for (let head = words[0]; head !== undefined && words.length > 1; head = words[0]) {
    const isDotted = head.raw.endsWith('.')
    if (
      !isTitle(head.text) &&
      !(DOTTED_TITLES.has(head.text) && head.raw.length > 2 && isDotted) &&
      !(dropped && isDotted && TITLE_PARTS.has(head.text))
    )
      break
    words.shift()
    dropped = true
  }
  return dropped
}

function dropSuffixes(words: Word[], generations: string[]): void {
  for (let tail = words.at(-1); tail !== undefined && words.length > 1; tail = words.at(-1)) {
    const degree = LOOSE_CREDENTIALS.has(tail.text) && isWrittenAsDegree(tail, words)
    // A roman five is more often an initial, so it counts after two names only.
    const fifth = tail.text === 'v' && words.length > 2 && !tail.raw.endsWith('.')
    if (!GENERATIONS.has(tail.text) && !isCredential(tail) && !degree && !fifth) return
    generations.unshift(...(fifth ? ['v'] : generationOf(tail.text)))
    words.pop()
  }
}

/** `PhD`, `SHRM-SCP`. */
function isCredential({ text, raw }: Word): boolean {
  if (CREDENTIALS.has(text)) return true
  return CREDENTIALS.has(text.split(' ')[0] ?? '') && /^[\p{Lu}\d.-]+$/u.test(raw)
}

/** `M.A.`, or `MA` after at least two names that are not in capitals themselves. */
function isWrittenAsDegree({ raw }: Word, words: readonly Word[]): boolean {
  if (/\p{L}\.\p{L}/u.test(raw)) return true
  return (
    words.length > 2 && /^\p{Lu}.*\p{Lu}/u.test(raw) && words.some((word) => /\p{Lu}\p{Ll}+$/u.test(word.raw))
  )
}

function inverted(family: readonly Word[], given: readonly Word[]): PersonName {
  const [first = '', ...middle] = given.map((word) => word.text)
  return { first, middle, last: family.map((word) => word.text).join(' ') }
}

function inOrder(words: readonly Word[], titled: boolean): PersonName {
  const texts = words.map((word) => word.text)
  if (texts.length <= 1) {
    const [only = ''] = texts
    return titled ? { first: '', middle: [], last: only } : { first: only, middle: [], last: '' }
  }
  let start = texts.length - 1
  while (start > 1 && PARTICLES.has(texts[start - 1] ?? '')) start--
  // `Ortega y Gasset`: the conjunction takes the name before it along.
  if (start > 1 && texts[start] === 'y') start--
  return { first: texts[0] ?? '', middle: texts.slice(1, start), last: texts.slice(start).join(' ') }
}

/** How much a pair of first names counts in a strict match. */
const FIRST_WEIGHT: Record<FirstNameAgreement, number> = { same: 1, variant: 0.92, initial: 0.8 }
/** The same for any word of a name in a loose match, where an initial says less. */
const WORD_WEIGHT: Record<FirstNameAgreement, number> = { same: 1, variant: 0.9, initial: 0.5 }
const MAX_WORDS = 12
const LIKE_ENOUGH = 0.93

/**
 * How well a candidate's name answers a queried one: 0 (no match) to 1 (the same name). Strict: first and last name
 * must agree, accents aside, the first name also by nickname or initial; differing middle names lower the score,
 * differing generations (Jr, III) rule the match out. Loose: also one name a part of the other, in any order, with
 * prefixes and small misspellings; never below the strict score.
 */
export function matchPersonName(query: string, candidate: string, { loose }: { loose: boolean }): number {
  const a = parsePersonName(query)
  const b = parsePersonName(candidate)
  const strict = strictScore(a, b)
  return loose && strict < 1 ? Math.max(strict, looseScore(a, b)) : strict
}

/** Names of Chinese, Japanese and Korean writing stand family first and undivided, or parted and in either order. */
const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]{2,}$/u

function sameIdeographs(a: PersonName, b: PersonName): boolean {
  const [ones, others] = [a, b].map(({ first, middle, last }) => {
    const given = [first, ...middle].join('').replaceAll(' ', '')
    return [`${last.replaceAll(' ', '')}${given}`, `${given}${last.replaceAll(' ', '')}`]
  }) as [string[], string[]]
  return IDEOGRAPHIC.test(ones[0] as string) && ones.some((form) => others.includes(form))
}

function strictScore(a: PersonName, b: PersonName): number {
  if (a.first + a.last === '' || b.first + b.last === '') return 0
  if (sameIdeographs(a, b)) return 1
  if (a.suffix !== undefined && b.suffix !== undefined && a.suffix !== b.suffix) return 0
  const last = lastNameScore(a.last, b.last)
  if (last === 0) return 0
  const oneSuffix = a.suffix === b.suffix ? 1 : 0.95
  if (a.first === '' || b.first === '') return a.first === b.first ? last * oneSuffix : 0
  return givenNameScore(a, b) * last * oneSuffix
}

function lastNameScore(a: string, b: string): number {
  if (a === b) return 1
  return a !== '' && lastNameFold(a) === lastNameFold(b) ? 0.97 : 0
}

/** `van den Berg` and `Vandenberg`, `Müller` and `Mueller`. */
function lastNameFold(last: string): string {
  return last.replaceAll(' ', '').replace(/([aou])e/g, '$1')
}

/** First names, then whatever further given names both have: `Jean-Luc` is `Jean Luc` and may be `Jean L.` */
function givenNameScore(a: PersonName, b: PersonName): number {
  const [givenA, givenB] = [givenWords(a), givenWords(b)]
  if (givenA.join('') === givenB.join('')) return 1
  const agreement =
    firstNameAgreement(a.first, b.first) ?? firstNameAgreement(givenA[0] ?? '', givenB[0] ?? '')
  // A person known by one name only is nobody's nickname.
  if (agreement === undefined || (a.last === '' && agreement !== 'same')) return 0
  const middleA =
    agreement === 'same' && a.first === b.first ? a.middle.join(' ').split(' ') : givenA.slice(1)
  const middleB =
    agreement === 'same' && a.first === b.first ? b.middle.join(' ').split(' ') : givenB.slice(1)
  return FIRST_WEIGHT[agreement] * middleScore(middleA.filter(Boolean), middleB.filter(Boolean))
}

function givenWords(name: PersonName): string[] {
  return [name.first, ...name.middle].join(' ').split(' ')
}

function middleScore(a: readonly string[], b: readonly string[]): number {
  if (a.join(' ') === b.join(' ')) return 1
  if (a.length === 0 || b.length === 0) return 0.97
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const agree = few.every((word) => many.some((other) => firstNameAgreement(word, other) !== undefined))
  return agree ? 0.98 : 0.75
}

/** Every word of the shorter name must pair with a word of its own in the longer one. */
function looseScore(a: PersonName, b: PersonName): number {
  const [few, many] = [allWords(a), allWords(b)].sort((x, y) => x.length - y.length)
  if (few === undefined || many === undefined || few.length === 0) return 0
  const pairs = pairUp(few, many)
  if (pairs.length < few.length || pairs.every((pair) => pair.weight <= WORD_WEIGHT.initial)) return 0
  const agreement = pairs.reduce((sum, pair) => sum + pair.weight, 0) / few.length
  const places = pairs.toSorted((x, y) => x.few - y.few).map((pair) => pair.many)
  const inOrder = places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0))
  const generation = a.suffix === b.suffix ? 1 : a.suffix === undefined || b.suffix === undefined ? 0.95 : 0.6
  return 0.95 * agreement * (0.6 + 0.4 * (few.length / many.length)) * (inOrder ? 1 : 0.95) * generation
}

function allWords({ first, middle, last }: PersonName): string[] {
  return [first, ...middle, last].join(' ').split(' ').filter(Boolean).slice(0, MAX_WORDS)
}

interface Pair {
  few: number
  many: number
  weight: number
}

/** The best pairs first, each word once. */
function pairUp(few: readonly string[], many: readonly string[]): Pair[] {
  const all = few
    .flatMap((word, i) => many.map((other, j): Pair => ({ few: i, many: j, weight: wordScore(word, other) })))
    .filter((pair) => pair.weight > 0)
    .sort((x, y) => y.weight - x.weight)
  const chosen: Pair[] = []
  for (const pair of all) {
    if (chosen.every((other) => other.few !== pair.few && other.many !== pair.many)) chosen.push(pair)
  }
  return chosen
}

function wordScore(a: string, b: string): number {
  const agreement = firstNameAgreement(a, b)
  if (agreement !== undefined) return WORD_WEIGHT[agreement]
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length < 3) return 0
  if (long.startsWith(short)) return 0.8
  const likeness = jaroWinkler(short, long)
  return likeness >= LIKE_ENOUGH ? 0.8 * likeness : 0
}
