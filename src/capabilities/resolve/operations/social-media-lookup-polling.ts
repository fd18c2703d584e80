import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { socialMediaLookup } from '../jobs/social-media-lookup.ts'
import { pollAnswer, pollRun, pollStatus } from '../../../platform/jobs/index.ts'
import { operation, socialTag } from '../slice.ts'
import { socialResult } from '../social-lookup.ts'

const runId = resourceId('run', { madeBy: 'socialMediaLookupTrigger', prefix: 'task' })

export const socialMediaLookupPolling = operation({
  id: 'socialMediaLookupPolling',
  route: 'POST /v1/social-media-lookup/polling',
  tag: socialTag,
  summary: 'Poll a social-media look-up',
  describe:
    'Returns how a look-up started by socialMediaLookupTrigger is going, and its result when it is done.',
  input: z.object({
    runId: runId.describe('The runId of the start.'),
  }),
  otherNames: { socialMediaFinderRunId: 'runId' },
  output: z.object({ status: pollStatus, result: socialResult.nullable().describe('Null until done.') }),
  price: free('Polls are free; results are charged when they are found.'),
  limit: perMinute(60),
  fails: ['not-found'],
  follows: 'socialMediaLookupTrigger',
  examples: [{ name: 'A run', input: { runId: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const page = { runId: input.runId, cursor: undefined, take: 1 }
    const { job, status, results } = await pollRun(socialMediaLookup, { deps, call }, page)
    return pollAnswer(job, { status, result: results[0] ?? null })
  },
})
