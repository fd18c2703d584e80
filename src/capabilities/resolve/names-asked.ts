import { type CompanyNameReading, companyNameReadings } from '../../corpus/names/index.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import { affiliationOf } from './affiliation.ts'
import { companyNameQuery, type CompanyNameQuery } from './company-names.ts'

/** One way to read the text that a company is asked for by. */
export interface NameAsked {
  name: CompanyNameQuery
  /** What is left of the confidence, 0 to 1; all of it unless given. */
  share?: number
  /** Where the company is, as the text says. */
  place?: { country?: string; isBranch?: boolean }
  /** A line of evidence on what was left out of the text. */
  told?: string
  /** The text says no other name than this. */
  isCertain: boolean
}

/** What is left of the confidence where more than notes was left out. */
const shares: Record<CompanyNameReading['kind'], number> = { note: 0.98, remark: 0.92, branch: 0.88 }

/**
 * The names that a text may mean, the fullest first: as it is given; without notes and remarks (`lib/company-notes`); of a
 * line with an address the institution in it.
 */
export function namesAsked(text: string | undefined, { fuzzy }: { fuzzy: boolean }): NameAsked[] {
  if (text === undefined) return []
  const line = affiliationOf(text)
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
    told: `companyName: read without ${leftOut}`,
    ...(country === undefined ? {} : { place: branchPlace(country) }),
  }))
  return [whole, ...others.filter(({ name }) => name.tokens.length > 0)]
}

function branchPlace(country: string): { country?: string; isBranch: boolean } {
  const known = findCountry(country)?.alpha3
  return known === undefined ? { isBranch: true } : { country: known, isBranch: true }
}
