import { z } from 'zod'
import { minus, noCredits, plus, toCredits, type MilliCredits } from '../../../lib/credits.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { adviseSources, buildOrder, paidLately, readPrices } from '../enrichment-input.ts'
import { sumCost, describeDuration, estimateSeconds } from '../enrichment-order.ts'
import { enrichmentEstimate, enrichmentInput } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const estimateEnrichmentCost = operation({
  id: 'estimateEnrichmentCost',
  route: 'POST /v1/audiences/{audienceId}/enrichment/estimate',
  tag,
  summary: 'Estimate what enriching an audience costs',
  tasks: ['what would enriching cost, price'],
  describe:
    "Returns the most that triggerEnrichment can cost with the same members, by operation, at the organization's prices, and about how long it takes. It changes nothing. Contact details paid for recently, with another audience or elsewhere, are not counted; anything not found lowers the cost.",
  input: z.object(enrichmentInput),
  output: enrichmentEstimate,
  price: free('Estimates are free.'),
  limit: perMinute(60),
  follows: 'createAudience',
  fails: ['not-found', 'audience-not-built', 'audience-building'],
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
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const audience = await deps.audiences.require(organizationId, input.audienceId)
    await deps.audiences.requireOrder('estimate', { ...audience, organizationId })
    const order = buildOrder(deps, audience, input)
    const prices = await readPrices(deps, call)
    const cost = sumCost(order, prices, await paidLately(deps, call, audience, order))
    adviseSources(deps, call, input)
    const original = plus(cost.kinds.work_email, cost.kinds.personal_email, cost.kinds.phone)
    const isCheaper = (of: 'audienceLiveCompany' | 'audienceLiveProspect', than: MilliCredits | undefined) =>
      than === undefined || (prices[of] ?? noCredits) < than
    const totalSeconds = estimateSeconds(order)
    return {
      totalCredits: toCredits(cost.total),
      breakdown: {
        salesNav: { credits: 0, isFree: true },
        liveCompany: {
          credits: toCredits(cost.liveCompany),
          discounted: isCheaper('audienceLiveCompany', prices.liveEnrichCompany),
        },
        liveProspect: {
          credits: toCredits(cost.liveProspect),
          discounted: isCheaper('audienceLiveProspect', prices.liveEnrichPerson),
        },
        waterfall: {
          credits: toCredits(cost.waterfall),
          originalCredits: toCredits(original),
          discount: toCredits(minus(original, cost.waterfall)),
          operations: {
            workEmail: toCredits(cost.kinds.work_email),
            personalEmail: toCredits(cost.kinds.personal_email),
            phone: toCredits(cost.kinds.phone),
          },
        },
        validation: { credits: 0, isFree: true },
      },
      timeEstimate: { totalSeconds, formatted: describeDuration(totalSeconds) },
      companies: order.liveCompanies,
      prospects: Math.max(order.liveProspects, order.contacts),
    }
  },
})
