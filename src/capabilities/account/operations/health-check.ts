import { z } from 'zod'
import { free, unlimited } from '../../../operation/index.ts'
import { billingTag, operation } from '../slice.ts'

export const healthCheck = operation({
  id: 'healthCheck',
  route: 'GET /health',
  tag: billingTag,
  summary: 'Check that the service is up',
  tasks: ['is the service up, ping'],
  describe:
    'Answers healthy while the service accepts requests. Needs no key and answers without the envelope, as monitors expect.',
  input: z.object({}),
  output: z.object({ status: z.literal('healthy'), timestamp: z.iso.datetime() }),
  price: free('The health check is free.'),
  // Probes of many load balancers come from one address, and a refused probe takes a healthy process out.
  limit: unlimited,
  access: 'public',
  bare: true,
  examples: [{ name: 'Health', input: {} }],
  effect: 'reads',
  handle: ({ call }) => ({
    status: 'healthy' as const,
    timestamp: new Date(call.nowMs).toISOString(),
  }),
})
