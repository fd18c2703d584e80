import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { JobAnswer, listedPrice, optional, perMinute, type LateJob } from '../../../operation/index.ts'
import { kindPrices, standard } from '../../contacts/index.ts'
import { adviseSources, buildOrder, paidLately, readPrices } from '../enrichment-input.ts'
import { sumCost, enrichmentKeys, countItems, mostLines } from '../enrichment-order.ts'
import { newEnrichmentId } from '../enrichments.ts'
import { audienceFailures } from '../failures.ts'
import { enrichAudience } from '../jobs/enrich-audience.ts'
import { maxMembers } from '../list-kind.ts'
import { enrichmentInput, type EnrichmentInput } from '../schema.ts'
import { operation, tag } from '../slice.ts'

/** The most an enrichment can cost is only known once its audience was read. */
const price: LateJob<EnrichmentInput> = {
  describe: `${listedPrice('audienceLiveCompany')} for each company and ${listedPrice('audienceLiveProspect')} for each person fetched live; contact details as for reveals of one person, in credits: ${kindPrices(standard)}. The amount of estimateEnrichmentCost is set aside at the start, results are charged as they are delivered, the rest is returned. Anything not found is free, and details paid for within the re-read window are not charged again.`,
  keys: enrichmentKeys,
  most({ maxProspectsToEnrich }) {
    const most = Math.min(maxProspectsToEnrich, maxMembers)
    const wanted = ['work_email', 'personal_email', 'phone'] as const
    return mostLines({ liveCompanies: most, liveProspects: most, contacts: most, wanted })
  },
}

export const triggerEnrichment = operation({
  id: 'triggerEnrichment',
  route: 'POST /v1/audiences/{audienceId}/enrich',
  tag,
  summary: 'Enrich an audience',
  tasks: ['get emails and phones for everybody of an audience'],
  describe:
    "Fetches current data of the companies and people of the audience, and finds contact details of its people, in the background: the first ones in its order. Results appear in the corpus, on the audience's pages and in its exports. Call estimateEnrichmentCost first: the charge never exceeds its estimate. Poll getEnrichmentStatus at most every 30 seconds until currentStage is DONE or FAILED, or wait for the event audience.enrichment_completed.",
  input: z.object({
    ...enrichmentInput,
    userEmail: optional(z.email()).describe('Gets a mail when it has ended.'),
  }),
  output: z.object({
    enrichmentId: z.string(),
    status: z.literal('NOT_STARTED'),
    estimatedCredits: z
      .number()
      .describe('The most it can cost. Until it ends, details paid for recently are set aside too.'),
  }),
  price: (p) => p.perJob({ late: price }),
  limit: perMinute(10),
  dryRun: false,
  follows: 'createAudience',
  fails: [
    'not-found',
    'conflict',
    'audience-not-built',
    'audience-building',
    'audience-enriching',
    'audience-empty',
  ],
  examples: [
    {
      name: 'Work addresses of up to a hundred people',
      input: {
        audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f',
        maxProspectsToEnrich: 100,
        enrichmentType: { getWorkEmails: true, getPersonalEmails: false, getPhoneNumbers: false },
      },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { organizationId, keyId } = call
    const audience = await deps.audiences.require(organizationId, input.audienceId)
    await deps.audiences.requireOrder('enrich', { ...audience, organizationId })
    const order = buildOrder(deps, audience, input)
    adviseSources(deps, call, input)
    const items = countItems(order)
    if (items.liveCompanyItems + items.liveProspectItems + items.contactItems === 0)
      throw audienceFailures.of('audience-empty')
    const { wanted, ...counts } = order
    const enrichmentId = newEnrichmentId(deps.clock)
    const started = await deps.jobs.start(enrichAudience, call, {
      params: {
        enrichmentId,
        audienceId: audience.id,
        audienceName: audience.name,
        version: audience.version,
        ...counts,
        wanted: [...wanted],
        isSandbox: call.mode === 'test',
        userEmail: input.userEmail ?? null,
      },
      charging: 'later',
      lines: mostLines(order),
      output: (taskId) => taskId,
    })
    const paid = await paidLately(deps, call, audience, order)
    const estimatedCredits = toCredits(sumCost(order, await readPrices(deps, call), paid).total)
    const request = { organizationId, keyId, audience, enrichmentId, taskId: started.output, items }
    return new JobAnswer({
      output: { enrichmentId, status: 'NOT_STARTED' as const, estimatedCredits },
      credits: started.credits,
      async begin(tx, account) {
        await deps.enrichments.begin(tx, { ...request, createdAt: new Date(call.nowMs) })
        await started.begin?.(tx, account)
      },
      lines: started.lines,
    })
  },
})
