import { normalizeEmail } from '../../lib/email.ts'
import { identifierOf, readExternalId, readValue } from '../names/index.ts'
import { isMemberId, isReservedSlug, normalizeSlug } from '../../lib/network-url.ts'
import { platformAliases } from '../../lib/social-handle.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { PersonRecord } from '../records/index.ts'
import { digestToken, employerKey, exactToken, externalIdToken } from './tokens.ts'

/** Identifiers of a person besides the public record. */
export interface PersonContacts {
  emails: readonly { email: string }[]
  phoneNumbers: readonly { number: string }[]
  externalIds: Readonly<Record<string, string>>
}

/** The identifiers by which a person is found and recognised, as facet tokens. */
export function personIdentifiers(record: PersonRecord, contacts: PersonContacts): string[] {
  const tokens = new Set<string>()
  for (const slug of [record.primary_slug, ...(record.slugs ?? [])]) {
    const normal = slug ? normalizeSlug(slug) : ''
    if (normal !== '' && !isReservedSlug('person', normal)) tokens.add(exactToken('slug', normal))
  }
  for (const text of [record.user_id, record.entity_urn, ...(record.entity_urns ?? [])]) {
    const id = text ? readValue(identifierOf.networkId(text)) : undefined
    if (id !== undefined) tokens.add(exactToken('uid', id))
    // Files cut it out of the address of the page, in the place of a slug.
    if (id !== undefined && isMemberId(id)) tokens.add(exactToken('slug', normalizeSlug(id)))
  }
  for (const { email } of contacts.emails) {
    const token = emailIdentifier(email, record)
    if (token !== undefined) tokens.add(token)
  }
  for (const { number } of contacts.phoneNumbers) {
    const normal = readValue(identifierOf.phone(number))
    if (normal !== undefined) tokens.add(digestToken('ph', normal))
  }
  for (const [source, text] of Object.entries(contacts.externalIds)) {
    const read = readExternalId(source, text)
    if ('why' in read) continue
    tokens.add(externalIdToken(read))
    const platform = platformAliases.get(source.toLowerCase())
    const handle = platform === undefined ? undefined : readValue(identifierOf.handle(read.value, platform))
    if (handle !== undefined) tokens.add(exactToken('soc', `${platform}/${handle}`))
  }
  return [...tokens]
}

/**
 * What an address says about whose it is. A role mailbox, or one that look-ups refuse, identifies nobody alone:
 * together with name and employer it recognises the same row, and it answers no question.
 */
function emailIdentifier(email: string, record: PersonRecord): string | undefined {
  const read = identifierOf.email(email)
  if ('value' in read) return digestToken('em', read.value)
  const name = normalText(record.name ?? `${record.first_name ?? ''} ${record.last_name ?? ''}`)
  if (read.why !== 'shared' || name === '') return undefined
  const employer = employerKey(record.current_job?.company_name ?? '')
  return digestToken('em', `${normalizeEmail(email)} ${name} ${employer}`)
}

/** Mailboxes of a person that identify nobody. They find the person for removal and for exclusion lists. */
export function mailboxTokens(emails: PersonContacts['emails']): string[] {
  return emails.flatMap(({ email }) => {
    const read = identifierOf.email(email)
    const address = 'why' in read && read.why === 'shared' ? normalizeEmail(email) : undefined
    return address === undefined ? [] : [digestToken('em', address)]
  })
}
