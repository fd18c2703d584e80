import { companyPage, isMalformed, personPage, type NamedPage } from '../../corpus/identify/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { fetchPages } from '../live/index.ts'
import { readRecords } from './check.ts'
import type { EntityType } from './rules/states.ts'
import type { LiveCounts } from './run-rows.ts'
import type { TrackersDeps } from './slice.ts'

/** What live sources are asked for members by. */
export const liveCapability = { company: 'company.live', person: 'person.live' } as const

/**
 * Asks live sources for some members and has the corpus know what they answer. Of those no source answers the corpus keeps
 * what it has; counts say how many.
 */
export async function renewMembers(
  deps: TrackersDeps,
  entityType: EntityType,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): Promise<LiveCounts> {
  const records = await readRecords(deps.search, { entityType, signal }, ids)
  const pages = [...records.values()].flatMap((record) => findPage(deps, entityType, record) ?? [])
  const fetched = await fetchPages(deps.live, pages, { signal })
  const count = (status: string) => fetched.filter((page) => page.status === status).length
  const counts = { asked: pages.length, live: count('live'), notFound: count('not_found') }
  return { ...counts, unavailable: pages.length - counts.live - counts.notFound }
}

/** Undefined for one without any page, whom no source can be asked for. */
function findPage({ network }: TrackersDeps, entityType: EntityType, record: object): NamedPage | undefined {
  const { pnet_primary_slug, li_org_id } = record as CompanyRecord
  const { url, primary_slug } = record as PersonRecord
  const page =
    entityType === 'company'
      ? companyPage(pnet_primary_slug || li_org_id || '', network)
      : personPage(url ?? primary_slug ?? '', network)
  return isMalformed(page) ? undefined : page
}
