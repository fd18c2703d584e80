import { slugToken } from '../../corpus/identify/index.ts'
import { cachedOnly, kindOfEmail, standard, type FoundContacts } from '../contacts/index.ts'
import { selectContacts } from './enrichment-rows.ts'
import type { AudiencesDeps } from './slice.ts'

/** Contact details of a person that an audience delivered to an organization. */
export type PaidContacts = Pick<FoundContacts, 'emails' | 'phoneNumbers'>

/**
 * Current contact details of some people of an audience, by entity id, limited to the kinds that enriching the audience
 * delivered. Details of other people are not read, and no outside source is called.
 */
export async function paidContacts(
  { db, contacts }: Pick<AudiencesDeps, 'db' | 'contacts'>,
  audience: { organizationId: string; audienceId: string },
  people: readonly { id: string; record: { primary_slug: string } }[],
  signal: AbortSignal,
): Promise<Map<string, PaidContacts>> {
  const kinds = await selectContacts(
    db,
    audience,
    people.map(({ id }) => id),
  )
  const wanted = people.filter(({ id }) => kinds.has(id))
  if (wanted.length === 0) return new Map()
  const questions = wanted.map(({ record }) => ({
    by: 'identifier' as const,
    tokens: [slugToken(record.primary_slug)],
  }))
  const findings = await contacts.finder.find(questions, {
    tier: standard.id,
    wanted: ['work_email', 'personal_email', 'phone'],
    validateEmails: false,
    outside: cachedOnly,
    signal,
  })
  const entries = wanted.flatMap(({ id }, index): [string, PaidContacts][] => {
    const person = findings[index]?.contacts
    const paid = kinds.get(id) ?? []
    if (person === undefined) return []
    const emails = person.emails.filter((email) => paid.includes(kindOfEmail(email)))
    const phoneNumbers = paid.includes('phone') ? person.phoneNumbers : []
    return [[id, { emails, phoneNumbers }]]
  })
  return new Map(entries)
}
