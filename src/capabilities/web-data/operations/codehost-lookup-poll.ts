import { z } from 'zod'
import { free, pageInput, perMinute, resourceId } from '../../../operation/index.ts'
import { pollAnswer, pollRun, pollStatus } from '../../../platform/jobs/index.ts'
import { lookupAnswer, buildLookupAnswer } from '../client-forms.ts'
import { codehostLookup } from '../jobs/codehost-lookup.ts'
import { codeHostTag, operation } from '../slice.ts'

const runId = resourceId('run', { madeBy: 'codehostLookupTrigger', prefix: 'task' })

export const codehostLookupPoll = operation({
  id: 'codehostLookupPoll',
  route: 'POST /v1/codehost-lookup/poll',
  tag: codeHostTag,
  summary: 'Poll a look-up of code-host accounts',
  describe:
    'Returns how a look-up started by codehostLookupTrigger is going, with the results so far, people before companies, each in the order of the request, a page at a time. While it runs, a page ends before the first item still to be looked up; nextCursor continues there.',
  input: z.object({
    codehostLookupRunId: runId,
    ...pageInput({ sizes: { default: 10, most: 400 } }),
  }),
  otherNames: { codehostAgentRunId: 'codehostLookupRunId' },
  output: z.object({
    status: pollStatus,
    data: z.array(lookupAnswer),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  }),
  pages: 'nextCursor',
  price: free('Polls are free; results are charged when they are found.'),
  limit: perMinute(60),
  fails: ['not-found', 'invalid-cursor'],
  follows: 'codehostLookupTrigger',
  examples: [{ name: 'A run', input: { codehostLookupRunId: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const page = { runId: input.codehostLookupRunId, cursor: input.cursor, take: input.pageSize }
    const { job, status, results, nextCursor } = await pollRun(codehostLookup, { deps, call }, page)
    return pollAnswer(job, {
      status,
      data: results.map(buildLookupAnswer),
      nextCursor,
      hasMore: nextCursor !== null,
    })
  },
})
