import { z } from 'zod'
import { listPriceLines, exhaustive, tierKeys, worstCase } from '../tiers.ts'
import { optional, perMinute, type Price } from '../../../operation/index.ts'
import { exhaustiveContactEnrichment } from '../jobs/exhaustive-contact-enrichment.ts'
import { askedPeople } from '../reveal.ts'
import { tierPrices } from '../reveal-price.ts'
import { personIdentifier, revealOptions, wantedKinds } from '../schema.ts'
import { contactsTag, operation } from '../slice.ts'

const input = z.object({
  pnetUrl: z
    .union([personIdentifier, z.object({ value: personIdentifier })])
    .transform((value) => (typeof value === 'string' ? value : value.value))
    .describe('The person, as a text or as {value}.'),
  exhaustive: optional(z.boolean()).describe('Accepted for compatibility: this search is always exhaustive.'),
  ...revealOptions,
})
const output = z.object({ taskId: z.string() })

const price: Price<z.output<typeof input>, unknown> = {
  kind: 'per-job',
  describe: tierPrices.exhaustive,
  keys: tierKeys(exhaustive),
  partial: false,
  quote: ({ enrichmentType }) => listPriceLines(worstCase(exhaustive, wantedKinds(enrichmentType))),
  charge: () => [],
}

export const triggerExhaustiveContactEnrichment = operation({
  id: 'triggerExhaustiveContactEnrichment',
  route: 'POST /v1/contact-details/exhaustive/start',
  tag: contactsTag,
  summary: 'Start an exhaustive search for contact details',
  tasks: ['look everywhere for the email of somebody hard to find'],
  describe:
    'Starts a search for the contact details of one person in every source, one after another. Answers a task id at once; poll it with pollExhaustiveContactEnrichmentResult at most every 30 seconds, or wait for the event reveal.completed.',
  input,
  output,
  price: () => price,
  limit: perMinute(120),
  examples: [{ name: 'Everything about one person', input: { pnetUrl: 'ramon-santos-xq6yt1-example' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { pnetUrl, validateEmails, enrichmentType, includeAttempts } = input
    const employer = input.company?.identifier === 'domain' ? input.company.value : undefined
    askedPeople(deps, [{ value: pnetUrl, path: 'pnetUrl' }])
    const isSandbox = call.mode === 'test'
    return deps.jobs.start(exhaustiveContactEnrichment, call, {
      params: {
        pnetUrl,
        validateEmails,
        includeAttempts,
        employer,
        isSandbox,
        wanted: wantedKinds(enrichmentType),
      },
      items: [pnetUrl],
      charging: 'later',
      output: (taskId) => ({ taskId }),
    })
  },
})
