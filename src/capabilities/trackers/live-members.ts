import { companyPage, isMalformed, personPage, type NamedPage } from '../../corpus/identify/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import { fetchPages } from '../live/index.ts'
import { readRecords } from './check.ts'
import type { EntityType } from './rules/states.ts'
import type { LiveCounts } from './run-rows.ts'
import type { TrackersDeps } from './slice.ts'

/** The capability of live sources for each type of entity. */
export const liveCapability = { company: 'company.live', person: 'person.live' } as const

/**
 * Fetches some members from live sources and writes the answers to the corpus. Members without an answer stay as the
 * corpus has them. Answers the counts of both.
 */
export async function renewMembers(
  deps: TrackersDeps,
  entityType: EntityType,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): Promise<LiveCounts> {
  const records = await readRecords(deps.search, { entityType, signal }, ids)
  const pages = [...records.values()].flatMap((record) => findPage(deps, entityType, record) ?? [])
  // Sites are visited within a budget of their own (`visit-members.ts`).
  const fetched = await fetchPages(deps.live, pages, { signal, asksByDomain: false })
  const count = (status: string) => fetched.filter((page) => page.status === status).length
  const questions = pages.length - count('no_source')
  const counts = { asked: questions, live: count('live'), notFound: count('not_found') }
  return { ...counts, unavailable: questions - counts.live - counts.notFound }
}

/** Finds the page of a member. A member without one cannot be fetched. */
function findPage({ network }: TrackersDeps, entityType: EntityType, record: object): NamedPage | undefined {
  const { pnet_primary_slug, li_org_id } = record as CompanyRecord
  const { url, primary_slug } = record as PersonRecord
  const page =
    entityType === 'company'
      ? companyPage(pnet_primary_slug || li_org_id || '', network)
      : personPage(url ?? primary_slug ?? '', network)
  return isMalformed(page) ? undefined : page
}
