import type { NetworkHosts } from '../../../lib/network-url.ts'
import type { PersonRecord } from '../../../corpus/records/index.ts'
import type { CellValue } from '../../../platform/exports/index.ts'

/** An address of a person that enriching the audience delivered to the organization. */
export interface ProspectEmail {
  address: string
  type: 'work' | 'personal' | 'other' | 'unknown' | 'generic'
  status: 'valid' | 'risky' | 'unknown' | 'invalid'
}

/** Contact details that the organization paid for with the audience; no others are exported. */
export interface ProspectContacts {
  /** Likeliest first. */
  emails: readonly ProspectEmail[]
  /** E.164, likeliest first. */
  phones: readonly string[]
}

export const noContacts: ProspectContacts = { emails: [], phones: [] }

/** A person of an audience, as input of the columns. */
export interface ProspectRow {
  /** Entity id, as pages of the audience show it. */
  id: string
  record: PersonRecord
  /** Cells of the current employer, by column; undefined where the corpus does not know the employer. */
  employer: ReadonlyMap<string, CellValue> | undefined
  contacts: ProspectContacts
  network: NetworkHosts
  /** Day the export began (ISO 8601), the reference for ages and durations. */
  asOf: string
}

const isUsable = ({ status }: ProspectEmail): boolean => status !== 'invalid'

/** Work addresses, role mailboxes last. */
export const workEmails = ({ contacts }: Pick<ProspectRow, 'contacts'>): string[] =>
  [
    ...contacts.emails.filter(({ type }) => type === 'work'),
    ...contacts.emails.filter(({ type }) => type === 'generic'),
  ]
    .filter(isUsable)
    .map(({ address }) => address)

export const personalEmails = ({ contacts }: Pick<ProspectRow, 'contacts'>): string[] =>
  contacts.emails
    .filter((email) => email.type === 'personal' && isUsable(email))
    .map(({ address }) => address)

/** All usable addresses, work before personal before the rest. */
export function usableEmails(row: Pick<ProspectRow, 'contacts'>): string[] {
  const first = [...workEmails(row), ...personalEmails(row)]
  const rest = row.contacts.emails.filter(isUsable).map(({ address }) => address)
  return [...new Set([...first, ...rest])]
}

/** Whether there is an address or a number to write to. */
export const hasContacts = (row: Pick<ProspectRow, 'contacts'>): boolean =>
  row.contacts.phones.length > 0 || row.contacts.emails.some(isUsable)
