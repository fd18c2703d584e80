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

/** An audience is asked to be enriched, by a key. */
export interface EnrichmentRequest {
  organizationId: string
  keyId: string
  /** As it was read: another state by now refuses the enrichment. */
  audience: Audience
  enrichmentId: string
  taskId: string
  items: EnrichmentItems
  createdAt: Date
}

/** Enrichments of audiences, one at a time each. */
export interface Enrichments {
  /** Throws Failure 'audience-enriching', 'audience-building' and 'conflict', where the audience is not what it was. */
  begin(tx: Queryable, request: EnrichmentRequest): Promise<void>
  newest(organizationId: string, audienceId: string): Promise<EnrichmentRow | undefined>
  /** Whether one is under way; one whose job has ended is not, whatever is noted of it. */
  isRunning(on: Queryable, organizationId: string, audienceId: string): Promise<boolean>
  /** Ends the notes of enrichments whose job has ended; answers how many. */
  endLost(nowMs: number): Promise<number>
}

export const newEnrichmentId = (clock: Clock): string => newId('aenrich', clock)

/** A job that began a moment ago may not be seen yet. */
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
  /** The one that is noted as running, unless its job has ended: then it ends here. */
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
      // Locks the list, and counts as a change of it: of a build and an enrichment at once, one is refused.
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
