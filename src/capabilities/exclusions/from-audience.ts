import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { Call } from '../../operation/index.ts'
import { readMembers } from '../audiences/index.ts'
import { companyEntry, isUnreadable, prospectEntry, type Entry } from './entry.ts'
import type { ExclusionList } from './exclusion-lists.ts'
import { exclusionFailures } from './failures.ts'
import type { ExclusionsDeps } from './slice.ts'

interface ListRequest {
  audienceId: string
  name: string | undefined
  isOrganizationWide: boolean
}

type Network = ExclusionsDeps['network']

/** A company by all its identifiers, so that a record with only one of them is left out too. */
const ofCompany = ({ domains, pnet_primary_slug, li_org_id }: CompanyRecord, network: Network) => {
  const values = { domain: domains?.[0], pnetSlug: pnet_primary_slug, pnetOrgId: li_org_id }
  return companyEntry(named(values), network)
}

const ofPerson = ({ primary_slug, user_id }: PersonRecord, network: Network) =>
  prospectEntry(named({ pnetSlug: primary_slug, pnetUserId: user_id }), network)

const named = (values: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text)) as Record<string, string>

/**
 * A list of the companies, or the people, that are in an audience now. Members without an identifier are omitted, and
 * the advice counts them. Throws Failure 'nobody-to-exclude', and what creating a list throws.
 */
export async function listFromAudience(
  deps: ExclusionsDeps,
  call: Call,
  { of, request }: { of: 'companies' | 'people'; request: ListRequest },
): Promise<{ list: ExclusionList; added: number }> {
  const { organizationId, signal } = call
  const audience = await deps.audiences.audiences.require(organizationId, request.audienceId)
  if (audience.counts[of === 'companies' ? 'company' : 'person'] === 0)
    throw exclusionFailures.of('nobody-to-exclude')
  const { id: audienceId, version } = audience
  let unnamed = 0
  async function* entries(): AsyncGenerator<Entry[]> {
    const read = { organizationId, audienceId, version, of, signal }
    for await (const page of readMembers<CompanyRecord | PersonRecord>(deps.audiences, read)) {
      const listEntries = page.map((record) =>
        of === 'companies'
          ? ofCompany(record as CompanyRecord, deps.network)
          : ofPerson(record as PersonRecord, deps.network),
      )
      const readable = listEntries.filter((entry): entry is Entry => !isUnreadable(entry))
      unnamed += listEntries.length - readable.length
      yield readable
    }
  }
  const list = { name: request.name ?? audience.name, isOrganizationWide: request.isOrganizationWide }
  const lists = of === 'companies' ? deps.companies : deps.prospects
  const made = await lists.createFrom(call, list, entries())
  if (unnamed > 0)
    call.advise(`${unnamed} of the audience have no domain, page or id, so they are not on the list.`)
  return made
}
