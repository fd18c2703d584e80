import { companyNameKey } from './company-name.ts'
import { misspeltLikeness } from './company-misspelt.ts'
import {
  countries,
  fullWordsByAbbreviation,
  genericFirst,
  genericWords,
  minorWords,
} from './company-words.ts'
import { latinText, toSound, withoutUmlauts } from '../../lib/latin-text.ts'
import { memo } from '../../lib/memo.ts'
import { joinedInitials, withoutInnerForms, withoutRegistryMarks } from './registry-name.ts'
import { normalText } from '../../lib/text-normal.ts'

/** A company name taken apart for comparison. */
export interface CompanyNameForms {
  /** See `companyNameKey`. */
  key: string
  /** Latin words, abbreviations written out: `intl bus machines` is `international bus machines`. */
  words: readonly string[]
  /** The words as one, umlauts folded: what spellings of one name share. */
  joined: string
  /** Words as written, nothing written out: a slip in `Technologies` hides it from the abbreviations. */
  written: readonly string[]
  /** The words as one, umlauts as written: a slip makes `ue` where there is none. */
  letters: string
  /** The name as it stands, legal form and article included, as one. */
  whole: string
  /** Everything as one, in each way: also as written, and with legal form and article (`AppleInc.`, `TheBank`). */
  spellings: readonly string[]
  /** The same without words that name no company (`group`, `technologies`); `joined` when nothing else is left. */
  core: string
  /** How it sounds. */
  sound: string
  /** Initials of three or more words, else ''. */
  initials: string
}

/** How two company names agree. */
export type CompanyNameAgreement =
  | 'same' // but for legal form, accents, punctuation
  | 'spelling' // but for script, spaces, abbreviations
  | 'generic words' // but for `Group`, `Technologies` in one of them
  | 'word order'
  | 'misspelt'
  | 'part' // one begins the other, word by word
  | 'initials'

export interface CompanyNameLikeness {
  /** 0 (another name) to 1 (the same). */
  likeness: number
  agreement: CompanyNameAgreement
}

const maxNameLength = 300

export const companyNameForms = memo((name: string): CompanyNameForms => {
  const own = withoutRegistryMarks(name.slice(0, maxNameLength))
  const key = companyNameKey(own)
  const written = joinedInitials(latinText(key).split(' '))
  const letters = written.join('')
  const whole = latinText(normalText(own)).replaceAll(' ', '')
  const words = fullWords(written)
  const joined = withoutUmlauts(words.join(''))
  const spellings = new Set([
    joined,
    withoutUmlauts(letters),
    withoutUmlauts(whole),
    withoutUmlauts(countryShortened(words)),
    withoutUmlauts(withoutInnerForms(words).join('')),
  ])
  const bare = withoutCountry(own)
  const coreWords =
    bare === own ? words : fullWords(joinedInitials(latinText(companyNameKey(bare)).split(' ')))
  const core = withoutUmlauts(coreWords.filter(isTelling).join(''))
  const major = words.filter((word) => !minorWords.has(word))
  return {
    key,
    words,
    joined,
    written,
    letters,
    whole,
    spellings: [...spellings].filter((form) => form !== ''),
    core: core.length < 3 ? joined : core,
    sound: toSound(joined),
    initials: major.length < 3 ? '' : major.map((word) => word.charAt(0)).join(''),
  }
})

/** `U.S. Bancorp` is not `Bancorp`: what comes first tells companies apart, but for `Group`. */
const isTelling = (word: string, index: number, words: readonly string[]) =>
  !genericWords.has(word) || (index === 0 && words.length > 1 && !genericFirst.has(word))

/** Abbreviations written out, `and` left out. */
function fullWords(written: readonly string[]): string[] {
  const named = written.filter((word) => word !== 'and')
  return (named.length === 0 ? written : named).map((word) => fullWordsByAbbreviation.get(word) ?? word)
}

/** A name without the country in brackets after it: `Acme (Norway)`. */
function withoutCountry(name: string): string {
  const country = /\S\s*\(([^()]+)\)$/.exec(name)?.[1]
  return country !== undefined && countries.has(latinText(country))
    ? name.slice(0, name.lastIndexOf('('))
    : name
}

/** `United States Steel`, `USA Steel` and `US Steel` as one. */
const countryShortened = (words: readonly string[]) =>
  words
    .join(' ')
    .replace(/\b(?:united states(?: of america)?|usa)\b/g, 'us')
    .replace(/\bunited kingdom\b/g, 'uk')
    .replaceAll(' ', '')

