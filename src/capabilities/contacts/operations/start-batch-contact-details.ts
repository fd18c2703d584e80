import { z } from 'zod'
import { perMinute, type Price } from '../../../operation/index.ts'
import { batchInput, countDistinctPeople, uniquePeople } from '../batch-people.ts'
import { batchContactDetails } from '../jobs/batch-contact-details.ts'
import { tierPrices } from '../reveal-price.ts'
import { wantedKinds } from '../schema.ts'
import { contactsTag, operation } from '../slice.ts'
import { listPriceLines, standard, tierKeys, worstCase } from '../tiers.ts'

const price: Price<z.output<typeof batchInput>, unknown> = {
  kind: 'per-job',
  describe: tierPrices.batch,
  keys: tierKeys(standard),
  partial: false,
  quote: ({ personDetails, enrichmentTypes }) => {
    const perPerson = worstCase(standard, wantedKinds(enrichmentTypes))
    return listPriceLines(Array.from({ length: countDistinctPeople(personDetails) }, () => perPerson).flat())
  },
  charge: () => [],
}

export const startBatchContactDetails = operation({
  id: 'startBatchContactDetails',
  route: 'POST /v1/contact-details/batch/start',
  tag: contactsTag,
  summary: 'Start revealing contact details of up to 2,000 people',
  tasks: [
    'emails and phone numbers of many people',
    'mobile numbers for a long list of people',
    'bulk contact reveal',
  ],
  describe:
    'Starts revealing contact details of 10 to 2,000 people in the background. People sent more than once are looked up once and have a row in the result for each time. An address outside the network is rejected, free. Each distinct person is charged at the start; details not found are refunded when the task ends or is canceled. Poll the task at most every 30 seconds, or wait for the event batch_contact_enrich.completed.',
  input: batchInput,
  output: z.object({
    taskId: z.string(),
    numPeopleEnqueued: z.number().int(),
    numDuplicatesSkipped: z.number().int().nullish(),
  }),
  price: () => price,
  limit: perMinute(10),
  examples: [
    {
      name: 'Ten people',
      input: {
        personDetails: Array.from({ length: 10 }, (_, index) => ({
          pnetUrl: { value: index === 0 ? 'ramon-santos-xq6yt1-example' : `nobody-${index}` },
          clientReferenceId: `row ${index + 1}`,
        })),
      },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const people = uniquePeople(input.personDetails, deps.network)
    const duplicates = input.personDetails.length - people.length
    const wanted = wantedKinds(input.enrichmentTypes)
    return deps.jobs.start(batchContactDetails, call, {
      params: { wanted, duplicates, validateEmails: true, isSandbox: call.mode === 'test' },
      items: people,
      charging: 'upfront',
      output: (taskId) => ({ taskId, numPeopleEnqueued: people.length, numDuplicatesSkipped: duplicates }),
    })
  },
})
