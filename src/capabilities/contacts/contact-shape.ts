import { registrableDomain } from '../../lib/domain-name.ts'
import { normalizeEmail } from '../../lib/email.ts'
import { freeMailDomains, roleMailboxes } from '../../lib/mail-domains.ts'
import { normalizePhone, phoneType } from '../../lib/phone.ts'
import type { EmailType, FoundEmail, FoundPhone } from './kinds.ts'

/** Registrable domains, for telling whose an address is. */
export interface EmployerHosts {
  /** Of every current employer; empty where none is known. */
  current: ReadonlySet<string>
  /** Of the company whose addresses are wanted besides. */
  wanted: ReadonlySet<string>
}

export const employerHosts = (
  current: readonly string[],
  wanted: readonly string[] | undefined,
): EmployerHosts => ({ current: registrable(current), wanted: registrable(wanted ?? []) })

const registrable = (domains: readonly string[]): ReadonlySet<string> =>
  new Set(domains.map((domain) => registrableDomain(domain) ?? domain))

/**
 * An address in its one spelling and with its type; undefined when it is none. It is unmatched, and free, at a former
 * employer alone: what a caller says of the employer takes nothing away from the current one's addresses.
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

/** A number in E.164 with its type; undefined when it is none. `country`: ISO 3166-1 alpha-2, for national forms. */
export function shapedPhone(
  number: string,
  type: string | null | undefined,
  country?: string,
): FoundPhone | undefined {
  // Numbers that are in no assigned range are kept as they are when they have the form of one.
  const e164 = normalizePhone(number, country) ?? (/^\+[1-9]\d{6,14}$/.test(number) ? number : undefined)
  if (e164 === undefined) return undefined
  if (type === 'mobile') return { number: e164, type: 'mobile' }
  return {
    number: e164,
    type: type === null || type === undefined || type === 'unknown' ? phoneType(e164) : 'other',
  }
}

/** Addresses by status: what is known to work first. */
const order: readonly FoundEmail['status'][] = ['valid', 'unknown', 'risky', 'invalid']

/** The likeliest first; those alike stay in their order. */
export const likeliestFirst = (emails: readonly FoundEmail[]): FoundEmail[] =>
  emails.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
