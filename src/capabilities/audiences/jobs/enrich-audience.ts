import { endEvent } from '../../../platform/jobs/index.ts'
import type { JobContext } from '../../../platform/jobs/index.ts'
import { enrichItem, type EnrichedItem, type EnrichItem, type EnrichParams } from '../enrich-items.ts'
import { addContacts, addDelivered, endEnrichment } from '../enrichment-rows.ts'
import { audienceEnrichmentCompleted } from '../events.ts'
import { planEnrichment } from '../plan-enrichment.ts'
import { defineJob, type AudiencesDeps } from '../slice.ts'

/** Results are stored with their charge, some members at a time; after a kill only the current ones are repeated. */
export const enrichAudience = defineJob<EnrichParams, EnrichItem, EnrichedItem>({
  id: 'enrichAudience',
  plan: planEnrichment,
  async work(context, items) {
    const outcomes = []
    for (const { input } of items) outcomes.push(await enrichItem(context, input))
    return outcomes
  },
  async record(tx, { params, deps, organizationId, requestId, nowMs }, ended) {
    const enrichment = { organizationId, id: params.enrichmentId }
    const audience = { organizationId, audienceId: params.audienceId }
    for (const { outcome } of ended) {
      const { output } = outcome
      if (output === undefined) continue
      const { step, delivered, unavailable, given: free = [], charged = [] } = output
      const counter = {
        liveCompanies: 'companies',
        liveProspects: 'prospects',
        contacts: 'contacts',
      } as const
      await addDelivered(tx, enrichment, { [counter[step]]: delivered.length, unavailable })
      await addContacts(tx, audience, free)
      const by = { organizationId, requestId, nowMs }
      if (!params.isSandbox) await deps.contacts.reads.record(tx, charged, by)
    }
  },
  async conclude(context, _outputs, pages) {
    const { params, deps, organizationId } = context
    const enriched = new Set<string>()
    for await (const page of pages())
      for (const { output } of page) {
        const { step, delivered = [] } = JSON.parse(output ?? '{}') as Partial<EnrichedItem>
        if (step !== 'liveCompanies') for (const id of delivered) enriched.add(id)
      }
    const end = { status: 'COMPLETED', finishedAt: new Date(deps.clock.now()) } as const
    await endEnrichment(deps.db, { organizationId, id: params.enrichmentId }, end)
    await tellByMail(context, enriched.size)
    return { enriched: enriched.size }
  },
  abandon: (tx, { params, organizationId, nowMs }) =>
    endEnrichment(
      tx,
      { organizationId, id: params.enrichmentId },
      { status: 'FAILED', finishedAt: new Date(nowMs) },
    ),
  event: endEvent(audienceEnrichmentCompleted, ({ params, state, result, error }) => ({
    audience_id: params.audienceId,
    combined_enrichment_id: params.enrichmentId,
    success: state === 'completed',
    enriched_prospect_count: (result as { enriched?: number } | null)?.enriched ?? 0,
    error,
  })),
})

async function tellByMail(
  { params, deps }: JobContext<EnrichParams, AudiencesDeps>,
  enriched: number,
): Promise<void> {
  const { userEmail: to, audienceName, audienceId, isSandbox } = params
  if (to === null || isSandbox) return
  const message = {
    to,
    subject: `Your audience ${audienceName} has been enriched`,
    paragraphs: [
      `New details were found for ${enriched} people of the audience ${audienceName} (${audienceId}).`,
      'exportProspects writes them to a file.',
    ],
  }
  // A mail server that does not answer must not undo an enrichment: getEnrichmentStatus has the same facts.
  await deps.mail.send(message).catch(() => undefined)
}
