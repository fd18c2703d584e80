import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, operatorTag } from '../slice.ts'

export const getJobQueues = operation({
  id: 'getJobQueues',
  route: 'GET /operator/v1/jobs/queues',
  tag: operatorTag,
  summary: 'See what jobs wait',
  describe:
    'Returns the unfinished jobs by kind and state with the oldest of each; of more than 10,000 the oldest are counted. For the operator of the installation.',
  input: z.object({}),
  output: z.object({
    queues: z.array(
      z.object({
        kind: z.string(),
        state: z.string(),
        count: z.int(),
        oldestAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  handle: async ({ deps }) => ({
    queues: (await deps.jobs.backlog()).map(({ oldestAt, ...queue }) => ({
      ...queue,
      oldestAt: oldestAt?.toISOString() ?? null,
    })),
  }),
})
