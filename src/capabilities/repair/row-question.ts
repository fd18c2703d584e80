import { FREE_MAIL_DOMAINS } from '../../lib/mail-domains.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { pageIdentifier } from '../../corpus/identify/index.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import {
  companyQuestion,
  personQuestion,
  type CompanyQuestion,
  type PersonQuestion,
} from '../resolve/index.ts'
import type { ColumnRole, ListColumn } from '../../corpus/tables/index.ts'

/** Who or what a row is about, as the look-ups ask. */
export type RowQuestion =
  | { about: 'person'; asked: PersonQuestion }
  | { about: 'company'; asked: CompanyQuestion }
  /** Nothing that names anybody. */
  | { about: 'nothing' }

/** Longest text a look-up is given. */
const mostChars = 300

/** The first filled cell of each role. */
function cellsByRole(columns: readonly ListColumn[], cells: readonly string[]): (role: ColumnRole) => string {
  const found = new Map<ColumnRole, string>()
  for (const [at, { role }] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (cell !== '' && !found.has(role)) found.set(role, cell.slice(0, 2_000))
  }
  return (role) => found.get(role) ?? ''
}

/** A row with a name, an address or a profile is about a person; one with a company only is about that. */
export function questionOfRow(columns: readonly ListColumn[], cells: readonly string[]): RowQuestion {
  const cell = cellsByRole(columns, cells)
  const email = normalizeEmail(cell('email').split(';')[0] ?? '')
  const name = (cell('full_name') || `${cell('first_name')} ${cell('last_name')}`.trim()).slice(0, mostChars)
  const profile = cell('profile_url')
  const company = companyMembers(cell, email)
  if (profile === '' && email === undefined && !name.includes(' ')) {
    if (company === undefined) return { about: 'nothing' }
    return { about: 'company', asked: companyQuestion.parse({ ...company, fuzzySearch: true }) }
  }
  const { companyIdentifier, companyName, companyDomain } = company ?? {}
  const asked = personQuestion.safeParse({
    ...(profile === '' ? {} : { profileIdentifier: pageIdentifier(profile) }),
    ...(email === undefined ? {} : { emailAddress: email }),
    ...(name === '' ? {} : { personName: { value: name } }),
    ...(cell('job_title') === '' ? {} : { jobTitle: { value: cell('job_title').slice(0, mostChars) } }),
    companyIdentifier,
    companyName,
    companyDomain,
    ...placeOf(cell),
    fuzzySearch: profile === '' && email === undefined,
    thoroughness: 'low',
  })
  return asked.success ? { about: 'person', asked: asked.data } : { about: 'nothing' }
}

function companyMembers(cell: (role: ColumnRole) => string, email: string | undefined) {
  const page = cell('company_url')
  const mailHost = email?.slice(email.lastIndexOf('@') + 1)
  const domain =
    normalizeDomain(cell('domain')) ??
    normalizeDomain(cell('url')) ??
    (mailHost === undefined || FREE_MAIL_DOMAINS.has(mailHost) ? undefined : mailHost)
  const name = cell('company').slice(0, mostChars)
  if (page === '' && domain === undefined && name === '') return undefined
  return {
    ...(page === '' ? {} : { companyIdentifier: pageIdentifier(page) }),
    ...(domain === undefined ? {} : { companyDomain: { value: domain } }),
    ...(name === '' ? {} : { companyName: { value: name } }),
  }
}

function placeOf(cell: (role: ColumnRole) => string): object {
  const country = findCountry(cell('country'))
  const [city, state] = [cell('city'), cell('state')]
  if (country === undefined && city === '' && state === '') return {}
  return {
    profileLocation: {
      ...(country === undefined ? {} : { countryCode: country.alpha3 }),
      ...(state === '' ? {} : { stateName: state }),
      ...(city === '' ? {} : { locality: city }),
    },
  }
}
