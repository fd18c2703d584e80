import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { free, perMinute } from '../../../operation/index.ts'
import type { EnrichmentRow } from '../enrichment-rows.ts'
import { findStage, type EnrichmentProgress } from '../enrichment-stage.ts'
import { audienceFailures } from '../failures.ts'
import { enrichAudience } from '../jobs/enrich-audience.ts'
import { audienceId, enrichmentStatus } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const getEnrichmentStatus = operation({
  id: 'getEnrichmentStatus',
  route: 'GET /v1/audiences/{audienceId}/enrichment/status',
  tag,
  summary: 'Poll the enrichment of an audience',
  describe:
    'Returns the stage of the newest enrichment of the audience: NOT_STARTED, STARTED, RUNNING_LIVE_ENRICH, FETCHING_CONTACT_DETAILS, and finally DONE or FAILED; what it has delivered so far, and its cost. Steps that were not requested or have no configured source are skipped. Poll at most every 30 seconds.',
  input: z.object({ audienceId }),
  output: enrichmentStatus,
  price: free('Polls are free.'),
  limit: perMinute(120),
  follows: 'triggerEnrichment',
  fails: ['not-found', 'not-enriched'],
  examples: [{ name: 'An audience', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const audience = await deps.audiences.require(organizationId, input.audienceId)
    const row = await deps.enrichments.newest(organizationId, audience.id)
    if (row === undefined) throw audienceFailures.of('not-enriched')
    const job = await deps.jobs.look({ id: row.taskId, kind: enrichAudience.id, organizationId })
    const stage = findStage(
      row,
      job === undefined ? toProgress(row) : { ...job, isPlanned: job.total !== null },
    )
    if (!['DONE', 'FAILED'].includes(stage.currentStage))
      call.advise('Poll at most every 30 seconds until currentStage is DONE or FAILED.')
    return {
      enrichmentId: row.id,
      ...stage,
      createdAt: row.createdAt.toISOString(),
      completedAt: (job?.finishedAt ?? row.finishedAt)?.toISOString() ?? null,
      delivered: {
        companies: row.companiesFetched,
        prospects: row.prospectsFetched,
        contacts: row.prospectsWithContacts,
      },
      unavailable: row.unavailable,
      creditsCharged: job === undefined ? null : toCredits(job.charged),
    }
  },
})

/** Status of an enrichment whose job was deleted. */
const toProgress = ({ status }: EnrichmentRow): EnrichmentProgress => ({
  state: status === 'COMPLETED' ? 'completed' : 'failed',
  completed: 0,
  isPlanned: true,
})
