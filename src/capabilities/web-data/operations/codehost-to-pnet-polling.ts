import { z } from 'zod'
import { free, pageInput, perMinute, resourceId } from '../../../operation/index.ts'
import { pollAnswer, pollRun, pollStatus } from '../../../platform/jobs/index.ts'
import { toNetworkAnswer, buildNetworkAnswer } from '../client-forms.ts'
import { codehostToPnet } from '../jobs/codehost-to-pnet.ts'
import { codeHostTag, operation } from '../slice.ts'

const runId = resourceId('run', { madeBy: 'codehostToPnetTrigger', prefix: 'task' })

export const codehostToPnetPolling = operation({
  id: 'codehostToPnetPolling',
  route: 'POST /v1/codehost-to-pnet/polling',
  tag: codeHostTag,
  summary: 'Poll a look-up of network pages of code-host accounts',
  describe:
    'Returns how a look-up started by codehostToPnetTrigger is going, with the results so far in the order of the request, a page at a time. While it runs, a page ends before the first account still to be looked up; nextCursor continues there.',
  input: z.object({
    codehostToPnetRunId: runId,
    ...pageInput({ sizes: { default: 10, most: 400 } }),
  }),
  otherNames: { codehostAgentRunId: 'codehostToPnetRunId' },
  output: z.object({
    status: pollStatus,
    data: z.array(toNetworkAnswer),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  }),
  pages: 'nextCursor',
  price: free('Polls are free; results are charged when they are found.'),
  limit: perMinute(60),
  fails: ['not-found', 'invalid-cursor'],
  follows: 'codehostToPnetTrigger',
  examples: [{ name: 'A run', input: { codehostToPnetRunId: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const page = { runId: input.codehostToPnetRunId, cursor: input.cursor, take: input.pageSize }
    const { job, status, results, nextCursor } = await pollRun(codehostToPnet, { deps, call }, page)
    return pollAnswer(job, {
      status,
      data: results.map(buildNetworkAnswer),
      nextCursor,
      hasMore: nextCursor !== null,
    })
  },
})
