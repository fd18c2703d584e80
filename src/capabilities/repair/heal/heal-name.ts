import {
  CREDENTIALS,
  DOTTED_TITLES,
  firstNameForms,
  GENERATIONS,
  LOOSE_CREDENTIALS,
  normalName,
  PARTICLES,
  TITLES,
  TITLES_OR_NAMES,
} from '../../../corpus/names/index.ts'
import type { CellChange, Healed } from './heal-text.ts'
import { isOneCase, withCapitals } from './proper-case.ts'

/** A personal name as people write it: `DR. LINDQVIST, ADA` -> `Ada Lindqvist`. */
export function healFullName(text: string): Healed {
  const changes: CellChange[] = []
  const bare = withoutCredentials(withoutAsides(text))
  const untitled = withoutTitles(bare)
  const ordered = inOrder(untitled)
  if (ordered !== untitled) changes.push('order')
  // `Lindqvist, Dr. Ada`.
  const named = withoutTitles(ordered)
  if (named !== ordered || untitled !== text) changes.push('title')
  const value = casedName(named)
  if (value !== named) changes.push('case')
  return { value, changes }
}

/** A first or a last name alone. */
export function healNamePart(text: string): Healed {
  const changes: CellChange[] = []
  const named = withoutTitles(withoutCredentials(text))
  if (named !== text) changes.push('title')
  const value = casedName(named)
  if (value !== named) changes.push('case')
  return { value, changes }
}

/** `(she/her)`; `(Bob)` is a name. */
const withoutAsides = (text: string) =>
  text
    .replace(
      /\s*\((?:s?he|they|ze|xe|her|him|his|them|sie|er|elle|il|ella|[éeè]l|any)(?:\s*[/|,]\s*\p{L}+)*\)\s*$/iu,
      '',
    )
    .replace(/[,;\s]+$/, '')

const makeKey = (word: string) => normalName(word.replaceAll('.', ''))

/** `Ada Lindqvist, PhD, MBA`: what follows the last comma and is a degree. Generations are part of the name. */
function withoutCredentials(text: string): string {
  const segments = text.split(',').map((segment) => segment.trim())
  while (segments.length > 1 && isCredentials(segments.at(-1) ?? '')) segments.pop()
  const words = segments.join(', ').split(/\s+/)
  while (words.length > 2 && isDegree(words.at(-1) ?? '')) words.pop()
  return words.join(' ').replace(/,$/, '')
}

const isCredentials = (segment: string) => {
  const words = segment.split(/\s+/)
  return words.every(
    (word) => CREDENTIALS.has(makeKey(word)) || LOOSE_CREDENTIALS.has(makeKey(word)) || word === '',
  )
}

const isDegree = (word: string) => CREDENTIALS.has(makeKey(word))

function withoutTitles(text: string): string {
  const words = text.split(' ')
  while (words.length > 1) {
    const head = words[0] as string
    const isTitle =
      TITLES.has(makeKey(head)) || (DOTTED_TITLES.has(makeKey(head)) && head.length > 2 && head.endsWith('.'))
    // `Major Garrett`
    if (!isTitle || (words.length === 2 && TITLES_OR_NAMES.has(makeKey(head)) && !head.endsWith('.'))) break
    words.shift()
  }
  return words.join(' ')
}

/** `Lindqvist, Ada` -> `Ada Lindqvist`; a generation after a comma stays at the end. */
function inOrder(text: string): string {
  const [family = '', givenName = '', ...rest] = text.split(',').map((part) => part.trim())
  if (givenName === '' || rest.length > 1) return text.replace(/,\s*$/, '')
  const suffix = rest[0] === undefined ? '' : ` ${rest[0]}`
  if (GENERATIONS.has(makeKey(givenName)) && rest.length === 0) return `${family} ${givenName}`
  // More than a name on either side is something else: a place, two people.
  if (family.split(' ').length > 4 || givenName.split(' ').length > 4 || /[\d@]/.test(text)) return text
  return isFamily(family, givenName) ? `${givenName} ${family}${suffix}` : text
}

/** `Ada Berg, Engineer` and `John, Smith` are in another order: what begins with a first name is not a family. */
function isFamily(family: string, givenName: string): boolean {
  const words = family.split(' ').filter((word) => !PARTICLES.has(makeKey(word)))
  const isGiven = givenName.split(' ').some((word) => isFirstName(word))
  return isGiven || (words.length === 1 && !isFirstName(words[0] ?? ''))
}

const isFirstName = (word: string) => firstNameForms(makeKey(word)).length > 2

function casedName(text: string): string {
  const one = isOneCase(text)
  const words = text.split(' ')
  // A name of mixed case is left alone, but for a last name in capitals (`Ada LINDQVIST`, `Ada VAN DER BERG`).
  if (one === undefined) {
    const isLoud = (word: string) =>
      word.length > 3 && isOneCase(word) === 'upper' && !word.includes('.') && !/^[IVX]+$/.test(word)
    if (!words.some(isLoud)) return text
    const isLoudParticle = (word: string) => isOneCase(word) === 'upper' && PARTICLES.has(makeKey(word))
    return words.map((word) => (isLoud(word) || isLoudParticle(word) ? cased(word, 1) : word)).join(' ')
  }
  return words.map(cased).join(' ')
}

function cased(word: string, place: number): string {
  const lower = word.toLowerCase()
  const key = makeKey(word)
  if (/^(?:ii|iii|iv)$/.test(key)) return word.toUpperCase()
  if (place > 0 && PARTICLES.has(key) && !['mac', 'saint', 'st', 'san', 'santa'].includes(key)) return lower
  return withCapitals(lower)
}
