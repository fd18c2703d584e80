import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { identifierOf, isPageOfMany, readValue } from '../../corpus/names/index.ts'
import { freeMailDomains } from '../../lib/mail-domains.ts'
import { parseNetworkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { pageIdentifier } from '../../corpus/identify/index.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import type { ColumnRole } from '../../corpus/tables/index.ts'
import { companyQuestion, type CompanyQuestion } from './company-question.ts'
import { personQuestion, type PersonQuestion } from './person-question.ts'

/** What a row of a list says under a role; '' for nothing. */
export type RowCell = (role: ColumnRole) => string

/** Longest text a look-up is given. */
const maxChars = 300
const maxCellChars = 2_000

/** The first filled cell of each role. */
export function cellsByRole(
  columns: readonly { role: ColumnRole }[],
  cells: readonly (string | undefined)[],
): RowCell {
  const roles = new Map<ColumnRole, string>()
  for (const [index, { role }] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (cell !== '' && !roles.has(role)) roles.set(role, cell.slice(0, maxCellChars))
  }
  return (role) => roles.get(role) ?? ''
}

/** What several values in one cell are divided by. */
const between = /[;,|\s]+/

/** First of several addresses in a cell. */
export function emailOfRow(cell: RowCell): string | undefined {
  const text = cell('email')
  for (const part of [text, ...text.split(between)]) {
    const email = normalizeEmail(part)
    if (email !== undefined) return email
  }
  return undefined
}

export const nameOfRow = (cell: RowCell): string =>
  (cell('full_name') || `${cell('first_name')} ${cell('last_name')}`.trim()).slice(0, maxChars)

/** The question for the company that a row names; undefined when it names none. */
export function companyOfRow(cell: RowCell, network: NetworkHosts): CompanyQuestion | undefined {
  const members = companyMembers(cell, network)
  return members && companyQuestion.parse({ ...members, fuzzySearch: true })
}

/** The question for the person that a row describes, with the employer it names; undefined when it is too little. */
export function personOfRow(cell: RowCell, network: NetworkHosts): PersonQuestion | undefined {
  const [email, name, profile] = [emailOfRow(cell), nameOfRow(cell), cell('profile_url')]
  const { companyIdentifier, companyName, companyDomain } = companyMembers(cell, network) ?? {}
  const question = personQuestion.safeParse({
    ...(profile === '' ? {} : { profileIdentifier: pageIdentifier(profile) }),
    ...(email === undefined ? {} : { emailAddress: email }),
    ...(name === '' ? {} : { personName: { value: name } }),
    ...(cell('job_title') === '' ? {} : { jobTitle: { value: cell('job_title').slice(0, maxChars) } }),
    companyIdentifier,
    companyName,
    companyDomain,
    ...readPlace(cell),
    fuzzySearch: profile === '' && email === undefined,
    thoroughness: 'low',
  })
  return question.success ? question.data : undefined
}

function companyMembers(cell: RowCell, network: NetworkHosts) {
  const website = cell('domain') || cell('url')
  const linked = parseNetworkUrl(website, network)
  const page = cell('company_url') || (linked === undefined || linked.kind === 'person' ? '' : website)
  const mailHost = emailOfRow(cell)?.split('@').at(-1)
  const domain =
    siteOfRow(cell, network) ??
    (mailHost === undefined || freeMailDomains.has(mailHost) ? undefined : mailHost)
  const name = cell('company').slice(0, maxChars)
  if (page === '' && domain === undefined && name === '') return undefined
  return {
    ...(page === '' ? {} : { companyIdentifier: pageIdentifier(page) }),
    ...(domain === undefined ? {} : { companyDomain: { value: domain } }),
    ...(name === '' ? {} : { companyName: { value: name } }),
  }
}

/** The domain of the site a row names; the host of its address is another thing. */
export const siteOfRow = (cell: RowCell, network: NetworkHosts): string | undefined =>
  findSiteDomain(cell('domain'), network) ?? findSiteDomain(cell('url'), network)

/** The first of several. A page of the network is not a website: its host would name the network's own company. */
function findSiteDomain(text: string, network: NetworkHosts): string | undefined {
  for (const part of new Set([text, ...text.split(between)])) {
    const domain = siteNamed(part, network)
    if (domain !== undefined) return domain
  }
  return undefined
}

function siteNamed(text: string, network: NetworkHosts): string | undefined {
  if (parseNetworkUrl(text, network) !== undefined) return undefined
  // A page on a host that many share is asked for as it is; the host would be its owner.
  if (isPageOfMany(text)) return readValue(identifierOf.account(text)) === undefined ? undefined : text
  return normalizeDomain(text)
}

function readPlace(cell: RowCell): object {
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
