import { companyNameKey } from './company-name.ts'
import { commonWords, countries, genericWords } from './company-words.ts'
import { latinText } from '../../lib/latin-text.ts'
import { memo } from '../../lib/memo.ts'
import { shorter, withoutMarks } from './note-marks.ts'
import { isNote } from './note-words.ts'
import { withoutDirections } from '../../lib/storable-text.ts'

/** A company's name without something that is beside it in people's lists. */
export interface CompanyNameReading {
  name: string
  /** The text that was left out, as written. */
  leftOut: string
  /**
   * `note`: its words say that it is no name (`do not call`). `remark`: it stands where notes do (in brackets, behind a
   * dash), or is a legal form before the name. `branch`: a country, whose company may be another than the one of the rest.
   */
  kind: 'note' | 'remark' | 'branch'
  /** Of a branch, the country as it is written. */
  country?: string
}

const maxNameLength = 300
const maxParts = 8

/**
 * The names that a text may mean besides itself, the fullest first: without notes, then without remarks, then without the
 * country at its end. Empty for a text that is a name alone. The text as it is written goes first: `Jack in the Box (Texas)`
 * may be a company's name.
 */
export const companyNameReadings = memo((text: string): readonly CompanyNameReading[] => {
  const written = withoutDirections(text.slice(0, maxNameLength)).trim()
  const readings: CompanyNameReading[] = []
  const forms = new Set([latinText(written)])
  const add = (kind: CompanyNameReading['kind'], name: string, more: { country?: string } = {}) => {
    const form = latinText(name)
    if (forms.has(form) || !/\p{L}|\p{N}/u.test(name)) return
    forms.add(form)
    readings.push({ name, kind, leftOut: leftOut(written, name), ...more })
  }
  const mayHoldMore = (name: string) => mayHoldMoreNotes.test(name) || MAY_BE_MARKED.test(name)
  const noted = mayHoldMore(written) ? withoutNotes(written) : [written]
  for (const name of noted) add('note', name)
  const [bare = written] = noted
  const plain = mayHoldMore(bare) ? withoutRemarks(bare) : bare
  if (plain !== bare && isTelling(plain)) add('remark', plain)
  const formless = withoutLeadingForm(plain)
  if (formless !== plain && isTelling(formless)) add('remark', formless)
  const branch = mayNameCountry(formless) ? findBranch(formless) : undefined
  if (branch !== undefined) add('branch', branch.name, { country: branch.country })
  return readings
})