/** How alike two company names are; undefined for names of different companies. `fuzzy` also takes misspellings. */
export function companyNameLikeness(
  a: CompanyNameForms,
  b: CompanyNameForms,
  { fuzzy }: { fuzzy: boolean },
): CompanyNameLikeness | undefined {
  if (a.key === b.key) return { likeness: 1, agreement: 'same' }
  if (a.joined === '' || b.joined === '') return undefined
  if (a.spellings.some((form) => b.spellings.includes(form))) return { likeness: 0.97, agreement: 'spelling' }
  if (digits(a.joined) !== digits(b.joined)) return undefined
  // `Acme Group` is `Acme`; `Acme Group` and `Acme Labs` are two.
  if (a.core === b.core && (isSubset(a.words, b.words) || isSubset(b.words, a.words)))
    return { likeness: 0.8, agreement: 'generic words' }
  if (sorted(a.words) === sorted(b.words)) return { likeness: 0.9, agreement: 'word order' }
  if (!fuzzy) return undefined
  const slipped = misspelt(a, b)
  if (slipped > 0) return { likeness: slipped, agreement: 'misspelt' }
  if (isPart(a.words, b.words) || isPart(b.words, a.words)) return { likeness: 0.6, agreement: 'part' }
  if (a.initials !== '' && a.initials === b.joined) return { likeness: 0.5, agreement: 'initials' }
  if (b.initials !== '' && b.initials === a.joined) return { likeness: 0.5, agreement: 'initials' }
  return undefined
}

/** `Acme Group` and `Acme Group Holdings`; a core that is the whole name is a part of any. */
const isSubset = (few: readonly string[], many: readonly string[]) => few.every((word) => many.includes(word))

const digits = (text: string) => text.replace(/\D/g, '')
const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** As written, and with abbreviations written out: the better of the two. */
function misspelt(a: CompanyNameForms, b: CompanyNameForms): number {
  const asWritten = misspeltLikeness(
    { letters: a.letters, words: a.written },
    { letters: b.letters, words: b.written },
  )
  if (a.words.join('') === a.letters && b.words.join('') === b.letters) return asWritten
  const full = misspeltLikeness({ letters: a.joined, words: a.words }, { letters: b.joined, words: b.words })
  return Math.max(asWritten, full)
}

function isPart(few: readonly string[], many: readonly string[]): boolean {
  return (
    few.length < many.length && few.join('').length > 2 && few.every((word, index) => word === many[index])
  )
}

/** Names up to this many letters are found by their own letters, longer ones by what they sound like and trigrams. */
const short = 13

/** Forms that spellings of one name share: to be stored for every name and looked up for the name in question. */
export function companyNameFingerprints({ joined, words, core, spellings }: CompanyNameForms): string[] {
  const keys = new Set([...spellings, core].map((form) => `=${form}`))
  if (words.length > 1) {
    const order = withoutUmlauts(words.toSorted().join(''))
    if (order !== joined) keys.add(`=${order}`)
  }
  return [...keys]
}

/**
 * Forms by which a name finds longer ones that begin with it: its first word, and its first two. To be stored; asked for
 * is `^` with the letters of a name of one or two words.
 */
export function companyNameBeginnings({ words }: CompanyNameForms): string[] {
  return [1, 2].flatMap((count) => {
    const begin = words.slice(0, count).join('')
    return words.length > count && begin.length > 2 ? [`^${withoutUmlauts(begin)}`] : []
  })
}

/** The forms that also misspelt names share (names of up to 13 letters, one for up to one slip), and initials. */
export function companyNameFuzzyFingerprints({ letters, sound, initials }: CompanyNameForms): string[] {
  const forms = [sound, toSound(letters)].filter((each) => each.length >= 3).map((each) => `~${each}`)
  if (letters.length <= short) forms.push(...withoutOne(letters).map((form) => `-${form}`))
  if (initials !== '') forms.push(`#${initials}`)
  return [...new Set(forms)]
}

/** Shorter names are found by the forms above. */
const minOfTrigramsLength = 8
const maxTrigrams = 40

/** Three letters in a row, and the first two: a name of few slips shares most of them. Empty for short names. */
export function companyNameTrigrams(letters: string): string[] {
  if (letters.length < minOfTrigramsLength) return []
  const text = `^${letters}`.slice(0, maxTrigrams)
  return [...new Set(Array.from({ length: text.length - 2 }, (_, index) => text.slice(index, index + 3)))]
}

/** Everything that one deletion leaves, and the whole: two words a slip apart share one of these. */
function withoutOne(word: string): string[] {
  const letters = [...word].slice(0, 40)
  const forms = new Set([word])
  if (letters.length >= 4)
    for (let index = 0; index < letters.length; index++) forms.add(letters.toSpliced(index, 1).join(''))
  return [...forms]
}
