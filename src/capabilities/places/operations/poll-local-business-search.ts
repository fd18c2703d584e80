import { z } from 'zod'
import { free, pageInput, perMinute, resourceId } from '../../../operation/index.ts'
import { pollAnswer, pollRun, pollStatus } from '../../../platform/jobs/index.ts'
import { localBusinessSearch } from '../jobs/local-business-search.ts'
import { observation } from '../local-business-schema.ts'
import { operation, researchTag } from '../slice.ts'

export const pollLocalBusinessSearch = operation({
  id: 'pollLocalBusinessSearch',
  route: 'POST /v1/local-business-search/poll',
  tag: researchTag,
  summary: 'Poll a look-up of local businesses',
  describe:
    'Returns what a look-up started by startLocalBusinessSearch has found so far, in the order of the request, a page at a time. While it runs, a page ends before the first business still to be looked up; nextCursor continues there. Once it has ended, chargeInfo has the cost; polls are free.',
  input: z.object({
    taskId: resourceId('local business search', { madeBy: 'startLocalBusinessSearch', prefix: 'task' }),
    ...pageInput({ sizes: { default: 25, most: 1_000 } }),
  }),
  output: z.object({
    taskId: z.string(),
    status: pollStatus,
    data: z.object({ observations: z.array(observation) }),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: free('Polls are free; businesses are charged when they are found.'),
  limit: perMinute(60),
  fails: ['not-found', 'invalid-cursor'],
  follows: 'startLocalBusinessSearch',
  examples: [{ name: 'A look-up', input: { taskId: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { taskId } = input
    const page = { runId: taskId, cursor: input.cursor, take: input.pageSize }
    const { job, status, results, nextCursor } = await pollRun(localBusinessSearch, { deps, call }, page)
    return pollAnswer(job, {
      taskId,
      status,
      data: { observations: results.map(({ shown: each }) => each) },
      nextCursor,
    })
  },
})
