import { z } from 'zod'
import { free, pageInput, perMinute, resourceId } from '../../../operation/index.ts'
import { domainResult } from '../domain-lookup.ts'
import { domainLookup } from '../jobs/domain-lookup.ts'
import { pollAnswer, pollRun, pollStatus } from '../../../platform/jobs/index.ts'
import { operation, researchTag } from '../slice.ts'

export const domainLookupPolling = operation({
  id: 'domainLookupPolling',
  route: 'POST /v1/domain-lookup/polling',
  tag: researchTag,
  summary: 'Poll a look-up of domains',
  describe:
    'Returns how a look-up started by domainLookupTrigger is going, with the results so far in the order of the request, a page at a time. Each has the best domain, all known ones, a confidence of 0 to 10 and why. While it runs, a page ends before the first company still to be looked up; nextCursor continues there.',
  input: z.object({
    domainAgentRunId: resourceId('run', { madeBy: 'domainLookupTrigger', prefix: 'task' }),
    ...pageInput({ sizes: { default: 10, most: 400 } }),
  }),
  output: z.object({
    status: pollStatus,
    data: z.array(domainResult),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  }),
  pages: 'nextCursor',
  price: free('Polls are free; results are charged when they are found.'),
  limit: perMinute(60),
  fails: ['not-found', 'invalid-cursor'],
  follows: 'domainLookupTrigger',
  examples: [{ name: 'A run', input: { domainAgentRunId: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const page = { runId: input.domainAgentRunId, cursor: input.cursor, take: input.pageSize }
    const { job, status, results, nextCursor } = await pollRun(domainLookup, { deps, call }, page)
    return pollAnswer(job, { status, data: results, nextCursor, hasMore: nextCursor !== null })
  },
})
