import type { JobContext } from '../../platform/jobs/index.ts'
import { perItem } from './enrichment-order.ts'
import type { EnrichItem, EnrichParams } from './enrich-items.ts'
import type { AudiencesDeps } from './slice.ts'

type Context = JobContext<EnrichParams, AudiencesDeps>

/** Members read together. */
const pageSize = 5_000

/** The members of the requested version, in its order, as items: companies, then people, then their contacts. */
export async function planEnrichment(context: Context): Promise<EnrichItem[]> {
  const { liveCompanies, liveProspects, contacts } = context.params
  const companies = await firstMembers(context.deps, toVersion(context), {
    kind: 'company',
    most: liveCompanies,
  })
  const people = await firstMembers(context.deps, toVersion(context), {
    kind: 'person',
    most: Math.max(liveProspects, contacts),
  })
  return [
    ...inItems('liveCompanies', companies, perItem.live),
    ...inItems('liveProspects', people.slice(0, liveProspects), perItem.live),
    ...inItems('contacts', people.slice(0, contacts), perItem.contacts),
  ]
}

function inItems(step: EnrichItem['step'], ids: readonly string[], size: number): EnrichItem[] {
  const items: EnrichItem[] = []
  for (let from = 0; from < ids.length; from += size) items.push({ step, ids: ids.slice(from, from + size) })
  return items
}

/** A version of an audience's members. */
export interface MembersVersion {
  organizationId: string
  audienceId: string
  version: number
}

const toVersion = ({ organizationId, params: { audienceId, version } }: Context): MembersVersion => ({
  organizationId,
  audienceId,
  version,
})

/** Entity ids of the first members, in the order of the enrichment. */
export async function firstMembers(
  deps: Pick<AudiencesDeps, 'db' | 'lists'>,
  { organizationId, audienceId, version }: MembersVersion,
  { kind, most }: { kind: 'company' | 'person'; most: number },
): Promise<string[]> {
  const ids: string[] = []
  for (let after = 0; ids.length < most;) {
    const page = await deps.lists.difference(deps.db, organizationId, audienceId, {
      kind,
      from: version - 1,
      to: version,
      movements: ['joined', 'returned', 'stayed'],
      after: { leftIn: null, number: after },
      most: Math.min(pageSize, most - ids.length),
    })
    const last = page?.at(-1)
    if (page === undefined || last === undefined) return ids
    for (const { entityId } of page) if (entityId !== null) ids.push(entityId)
    after = last.number
  }
  return ids
}