/** Whether there is anything that is taken off a name: most names are plain, and need not be taken apart to see that. */
const mayHoldMoreNotes =
  /[^\p{L}\p{M}\p{N}\s.,'’&]|,\s|^[\s.,\d#]|[\s.,\d]$|^z{3}|\bno\.?\s?\d|\b(?:att|fao|z\.?\s?hd?|c\s|care of|[fatd]\.?k?\.?a\b|formerly|previously|also known|now known|d\.?b\.?a|doing|trading|do not|dnc|dup|no longer|out of|vip|inactive|inaktiv|inactif|inactivo|archived|deleted)/iu

/** A word in capitals at the end. */
const MAY_BE_MARKED = /\s\p{Lu}{2,10}$/u

const countryEnds: ReadonlySet<string> = new Set(
  [...countries].map((name) => name.split(' ').at(-1) as string),
)

/** Whether one of the words ends the name of a country; initials are distinguished by the full comparison. */
const mayNameCountry = (name: string): boolean =>
  name.includes('.') ||
  latinText(name)
    .split(' ')
    .some((word) => countryEnds.has(word))

/** The text that a reading leaves out, for people to see. */
function leftOut(text: string, name: string): string {
  const at = text.indexOf(name)
  if (at < 0) return text
  return [text.slice(0, at), text.slice(at + name.length)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' … ')
}

const alsoPattern =
  /^(.*?\S)[\s,(]+(?:f\/?k\/?a\.?|f\.k\.a\.|formerly(?: known as)?|previously(?: known as)?|a\.?k\.?a\.?|also known as|now known as|d\/?b\/?a\.?|d\.b\.a\.|doing business as|trading as|t\/a)\s+(?:[:-]\s*)?(.+?)\)?$/i
/** The text without what is a note by its words; where two names are given, each. The first is the one to go on with. */
function withoutNotes(text: string): string[] {
  const also = alsoPattern.exec(text)
  const [, first, second] = also ?? [undefined, text]
  return [first, second].flatMap((each) => (each === undefined ? [] : stripped(each, isNote)))
}

const withoutRemarks = (text: string): string => stripped(text, () => true)[0] as string

function stripped(text: string, isLeftOut: (part: string) => boolean): [string] {
  let rest = text
  for (let round = 0; round < 3; round++) {
    const before = rest
    rest = withoutMarks(rest, isLeftOut)
    rest = shorter(rest, withoutSegments(rest, isLeftOut))
    if (rest === before) break
  }
  return [rest]
}

const dividers =
  /\s+(?:[|/•·~»>–—-]{1,2}|::)\s+|\s+[–—-](?=\p{L})|(?<=\p{L})[–—-]\s+|\s*(?:;|\|{1,2}|::)\s*|:\s+/u
const comma = /,\s+/

/** Parts between dashes, strokes and bars: the first that is kept. Behind a comma only what is a note by its words. */
function withoutSegments(text: string, isLeftOut: (part: string) => boolean): string {
  const parts = text.split(dividers).slice(0, maxParts)
  let rest = text
  if (parts.length > 1) {
    const telling = parts.filter((part, index) => !isNote(part) && (index === 0 || isTelling(part)))
    const [first] = telling.length === 0 ? parts : telling
    // A part that is not a note is left out from its start on, with all after it.
    if (first !== undefined && (telling.length < parts.length || isLeftOut(parts[1] ?? '')))
      rest = isLeftOut === isNote && telling.length > 1 ? fromTo(text, telling) : first
  }
  const segments = rest.split(comma)
  while (segments.length > 1 && isNote(segments.at(-1) as string)) segments.pop()
  while (segments.length > 1 && isNote(segments[0] as string) && isTelling(segments[1] as string))
    segments.shift()
  return segments.join(', ')
}

/** The text from the first to the last of some of its parts. */
function fromTo(text: string, parts: readonly string[]): string {
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  return text.slice(text.indexOf(first), text.lastIndexOf(last) + last.length)
}

/** Of these some are words and initials of names as well, in small letters or in capitals. */
const LEADING_CAPITALS =
  /^(?:S\.?A\.?S\.?U?\.?|S\.A\.|S\.?A\.?R\.?L\.?|E\.?U\.?R\.?L\.?|S\.?N\.?C\.?|S\.?C\.?I\.?|[Ss]\.?[Rr]\.?[Ll]\.?S?\.?|S\.?[Pp]\.?A\.?|G[Mm][Bb]H|L[Tt][Dd]\.?|S\.L\.U?\.?|B\.V\.|N\.V\.|SPRL|BVBA|Lda\.?|Ltda\.?|[Ss]p\. ?z ?o\. ?o\.|TOO|EOOD|EИК|ИП|ТОО|ПАО)\s+(?=\S)/u

const leading =
  /^(?:die |the |la |l['’])?(?:firma|firmy|firm|fa\.?|fma\.?|soci[eé]t[eé]|st[eé]\.?|empresa|ditta|azienda|sp[oó][lł]ka|companhia|compa[nñ][ií]a|cia\.?|ets\.?|[eé]tablissements?|messrs\.?|m\/s\.?|фирма|компания|pt|pt\.|cv|ud|sc|s\.c\.|uab|sia|as|ab|oy|ou|oü|zao|ao|oao|too|tov|tzov|зао|оао|ао|ооо|ooo)\s+(?=\S)/iu

const withoutLeadingForm = (name: string): string =>
  name
    .replace(leading, '')
    .replace(LEADING_CAPITALS, '')
    .replace(/^["“”„«»']+|["“”„«»']+$/gu, '')

/** A name that ends in a country, legal forms aside: `Acme UK Ltd`, `Acme (Deutschland) GmbH`. */
function findBranch(name: string): { name: string; country: string } | undefined {
  const words = companyNameKey(name).split(' ')
  for (const count of [3, 2, 1]) {
    if (words.length <= count) continue
    const country = words.slice(-count).join(' ')
    const rest = companyNameKey(words.slice(0, -count).join(' '))
    if (
      !countries.has(latinText(country)) ||
      /(?:^| )(?:of|de|do|del|da|for|in|and|the|von|to|by|air|bank|buy)$/.test(rest)
    )
      continue
    return isTelling(rest) ? { name: rest, country } : undefined
  }
  return undefined
}

/** Whether a name is more than words that many companies have. */
function isTelling(name: string): boolean {
  const words = latinText(companyNameKey(name)).split(' ')
  return words.some(
    (word) => word.length > 1 && !commonWords.has(word) && !genericWords.has(word) && !countries.has(word),
  )
}
