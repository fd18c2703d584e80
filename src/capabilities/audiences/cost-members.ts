import type { PriceLine } from '../../operation/index.ts'
import type { JobContext } from '../../platform/jobs/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { findMembers, type BuildQuestion, type FoundEntities } from './find-members.ts'
import type { AudiencesDeps } from './slice.ts'

interface Counts {
  companies: number
  people: number
}

/** The price of a member. */
export const memberKey = { companies: 'audienceCompany', people: 'audienceProspect' } as const

/** What companies and people of an audience cost. */
export function listMemberLines({ companies, people }: Counts): PriceLine[] {
  const lines: PriceLine[] = [
    { key: memberKey.companies, units: companies },
    { key: memberKey.people, units: people },
  ]
  return lines.filter(({ units }) => units > 0)
}

/**
 * What a build costs, in the transaction that stores and charges it: the members that the organization has not paid for within
 * the window, by an audience, a file or a read of the whole record.
 */
export async function chargeMembers(
  { recordReads }: Pick<AudiencesDeps, 'recordReads'>,
  tx: Queryable,
  entities: FoundEntities,
  {
    organizationId,
    requestId,
    nowMs,
  }: Pick<JobContext<unknown, unknown>, 'organizationId' | 'requestId' | 'nowMs'>,
): Promise<PriceLine[]> {
  const by = { organizationId, requestId, nowMs, extent: 'row' } as const
  const unpaid = { companies: 0, people: 0 }
  for (const kind of ['companies', 'people'] as const)
    for (const ids of entities[kind].ordered())
      unpaid[kind] += (await recordReads.claim(tx, ids, { ...by, kind, priceKey: memberKey[kind] })).size
  return listMemberLines(unpaid)
}

/** Most members of each kind that are looked at; they stand for the others. */
const mostTried = 10_000

/** What a build that finds `most` is likely to cost. */
export async function expectMembers(
  { search, recordReads }: Pick<AudiencesDeps, 'search' | 'recordReads'>,
  question: Omit<BuildQuestion, 'onProgress'>,
): Promise<PriceLine[]> {
  const { most, organizationId, nowMs } = question
  const tried = {
    companies: Math.min(most.companies, mostTried),
    people: Math.min(most.people, mostTried),
  }
  const onProgress = () => Promise.resolve()
  const entities = await findMembers(search, { ...question, most: tried, onProgress })
  const expected = { companies: 0, people: 0 }
  for (const kind of ['companies', 'people'] as const) {
    let paid = 0
    for (const ids of entities[kind].ordered())
      paid += await recordReads.countPaid(ids, { organizationId, nowMs, kind, extent: 'row' })
    const { count } = entities[kind]
    const scale = count < tried[kind] || count === 0 ? 1 : most[kind] / count
    expected[kind] = (count - paid) * scale
  }
  return listMemberLines(expected)
}
