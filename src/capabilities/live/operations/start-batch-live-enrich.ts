import { z } from 'zod'
import { checkedReferences, perMinute, referencesBeside } from '../../../operation/index.ts'
import { batchItems, batchTypes } from '../batch-items.ts'
import { batchLiveEnrich } from '../jobs/batch-live-enrich.ts'
import { pageKeys } from '../page-price.ts'
import { liveTag, operation } from '../slice.ts'

const maxIdentifiers = 1_000

const input = z.object({
  type: z.enum(batchTypes),
  identifiers: z
    .array(z.string().min(1).max(2048))
    .min(1)
    .max(maxIdentifiers)
    .describe('URLs or slugs; also URNs and user ids of profiles, organization ids of companies.'),
  clientReferenceIds: referencesBeside('identifiers'),
})

type Input = z.output<typeof input>
const distinct = ({ identifiers }: Input) => new Set(identifiers.map((text) => text.trim())).size

export const startBatchLiveEnrich = operation({
  id: 'startBatchLiveEnrich',
  route: 'POST /v1/pnet-live-fetch/batch/start',
  tag: liveTag,
  summary: 'Start fetching up to 1,000 profiles or companies live',
  tasks: ['refresh many profiles or companies now'],
  describe:
    'Starts fetching 1 to 1,000 profiles or companies in the background, as profileLiveEnrich and companyLiveEnrich do one by one. Identifiers that name the same page are fetched once; those that cannot name one are counted, returned as MALFORMED and free. Each page found is charged when it is delivered: a live one as a live fetch; one from the corpus because no source is set up or none has it as a record of a search (peopleSearchResult, companySearchResult); one from the corpus because the live source could not be read is free. Poll the task at most every 30 seconds, or wait for the event batch_live_enrich.completed.',
  input,
  output: z.object({
    taskId: z.string(),
    type: z.enum(batchTypes),
    numIdentifiersEnqueued: z.number().int().describe('Distinct pages to fetch.'),
    numDuplicatesSkipped: z.number().int(),
    numMalformed: z.number().int(),
  }),
  price: (p) => ({
    ...p.perJob(
      { key: 'liveEnrichPerson', most: (batch) => (batch.type === 'PROFILE' ? distinct(batch) : 0) },
      { key: 'liveEnrichCompany', most: (batch) => (batch.type === 'COMPANY' ? distinct(batch) : 0) },
    ),
    keys: [...pageKeys('person'), ...pageKeys('company')],
  }),
  limit: perMinute(10),
  examples: [
    {
      name: 'Two profiles',
      input: { type: 'PROFILE', identifiers: ['ramon-santos-xq6yt1-example', 'nobody-by-this-name'] },
    },
    {
      name: 'A company by its organization id',
      input: { type: 'COMPANY', identifiers: ['9000000070000000'] },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { type } = input
    const references = checkedReferences(input.clientReferenceIds, {
      count: input.identifiers.length,
      list: 'identifiers',
      path: 'clientReferenceIds',
    })
    const { items, malformed, duplicates, referencesOf } = batchItems({ ...input, references }, deps.network)
    return deps.jobs.start(batchLiveEnrich, call, {
      params: { type, malformed, ...(references.length > 0 && { references: referencesOf }) },
      items,
      charging: 'later',
      output: (taskId) => ({
        taskId,
        type,
        numIdentifiersEnqueued: items.length - malformed,
        numDuplicatesSkipped: duplicates,
        numMalformed: malformed,
      }),
    })
  },
})
