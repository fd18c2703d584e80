import { TRAILING_FORMS } from '../../corpus/names/index.ts'
import { normalText } from '../../lib/text-normal.ts'
import { findCountry } from '../../corpus/reference/index.ts'

/** A line of an address or of a paper, taken apart. */
export interface Affiliation {
  institution: string
  city?: string
  /** ISO 3166-1 alpha-3. */
  country?: string
}

const maxTextLength = 500
const maxSegments = 12
const department =
  /^(?:the )?(?:department|dept\.?|faculty|school|division|unit|section|chair|graduate|program|programme|laboratory|lab|group|centre|center|institute|college) (?:of|for)\b|\b(?:unit|department|dept\.?|division|section|laboratory|ward)$/i
const institutionWord =
  /universit|universid|institut|hospital|college|academy|akadem|polytechn|politecn|[eé]cole|hochschule|klinik|clinic|council|laborator|foundation|ministry|trust|\bcent(?:er|re)\b|\b(?:inc|ltd|llc|gmbh|corp|plc|company|pvt|limited)\b/i
/** `3M`, `L3Harris`, `Phillips 66`: a name with a number, which comes first; a number that comes first alone is a house's. */
const numberedName =
  /^(?!(?:room|rm|floor|building|bldg|suite|level|block|house|p\.? ?o\.? box)\b)(?!\d+[a-z]? )(?:[^\d]*\d{1,2}\p{L}.*|[^\d]*\p{L}\d.*|\p{L}+ \d{1,3})$/iu
const postcode = /\d{4,}|\b[A-Z]\d[A-Z]\b|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b/

/**
 * Institution, city and country of a whole line (`Department of Chemistry, Northgate University, Northgate, Canada`).
 * Undefined for what is no such line: a name with commas has neither country nor postcode nor department.
 */
export function parseAffiliation(text: string): Affiliation | undefined {
  const segments = splitSegments(text.slice(0, maxTextLength))
  if (segments.length < 2) return undefined
  const last = segments.at(-1) as string
  const country = readCountry(last)
  const first = segments.findIndex((segment) => !department.test(segment))
  const named = segments.filter(
    (segment, index) => !/\d/.test(segment) || (index === first && numberedName.test(segment)),
  )
  const isLine =
    country !== undefined ||
    segments.slice(1).some((segment) => postcode.test(segment)) ||
    (department.test(segments[0] as string) &&
      segments.slice(1).some((segment) => institutionWord.test(segment)))
  if (!isLine) return undefined
  const possible = (country === undefined ? named : named.filter((segment) => segment !== last)).filter(
    (segment, _, all) => !department.test(segment) || all.length === 1,
  )
  const institution = possible.find((segment) => institutionWord.test(segment)) ?? possible[0]
  if (institution === undefined) return undefined
  const city = possible.slice(possible.indexOf(institution) + 1).find((segment) => segment.length > 2)
  return {
    institution,
    ...(city === undefined ? {} : { city }),
    ...(country === undefined ? {} : { country }),
  }
}

/** Parts between commas; a legal form belongs to what it comes after (`Acme, Inc.`). */
function splitSegments(text: string): string[] {
  const segments: string[] = []
  for (const raw of text.split(/[,;\n|]/).slice(0, maxSegments)) {
    const segment = raw.trim()
    if (segment === '') continue
    const letters = normalText(segment).replaceAll(' ', '')
    if (segments.length > 0 && TRAILING_FORMS.has(letters)) segments.push(`${segments.pop()} ${segment}`)
    else segments.push(segment)
  }
  return segments
}

/** Two letters are a state or province as often. */
function readCountry(segment: string): string | undefined {
  const text = segment.replace(/[.\d]/g, '').trim()
  return text.length > 2 || text === 'UK' || text === 'US' ? findCountry(text)?.alpha3 : undefined
}
