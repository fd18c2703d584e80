import { z } from 'zod'
import { free, pageInput, perMinute, resourceId } from '../../../operation/index.ts'
import type { ItemView } from '../../../platform/jobs/index.ts'
import type { BatchPerson } from '../batch-people.ts'
import { batchContactDetails } from '../jobs/batch-contact-details.ts'
import type { RevealedItem } from '../reveal-items.ts'
import { revealedProfile } from '../schema.ts'
import { contactsTag, operation } from '../slice.ts'

export const pollBatchContactDetails = operation({
  id: 'pollBatchContactDetails',
  route: 'POST /v1/contact-details/batch/poll',
  tag: contactsTag,
  summary: 'Poll a batch of contact details',
  describe:
    'Answers the progress of a batch and a page of its results, in the order of the request; a person sent more than once has a row for each time, one after another, and counts once towards take. While it runs, a page ends before the first person still being looked up; nextCursor continues there. Free. Poll at most every 30 seconds. Results are kept for 30 days.',
  input: z.object({
    taskId: resourceId('contact batch', { madeBy: 'startBatchContactDetails', prefix: 'task' }),
    ...pageInput({ sizes: { default: 100, most: 100 }, names: { size: 'take' } }),
  }),
  output: z.object({
    overallStats: z.object({
      totalPeopleToFetch: z.int().min(0),
      numCompleted: z.int().min(0),
      numRemaining: z.int().min(0),
      numRejected: z.int().min(0).describe('Identifiers that are not profiles.'),
      numDuplicates: z.int().min(0),
    }),
    done: z.boolean(),
    failed: z.boolean(),
    canceled: z.boolean(),
    progressPercent: z.number().int(),
    etaSeconds: z.number().int().nullable().describe('Seconds left at the pace so far.'),
    pageResults: z.array(
      z.object({
        inputs: z.object({
          pnetUrl: z.object({ value: z.string() }),
          clientReferenceId: z.string().nullish(),
        }),
        outputs: revealedProfile.nullable().describe('Null when nothing was found.'),
      }),
    ),
    nextCursor: z.string().nullish(),
  }),
  pages: 'nextCursor',
  price: free('Polls are free.'),
  limit: perMinute(60),
  follows: 'startBatchContactDetails',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'A task', input: { taskId: 'task_01kf0example0000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const job = await deps.jobs.find(batchContactDetails, call, input.taskId)
    const { items, nextCursor } = await deps.jobs.items(job, { cursor: input.cursor, take: input.take })
    const { done, state, progressPercent, etaSeconds, total, delivered, empty, failed, remaining } = job
    return {
      overallStats: {
        totalPeopleToFetch: total ?? 0,
        numCompleted: delivered + empty,
        numRemaining: remaining,
        numRejected: failed,
        numDuplicates: job.params.duplicates,
      },
      done,
      failed: state === 'failed',
      canceled: state === 'canceled',
      progressPercent,
      etaSeconds,
      pageResults: items.flatMap(buildResults),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    }
  },
})

/** One row for each time a person was sent, with the reference sent along. */
function buildResults({ input, output, state }: ItemView) {
  const { again = [], ...first } = JSON.parse(input) as BatchPerson
  const outputs =
    state === 'delivered' && output !== null ? (JSON.parse(output) as RevealedItem).profile : null
  return [first, ...again].map(({ pnetUrl, clientReferenceId }) => ({
    inputs: {
      pnetUrl: { value: pnetUrl },
      ...(clientReferenceId === undefined ? {} : { clientReferenceId }),
    },
    outputs,
  }))
}
