import { normalName } from './first-name.ts'
import {
  credentials,
  dottedTitles,
  familyGenerations,
  generationWords,
  looseCredentials,
  particleWords,
  sortedBehind,
  titleParts,
  titles,
  titlesOrNames,
} from './person-words.ts'
import { withoutMarks } from './note-marks.ts'
import { isNote } from './note-words.ts'
import { withoutDirections } from '../../lib/storable-text.ts'
import { streamSafe } from '../../lib/text-normal.ts'

/** A personal name in normal form (accents stripped, lower case). A single name is in `first`, `last` is ''. */
export interface PersonName {
  /** '' only when a title is all that is beside the family name (`Dr. Smith`). */
  first: string
  middle: string[]
  last: string
  /** The generation (`jr`, `sr`, `ii` …); titles and degrees are dropped. */
  suffix?: string
  /** What is in quotes or brackets: William "Bill" Clinton. At most two, of at most three words each. */
  nicknames?: string[]
  /** A former family name: Anna Schmidt (née Lee). */
  former?: string
  /** Written family name first with a comma, so that it is known where the family name ends. */
  isInverted?: true
  /** Initials written as one word of capitals (`RK Narayan`): that word. */
  joinedInitials?: string
}

interface Word {
  text: string
  raw: string
}

const maxInput = 300
/** Nicknames and remarks: William "Bill" Clinton, Anna (née Lee). */
const asidePattern = /\([^)]*\)|\[[^\]]*\]|["“”„«»][^"“”„«»]*["“”«»]|(?<=\s)['‘][^'’]+['’](?=\s)/g

/** `Dr. h.c.`: after a title only, since H. C. is also two initials. */
const honorisCausa = /(?<=\.\s?)h\.\s?c\.(?=\s)/g
/** `’t Hooft` is one word with its article; a `t` of its own would be an initial. */
const dutchArticle = /(^|\s)(?:['’‘`]|(?<=\s))t\s+(?=\p{Lu})/gu

/** The same at the end, as directories sort it: `Hooft, Gerard 't`. */
const dutchArticleBehind = /^(\p{L}[^,]*),(.*)\s['’‘`]t\s*$/u

/** `Ann Lee | CEO at Acme`, `Ann Lee – hiring`: what people write after their name. */
function withoutTagline(text: string): string {
  const [name = '', next] = text.split(/\s(?:[|•·–—-]|\/\/)\s|\s+\/\s+/, 2)
  // A stroke alone also parts two people.
  if (next === undefined || (/^\s+\/\s/.test(text.slice(name.length)) && !isNote(next))) return text
  return /\p{L}\S*\s+\S*\p{L}/u.test(name) ? name : text
}

/** Signs that a text may be more than a name; most names have none, and looking closer costs. */
const marked =
  /[*[({<#!_=>~;:/|]|\d\.|\p{Extended_Pictographic}|\b(?:attn|c\/o|dnc|do not|duplicate|dupe?|vip)\b/iu
const stylePattern = /^the\s+(?:(?:rt|right|most)\.?\s+)?(?=hon(?:ou?rable)?\b|rev(?:erend)?\b)/i

/** Without notes around the name, and with the words of an address apart (`ann_lee`). */
function withoutNotes(text: string): string {
  const style = text.replace(stylePattern, '')
  if (!marked.test(style)) return style
  const parted = /^[\p{L}.]+_[\p{L}._]+$/u.test(style) ? style.replaceAll('_', ' ') : style
  return withoutMarks(parted, isNote)
}

/**
 * Takes a full name apart: `Dr. Juan Carlos de la Cruz Jr., MBA` and `de la Cruz, Juan Carlos`. Family names take
 * their particles along. Never throws; a text without letters gives empty parts.
 */
export function parsePersonName(full: string): PersonName {
  const written = withoutDirections(streamSafe(full.trim().slice(0, maxInput)).normalize('NFKC'))
  const text = withoutNotes(withoutTagline(written))
    .replace(honorisCausa, ' ')
    .replace(dutchArticleBehind, 't$1,$2')
    .replace(dutchArticle, '$1t')
  const plain = text.replace(asidePattern, ' ')
  const segments = (normalName(plain) === '' ? text : plain)
    .split(',')
    .map(splitWords)
    .filter((words) => words.length > 0)
  const generations: string[] = []
  dropCredentialSegments(segments, generations)
  const [family = [], ...rest] = segments
  const titled = dropTitles(family)
  dropSuffixes(family, generations)
  const givenWords = rest.flat()
  dropTitles(givenWords)
  dropSuffixes(givenWords, generations)
  const name = givenWords.length > 0 ? inverted(family, givenWords) : inOrder(family, titled)
  const [suffix] = generations
  if (suffix !== undefined) name.suffix = suffix
  if (plain !== text && name.last !== '') addAsides(name, text)
  const initials = joinedInitials([...family, ...givenWords])
  if (initials !== undefined) name.joinedInitials = initials
  return name
}

const born = /^(?:born|formerly|geb|geborene?|nee|z domu|maiden name)\s+/
/** Words in brackets that are not a name. */
const remarks = /^(?:he|she|they|her|him|ze|any|all|retired|ret|deceased|hiring|open to|ii+|jr|sr|phd|mba)\b/

function addAsides(name: PersonName, text: string): void {
  const asides = [...text.matchAll(asidePattern)]
    .map(([aside]) => normalName(aside))
    .filter((aside) => aside !== '')
  const nicknames: string[] = []
  for (const aside of asides.slice(0, 3)) {
    if (born.test(aside)) name.former = aside.replace(born, '')
    else if (!remarks.test(aside) && !/\d/.test(aside) && aside.split(' ').length <= 3) nicknames.push(aside)
  }
  if (nicknames.length > 0) name.nicknames = nicknames.slice(0, 2)
}

/** Two to four capitals at either end of a name that is not in capitals itself. */
function joinedInitials(words: readonly Word[]): string | undefined {
  if (words.length < 2 || !words.some(({ raw }) => /\p{Lu}\p{Ll}+/u.test(raw))) return undefined
  return [words[0], words.at(-1)].find((word) => word !== undefined && /^\p{Lu}{2,4}$/u.test(word.raw))?.text
}

/**
 * First and last name in normal form, the form in which names are looked up; titles, degrees, generations and middle
 * names are left out. Empty only for blank text.
 */
export function personNameKey(full: string): string {
  const { first, last } = parsePersonName(full)
  return `${first} ${last}`.trim() || full.trim().slice(0, maxInput).toLowerCase()
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
  return credentials.has(text) || looseCredentials.has(text) || titles.has(text) || generationWords.has(text)
}

/** `Ann Lee, PhD, SHRM-CP`: segments after the first that hold degrees only, known or in capitals. */
function dropCredentialSegments(segments: Word[][], generations: string[]): void {
  const first = segments[0] ?? []
  const mixedCase = first.some(({ raw }) => /\p{Ll}/u.test(raw))
  const looksLikeDegree = ({ raw }: Word): boolean =>
    first.length > 1 && mixedCase && /^[\p{Lu}\d.-]{2,9}$/u.test(raw)
  while (segments.length > 1) {
    const tail = segments.at(-1) ?? []
    // `Garrett, Major`
    if (segments.length === 2 && first.length === 1 && tail.length === 1 && mayBeName(tail[0] as Word)) return
    if (!tail.every((word) => isAbbreviation(word.text) || looksLikeDegree(word))) return
    for (const { text } of tail) generations.unshift(...readGeneration(text))
    segments.pop()
  }
}

function readGeneration(text: string): string[] {
  const generation = generationWords.get(text)
  return generation === undefined ? [] : [generation]
}

/** A title, or several joined by hyphens: `Dipl.-Ing.`, `Prof.-Dr.` */
function isTitle(text: string): boolean {
  if (titles.has(text)) return true
  const [first = '', ...rest] = text.split(' ')
  return (
    rest.length > 0 && titles.has(first) && rest.every((part) => titles.has(part) || titleParts.has(part))
  )
}

const mayBeName = ({ text, raw }: Word): boolean => titlesOrNames.has(text) && !raw.endsWith('.')

function dropTitles(words: Word[]): boolean {
  let dropped = false
  for (let head = words[0]; head !== undefined && words.length > 1; head = words[0]) {
    if (!dropped && mayBeName(head) && words.filter(isOfName).length === 2) break
    const isDotted = head.raw.endsWith('.')
    if (
      !isTitle(head.text) &&
      !(dottedTitles.has(head.text) && head.raw.length > 2 && isDotted) &&
      !(dropped && isDotted && titleParts.has(head.text))
    )
      break
    words.shift()
    dropped = true
  }
  return dropped
}

const isOfName = (word: Word) => !generationWords.has(word.text) && !isCredential(word)

function dropSuffixes(words: Word[], generations: string[]): void {
  for (let tail = words.at(-1); tail !== undefined && words.length > 1; tail = words.at(-1)) {
    const degree = looseCredentials.has(tail.text) && isWrittenAsDegree(tail, words)
    // A roman five is more often an initial, so it counts after two names only.
    const fifth = tail.text === 'v' && words.length > 2 && !tail.raw.endsWith('.')
    const kin = words.length > 2 ? familyGenerations.get(tail.text) : undefined
    const isSuffix = generationWords.has(tail.text) || isCredential(tail) || degree || fifth
    if (!isSuffix && kin === undefined) return
    if (kin === undefined) generations.unshift(...(fifth ? ['v'] : readGeneration(tail.text)))
    else generations.unshift(kin)
    words.pop()
  }
}

/** `PhD`, `SHRM-SCP`. */
function isCredential({ text, raw }: Word): boolean {
  if (credentials.has(text)) return true
  return credentials.has(text.split(' ')[0] ?? '') && /^[\p{Lu}\d.-]+$/u.test(raw)
}

/** `M.A.`, or `MA` after at least two names that are not in capitals themselves. */
function isWrittenAsDegree({ raw }: Word, words: readonly Word[]): boolean {
  if (/\p{L}\.\p{L}/u.test(raw)) return true
  return (
    words.length > 2 && /^\p{Lu}.*\p{Lu}/u.test(raw) && words.some((word) => /\p{Lu}\p{Ll}+$/u.test(word.raw))
  )
}

function inverted(family: readonly Word[], givenWords: readonly Word[]): PersonName {
  const [first = '', ...middle] = givenWords.map((word) => word.text)
  const last = family.map((word) => word.text)
  // Dutch and German directories sort by the name after the particles: `Berg, Jan van den`.
  const trailing: string[] = []
  while (middle.length > 0 && sortedBehind.has(middle.at(-1) as string))
    trailing.unshift(middle.pop() as string)
  return { first, middle, last: [...trailing, ...last].join(' '), isInverted: true }
}

function inOrder(words: readonly Word[], titled: boolean): PersonName {
  const texts = words.map((word) => word.text)
  if (texts.length <= 1) {
    const [only = ''] = texts
    return titled ? { first: '', middle: [], last: only } : { first: only, middle: [], last: '' }
  }
  const behind: string[] = []
  // `John Smith Q.`: an initial after two names is a middle one.
  while (texts.length > 2 && texts.at(-1)?.length === 1 && texts.filter((text) => text.length > 1).length > 1)
    behind.unshift(texts.pop() as string)
  let start = texts.length - 1
  while (start > 1 && particleWords.has(texts[start - 1] ?? '')) start--
  // `Ortega y Gasset`: the conjunction takes the name before it along.
  if (start > 1 && texts[start] === 'y') start--
  return {
    first: texts[0] ?? '',
    middle: [...texts.slice(1, start), ...behind],
    last: texts.slice(start).join(' '),
  }
}
