import { z } from 'zod'
import { free, pageInput, perMinute, resourceId } from '../../../operation/index.ts'
import { socialMediaLookupBatch } from '../jobs/social-media-lookup-batch.ts'
import { pollAnswer, pollRun, pollStatus } from '../../../platform/jobs/index.ts'
import { operation, socialTag } from '../slice.ts'
import { socialResult } from '../social-lookup.ts'

export const socialMediaLookupBatchPolling = operation({
  id: 'socialMediaLookupBatchPolling',
  route: 'POST /v1/social-media-lookup/batch/poll',
  tag: socialTag,
  summary: 'Poll a social-media look-up of many people',
  describe:
    'Returns how a look-up started by socialMediaLookupBatchTrigger is going, with the results so far in the order of the request, a page at a time. While it runs, a page ends before the first person still to be looked up; nextPageToken continues there.',
  input: z.object({
    runId: resourceId('run', { madeBy: 'socialMediaLookupBatchTrigger', prefix: 'task' }),
    ...pageInput({ sizes: { default: 100, most: 400 }, names: { cursor: 'nextPageToken' } }),
  }),
  output: z.object({
    status: pollStatus,
    results: z.array(socialResult),
    overallStats: z.object({
      totalPeople: z.number().int(),
      numCompleted: z.number().int(),
      numFailed: z.number().int(),
      numRemaining: z.number().int(),
    }),
    nextPageToken: z.string().nullable(),
  }),
  pages: 'nextPageToken',
  price: free('Polls are free; results are charged when they are found.'),
  limit: perMinute(60),
  fails: ['not-found', 'invalid-cursor'],
  follows: 'socialMediaLookupBatchTrigger',
  examples: [{ name: 'A run', input: { runId: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const page = { runId: input.runId, cursor: input.nextPageToken, take: input.pageSize }
    const { job, status, results, nextCursor } = await pollRun(socialMediaLookupBatch, { deps, call }, page)
    const { delivered, empty, failed: numFailed } = job
    const totalPeople = job.total ?? 0
    const numCompleted = delivered + empty
    const numRemaining = totalPeople - numCompleted - numFailed
    const overallStats = { totalPeople, numCompleted, numFailed, numRemaining }
    return pollAnswer(job, { status, results, overallStats, nextPageToken: nextCursor })
  },
})
