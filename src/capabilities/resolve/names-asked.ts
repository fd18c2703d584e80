import { type CompanyNameReading, companyNameReadings } from '../../corpus/names/index.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import { parseAffiliation } from './affiliation.ts'
import { companyNameQuery, type CompanyNameQuery } from './company-names.ts'
import { placeBehindName, placeCalled, type PlaceOfName } from './place-behind-name.ts'

/** One way to read the text that a company is asked for by. */
export interface NameAsked {
  name: CompanyNameQuery
  /** The share of the confidence that is left, 0 to 1; all of it unless given. */
  share?: number
  /** Where the company is, as the text says. */
  place?: { country?: string; isBranch?: boolean; local?: PlaceOfName }
  /** A line of evidence on what was left out of the text. */
  note?: string
  /** The text says no other name than this. */
  isCertain: boolean
}

/** The share of the confidence left if more than notes was left out. */
const shares: Record<CompanyNameReading['kind'], number> = { note: 0.98, remark: 0.92, branch: 0.88 }
/** The same where the place of a company was left out, which may be that of one of its shops. */
const placeShare = 0.9

/**
 * The names that a text may mean, the fullest first: as it is given; without notes and remarks (`lib/company-notes`); of a
 * line with an address the institution in it.
 */
export function namesAsked(text: string | undefined, { fuzzy }: { fuzzy: boolean }): NameAsked[] {
  if (text === undefined) return []
  const line = parseAffiliation(text)
  const whole: NameAsked = {
    name: companyNameQuery(text, { fuzzy: fuzzy && line === undefined }),
    isCertain: true,
  }
  if (line !== undefined) {
    const { institution, country } = line
    const place = country === undefined ? {} : { place: { country } }
    return [whole, { name: companyNameQuery(institution, { fuzzy }), ...place, isCertain: true }]
  }
  const others = companyNameReadings(text).map(({ name, kind, leftOut, country }): NameAsked => ({
    name: companyNameQuery(name, { fuzzy }),
    share: shares[kind],
    isCertain: kind === 'note',
    note: `companyName: read without ${leftOut}`,
    ...placeOfReading(leftOut, country),
  }))
  return [whole, ...others, ...placed(text, { fuzzy })].filter(
    ({ name }, index) => index === 0 || name.tokens.length > 0,
  )
}

function placeOfReading(leftOut: string, country: string | undefined): Pick<NameAsked, 'place'> {
  if (country !== undefined) return { place: branchPlace(country) }
  const local = placeCalled(leftOut.replace(/^[\s([{|/–—-]+|[\s)\]}]+$/g, ''))
  return local === undefined ? {} : { place: { local } }
}

/** `Acme, Lyon (VIP)`: the name without its notes and without the place after the comma. */
function placed(text: string, { fuzzy }: { fuzzy: boolean }): NameAsked[] {
  if (!text.includes(',')) return []
  const bare = companyNameReadings(text).find(({ kind }) => kind === 'note')?.name ?? text
  const placedName = placeBehindName(bare)
  if (placedName === undefined) return []
  const { name, place, ...local } = placedName
  return [
    {
      name: companyNameQuery(name, { fuzzy }),
      share: placeShare,
      isCertain: false,
      note: `companyName: read without ${place}`,
      place: { local },
    },
  ]
}

function branchPlace(country: string): { country?: string; isBranch: boolean } {
  const alpha3 = findCountry(country)?.alpha3
  return alpha3 === undefined ? { isBranch: true } : { country: alpha3, isBranch: true }
}
