import type { Snapshot } from '../commits/index.ts'
import { ask, type AnalyticsStores } from './ask.ts'
import { tenuresWith, type Employer } from './employer.ts'

export interface CareersRequest {
  employer: Employer
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

/** People whose career has a tenure with an employer, at any time. */
export async function countCareers(
  stores: AnalyticsStores,
  { employer, snapshot, signal }: CareersRequest,
): Promise<number> {
  const [row] = await ask<{ people: string }>(stores, {
    tag: 'careers-with',
    condition: tenuresWith(employer),
    snapshot,
    signal,
    sql: (where) => `SELECT uniqExact(id) AS people FROM tenures WHERE ${where}`,
  })
  return Number(row?.people ?? 0)
}
