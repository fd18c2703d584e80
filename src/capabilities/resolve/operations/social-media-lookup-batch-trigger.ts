import { z } from 'zod'
import { optional, perMinute } from '../../../operation/index.ts'
import { askedPerson } from '../client-person.ts'
import { socialMediaLookupBatch } from '../jobs/social-media-lookup-batch.ts'
import { minConfidence } from '../schema.ts'
import { operation, socialTag } from '../slice.ts'
import { platformsAsked } from '../social-lookup.ts'

export const socialMediaLookupBatchTrigger = operation({
  id: 'socialMediaLookupBatchTrigger',
  route: 'POST /v1/social-media-lookup/batch/trigger',
  tag: socialTag,
  summary: 'Start looking for the social-media accounts of many people',
  tasks: ['social accounts of many people'],
  describe:
    'Starts a look-up of the accounts that 1 to 400 people have on other platforms. Poll socialMediaLookupBatchPolling with the runId. Each person with an account found is charged; a person repeated among the 25 that are processed together is charged once; the balance must cover all of them at the start.',
  input: z.object({
    people: z.array(askedPerson).min(1).max(400),
    overallContext: optional(z.string().max(1_000)).describe('Purpose of the look-up; not compared.'),
    platforms: platformsAsked,
    minConfidence,
  }),
  output: z.object({
    runId: z.string().describe('For the poll.'),
    numPeopleEnqueued: z.number().int(),
    numDuplicatesSkipped: z
      .number()
      .int()
      .describe('Always empty: duplicates are returned twice and charged once.'),
  }),
  price: (p) => p.perJob({ key: 'socialMediaLookup', most: ({ people }) => people.length }),
  limit: perMinute(10),
  examples: [
    {
      name: 'By profile',
      input: { people: [{ pnetUrl: 'pnet.example/in/lei-zhu-zkeii8-example' }], platforms: ['microblog'] },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) => {
    const { platforms, minConfidence, people } = input
    return deps.jobs.start(socialMediaLookupBatch, call, {
      params: { platforms, minConfidence },
      items: people,
      charging: 'later',
      output: (runId) => ({ runId, numPeopleEnqueued: people.length, numDuplicatesSkipped: 0 }),
    })
  },
})
