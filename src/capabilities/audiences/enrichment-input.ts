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

/** The amount of work of an enrichment; steps without a configured source are left out. */
export function buildOrder(
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

/** Warns about requested steps that no source offers here. */
export function adviseSources(
  { live }: Pick<AudiencesDeps, 'live'>,
  call: Pick<Call, 'advise'>,
  input: EnrichmentInput,
): void {
  const missing = (capability: 'company.live' | 'person.live') => live.source.has?.(capability) === false
  const skipped = [
    ...(input.runCompanyLiveEnrichment && missing('company.live') ? ['companies'] : []),
    ...(input.runProfileLiveEnrichment && missing('person.live') ? ['profiles'] : []),
  ]
  if (skipped.length > 0)
    call.advise(`No live source of ${skipped.join(' and ')} is configured: that step is skipped and free.`)
}

/** An organization's price of a unit. */
export const readPrices = (
  { ledger }: Pick<AudiencesDeps, 'ledger'>,
  { organizationId, sandboxOf }: Pick<Call, 'organizationId' | 'sandboxOf'>,
): Promise<UnitPrices> =>
  ledger.unitPrices(sandboxOf ?? organizationId, [...enrichmentKeys, 'liveEnrichCompany', 'liveEnrichPerson'])

/** For each person of an order with any: the kinds paid for recently, which are delivered again free of charge. */
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
