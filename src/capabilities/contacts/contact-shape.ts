import { registrableDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { freeMailDomains, roleMailboxes } from '../../lib/mail-domains.ts'
import { normalizePhone, phoneType } from '../../lib/phone.ts'
import type { EmailType, FoundEmail, FoundPhone } from './kinds.ts'

/** Registrable domains, to tell which employer an address belongs to. */
export interface EmployerHosts {
  /** Domains of every current employer; empty where none is known. */
  current: ReadonlySet<string>
  /** Domain of another company whose addresses are wanted too. */
  wanted: ReadonlySet<string>
}

export const employerHosts = (
  current: readonly string[],
  wanted: readonly string[] | undefined,
): EmployerHosts => ({ current: registrable(current), wanted: registrable(wanted ?? []) })

const registrable = (domains: readonly string[]): ReadonlySet<string> =>
  new Set(domains.map((domain) => registrableDomain(domain) ?? domain))

/**
 * An address in its normal form with its type; undefined for a text that is not one. It is unmatched, and free, only at
 * a former employer: an employer that the caller names does not exclude the addresses at the current one.
 */
export function shapedEmail(
  email: string,
  type: EmailType | null | undefined,
  employers: EmployerHosts,
): { address: string; type: EmailType; isUnmatched: boolean } | undefined {
  const address = normalizeEmail(email)
  if (address === undefined) return undefined
  const host = address.slice(address.lastIndexOf('@') + 1)
  const domain = registrableDomain(host) ?? host
  const isAtEmployer = employers.current.has(domain) || employers.wanted.has(domain)
  const kind = type === null || type === undefined ? guessType(address, isAtEmployer) : type
  return { address, type: kind, isUnmatched: kind === 'work' && employers.current.size > 0 && !isAtEmployer }
}

function guessType(address: string, isAtEmployer: boolean): EmailType {
  const [local = '', host = ''] = address.split('@')
  if (freeMailDomains.has(host)) return 'personal'
  if (roleMailboxes.has(local)) return 'generic'
  return isAtEmployer ? 'work' : 'unknown'
}

/** A number in E.164 with its type; undefined for anything else. `country`: ISO 3166-1 alpha-2, for national forms. */
export function shapedPhone(
  number: string,
  type: string | null | undefined,
  country?: string,
): FoundPhone | undefined {
  // A number outside every assigned range is kept unchanged if it has the form of a number.
  const e164 = normalizePhone(number, country) ?? (/^\+[1-9]\d{6,14}$/.test(number) ? number : undefined)
  if (e164 === undefined) return undefined
  if (type === 'mobile') return { number: e164, type: 'mobile' }
  return {
    number: e164,
    type: type === null || type === undefined || type === 'unknown' ? phoneType(e164) : 'other',
  }
}

/** Order of statuses: addresses known to work come first. */
const order: readonly FoundEmail['status'][] = ['valid', 'unknown', 'risky', 'invalid']

/** Likeliest first; equals keep their order. */
export const likeliestFirst = (emails: readonly FoundEmail[]): FoundEmail[] =>
  emails.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
