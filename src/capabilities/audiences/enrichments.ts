import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { Failure } from '../../operation/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { EnrichmentItems } from './enrichment-order.ts'
import {
  endEnrichment,
  insertEnrichment,
  selectNewestEnrichment,
  selectUnendedEnrichments,
  type EnrichmentRow,
} from './enrichment-rows.ts'
import { audienceFailures } from './failures.ts'
import type { Audience, AudienceLists } from './list-kind.ts'

/** A key's request to enrich an audience. */
export interface EnrichmentRequest {
  organizationId: string
  keyId: string
  /** State as it was read: if it has changed meanwhile, the enrichment is refused. */
  audience: Audience
  enrichmentId: string
  taskId: string
  items: EnrichmentItems
  createdAt: Date
}

/** Enrichments of audiences, one at a time each. */
export interface Enrichments {
  /**
   * Throws Failure 'audience-enriching', 'audience-building' or 'conflict' where the audience has changed meanwhile.
   */
  begin(tx: Queryable, request: EnrichmentRequest): Promise<void>
  newest(organizationId: string, audienceId: string): Promise<EnrichmentRow | undefined>
  /** Whether one is under way. An enrichment whose job has ended is not, even if its row still says so. */
  isRunning(on: Queryable, organizationId: string, audienceId: string): Promise<boolean>
  /** Closes the rows of enrichments whose job has ended; returns how many. */
  endLost(nowMs: number): Promise<number>
}

export const newEnrichmentId = (clock: Clock): string => newId('aenrich', clock)

/** A job that began a moment ago may not be visible yet. */
const youngMs = 60_000

export function openEnrichments({
  db,
  clock,
  lists,
  jobs,
}: {
  db: Postgres
  clock: Clock
  lists: AudienceLists
  jobs: Pick<Jobs, 'isUnfinished'>
}): Enrichments {
  /** The enrichment whose row says running; if its job has ended, the row is closed here instead. */
  const running = async (on: Queryable, organizationId: string, audienceId: string) => {
    const newest = await selectNewestEnrichment(on, organizationId, audienceId)
    if (newest?.status !== 'RUNNING') return undefined
    return (await jobs.isUnfinished(on, newest.taskId)) ? newest : undefined
  }
  const fail = (on: Queryable, row: EnrichmentRow) =>
    endEnrichment(on, row, { status: 'FAILED', finishedAt: new Date(clock.now()) })

  return {
    async begin(tx, { organizationId, keyId: by, audience, enrichmentId: id, taskId, items, createdAt }) {
      const { id: audienceId, revision: ifRevision } = audience
      // This locks the list and counts as a change to it, so of a simultaneous build and enrichment one is refused.
      const changed = await lists.change(tx, organizationId, audienceId, { ifRevision, by })
      const newest = await selectNewestEnrichment(tx, organizationId, audienceId)
      if (newest?.status === 'RUNNING') {
        if (await jobs.isUnfinished(tx, newest.taskId)) throw audienceFailures.of('audience-enriching')
        await fail(tx, newest)
      }
      if (!changed.done && changed.reason === 'revision') {
        const now = await lists.find(tx, organizationId, audienceId)
        throw now?.state === 'BUILDING' ? audienceFailures.of('audience-building') : new Failure('conflict')
      }
      if (!changed.done) throw new Failure('not-found')
      const row = { organizationId, audienceId, id, taskId, createdAt, ...items }
      if (!(await insertEnrichment(tx, row))) throw audienceFailures.of('audience-enriching')
    },
    newest: (organizationId, audienceId) => selectNewestEnrichment(db, organizationId, audienceId),
    isRunning: async (on, organizationId, audienceId) =>
      (await running(on, organizationId, audienceId)) !== undefined,
    async endLost(nowMs) {
      let count = 0
      for (const row of await selectUnendedEnrichments(db, nowMs - youngMs)) {
        if (await jobs.isUnfinished(db, row.taskId)) continue
        await fail(db, row)
        count += 1
      }
      return count
    },
  }
}
