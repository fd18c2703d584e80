import type { Call, UnitPrices } from '../../operation/index.ts'
import { firstMembers } from './plan-enrichment.ts'
import { contactKinds, type ContactKind } from '../contacts/index.ts'
import type { Audience } from './list-kind.ts'
import { enrichmentKeys, type EnrichmentOrder } from './enrichment-order.ts'
import type { EnrichmentInput } from './schema.ts'
import type { AudiencesDeps } from './slice.ts'

const switches: Record<ContactKind, keyof EnrichmentInput['enrichmentType']> = {
  work_email: 'getWorkEmails',
  personal_email: 'getPersonalEmails',
  phone: 'getPhoneNumbers',
}

/** How much an enrichment of an audience takes on; what no source is set up for is left out. */
export function orderOf(
  { live }: Pick<AudiencesDeps, 'live'>,
  { counts }: Pick<Audience, 'counts'>,
  input: EnrichmentInput,
): EnrichmentOrder {
  const most = input.maxProspectsToEnrich
  const wanted = input.runContactEnrichment
    ? contactKinds.filter((kind) => input.enrichmentType[switches[kind]])
    : []
  const fetches = (isAsked: boolean, capability: 'company.live' | 'person.live') =>
    isAsked && live.source.has?.(capability) !== false
  const [companies, prospects] = [Math.min(most, counts.company), Math.min(most, counts.person)]
  return {
    liveCompanies: fetches(input.runCompanyLiveEnrichment, 'company.live') ? companies : 0,
    liveProspects: fetches(input.runProfileLiveEnrichment, 'person.live') ? prospects : 0,
    contacts: wanted.length === 0 ? 0 : prospects,
    wanted,
  }
}

/** What of the request cannot be had here. */
export function adviseSources(
  { live }: Pick<AudiencesDeps, 'live'>,
  call: Pick<Call, 'advise'>,
  input: EnrichmentInput,
): void {
  const missing = (capability: 'company.live' | 'person.live') => live.source.has?.(capability) === false
  const companies = input.runCompanyLiveEnrichment && missing('company.live')
  const people = input.runProfileLiveEnrichment && missing('person.live')
  if (companies || people)
    call.advise(
      `No live source of ${companies && people ? 'companies and profiles' : companies ? 'companies' : 'profiles'} is set up: that step is left out, and free.`,
    )
}

/** What an organization's units cost. */
export const pricesOf = (
  { ledger }: Pick<AudiencesDeps, 'ledger'>,
  { organizationId, sandboxOf }: Pick<Call, 'organizationId' | 'sandboxOf'>,
): Promise<UnitPrices> =>
  ledger.unitPrices(sandboxOf ?? organizationId, [...enrichmentKeys, 'liveEnrichCompany', 'liveEnrichPerson'])

/** Kinds that the people of an order were paid for lately, of each of whom some were: they are delivered again for nothing. */
export async function paidLately(
  deps: AudiencesDeps,
  { organizationId, nowMs, mode }: Pick<Call, 'organizationId' | 'nowMs' | 'mode'>,
  audience: Pick<Audience, 'id' | 'version'>,
  { contacts }: EnrichmentOrder,
): Promise<ReadonlySet<ContactKind>[]> {
  if (contacts === 0 || mode === 'test') return []
  const of = { organizationId, audienceId: audience.id, version: audience.version }
  const ids = await firstMembers(deps, of, { kind: 'person', most: contacts })
  return [...(await deps.contacts.reads.paid(organizationId, ids, nowMs)).values()]
}
