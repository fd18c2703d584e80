import { companyNameKey } from './company-name.ts'
import { FULL_WORDS, GENERIC_WORDS, MINOR_WORDS } from './company-words.ts'
import { latinText, soundOf, withoutUmlauts } from './latin-text.ts'
import { memo } from './memo.ts'
import { levenshtein } from './similarity.ts'

/** A company name taken apart for comparison. */
export interface CompanyNameForms {
  /** See `companyNameKey`. */
  key: string
  /** Latin words, abbreviations written out: `intl bus machines` is `international bus machines`. */
  words: readonly string[]
  /** The words as one, umlauts folded: what spellings of one name share. */
  joined: string
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
  | 'part' // one begins the other
  | 'initials'

export interface CompanyNameLikeness {
  /** 0 (another name) to 1 (the same). */
  likeness: number
  agreement: CompanyNameAgreement
}

const LONGEST = 300

export const companyNameForms = memo((name: string): CompanyNameForms => {
  const key = companyNameKey(name.slice(0, LONGEST))
  const written = latinText(key).split(' ')
  const named = written.filter((word) => word !== 'and')
  const words = (named.length === 0 ? written : named).map((word) => FULL_WORDS.get(word) ?? word)
  const joined = withoutUmlauts(words.join(''))
  const core = withoutUmlauts(words.filter((word) => !GENERIC_WORDS.has(word)).join(''))
  const major = words.filter((word) => !MINOR_WORDS.has(word))
  return {
    key,
    words,
    joined,
    core: core.length < 3 ? joined : core,
    sound: soundOf(joined),
    initials: major.length < 3 ? '' : major.map((word) => word.charAt(0)).join(''),
  }
})

/** How alike two company names are; undefined for names of different companies. `fuzzy` also takes misspellings. */
export function companyNameLikeness(
  a: CompanyNameForms,
  b: CompanyNameForms,
  { fuzzy }: { fuzzy: boolean },
): CompanyNameLikeness | undefined {
  if (a.key === b.key) return { likeness: 1, agreement: 'same' }
  if (a.joined === '' || b.joined === '') return undefined
  if (a.joined === b.joined) return { likeness: 0.97, agreement: 'spelling' }
  if (digits(a.joined) !== digits(b.joined)) return undefined
  // `Acme Group` is `Acme`; `Acme Group` and `Acme Labs` are two.
  if (a.core === b.core && (a.core === a.joined || b.core === b.joined))
    return { likeness: 0.8, agreement: 'generic words' }
  if (sorted(a.words) === sorted(b.words)) return { likeness: 0.9, agreement: 'word order' }
  if (!fuzzy) return undefined
  const misspelt = misspeltLikeness(a, b)
  if (misspelt > 0) return { likeness: misspelt, agreement: 'misspelt' }
  if (isPart(a.words, b.words) || isPart(b.words, a.words)) return { likeness: 0.6, agreement: 'part' }
  if (a.initials !== '' && a.initials === b.joined) return { likeness: 0.5, agreement: 'initials' }
  if (b.initials !== '' && b.initials === a.joined) return { likeness: 0.5, agreement: 'initials' }
  return undefined
}

const digits = (text: string) => text.replace(/\D/g, '')
const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** Slips a name of so many letters may have: none below five, one up to nine, then one more for every six. */
function slipsAllowed(length: number): number {
  return length < 5 ? 0 : length < 10 ? 1 : Math.min(3, 2 + Math.floor((length - 10) / 8))
}

function misspeltLikeness(a: CompanyNameForms, b: CompanyNameForms): number {
  const length = Math.min(a.joined.length, b.joined.length)
  const most = slipsAllowed(length)
  const slips = most === 0 ? 1 : slipsBetween(a.joined, b.joined, most)
  if (slips > most) return 0
  // The same number of words with all slips in one of them: another word (`Alpha Capital`, `Delta Capital`), unless few.
  if (a.words.length === b.words.length && a.words.length > 1 && !wordsAlike(a.words, b.words)) return 0
  const start = a.joined[0] === b.joined[0] ? 0 : 0.08
  const likeness = 1 - (0.9 * slips) / Math.max(8, length) - start
  return Math.max(0, likeness)
}

/** Each word of one is its counterpart in the other but for a slip in every four letters, and starts as it does if there are two. */
function wordsAlike(a: readonly string[], b: readonly string[]): boolean {
  return a.every((word, at) => {
    const other = b[at] as string
    const most = Math.max(word.length < 4 ? 0 : 1, Math.floor(Math.max(word.length, other.length) / 4))
    const slips = slipsBetween(word, other, most)
    return slips <= (word[0] === other[0] ? most : 1)
  })
}

/** Edit distance with two neighbours swapped counted once. */
export function slipsBetween(a: string, b: string, most: number): number {
  const distance = levenshtein(a, b, most + 1)
  if (distance <= 1 || a.length !== b.length) return distance
  let swaps = 0
  for (let i = 0; i + 1 < a.length; i++) {
    if (a[i] === b[i] || a[i] !== b[i + 1] || a[i + 1] !== b[i]) continue
    swaps++
    i++
  }
  return Math.max(1, distance - swaps)
}

function isPart(few: readonly string[], many: readonly string[]): boolean {
  return few.length < many.length && few.join('').length > 2 && few.every((word, at) => word === many[at])
}

/** Names up to this many letters are found by their own letters, longer ones by their sound. */
const SHORT = 12

/**
 * Forms that spellings of one name share, one of them at least for up to one slip: to be stored for every name and
 * looked up for the name in question. `near` asks for neighbours of the length at which the kind of form changes.
 */
export function companyNameFingerprints({ joined, words, core }: CompanyNameForms): string[] {
  const found = new Set<string>([`=${joined}`])
  if (core !== joined) found.add(`=${core}`)
  if (words.length > 1) {
    const order = withoutUmlauts(words.toSorted().join(''))
    if (order !== joined) found.add(`=${order}`)
  }
  return [...found]
}

/** The forms that also misspelt names share, and initials. */
export function companyNameFuzzyFingerprints({ joined, sound, initials }: CompanyNameForms): string[] {
  const forms = misspeltForms(joined, sound)
  if (initials !== '') forms.push(`#${initials}`)
  return [...new Set(forms)]
}

function misspeltForms(joined: string, sound: string): string[] {
  const forms = [`~${sound}`]
  if (joined.length <= SHORT + 1) forms.push(...withoutOne(joined).map((form) => `-${form}`))
  if (joined.length >= SHORT) forms.push(...withoutOne(sound).map((form) => `~${form}`))
  return sound.length < 3 ? forms.slice(1) : forms
}

/** Everything that one deletion leaves, and the whole: two words a slip apart share one of these. */
export function withoutOne(word: string): string[] {
  const letters = [...word].slice(0, 40)
  const forms = new Set([word])
  if (letters.length >= 4)
    for (let at = 0; at < letters.length; at++) forms.add(letters.toSpliced(at, 1).join(''))
  return [...forms]
}
