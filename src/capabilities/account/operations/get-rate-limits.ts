import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { billingTag, operation } from '../slice.ts'

const entry = z
  .object({
    method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
    path: z.string(),
    max: z.number().int().describe('Requests in a window, all keys of the organization together.'),
    window: z.number().int().describe('Seconds.'),
    used: z.number().int().describe('Requests of the last `window` seconds that count against it.'),
    isCustom: z.boolean().describe('True for a limit set for this organization.'),
  })
  .meta({ id: 'RateLimit' })

export const getRateLimits = operation({
  id: 'getRateLimits',
  route: 'GET /v1/rate-limits',
  tag: billingTag,
  summary: 'Read the rate limits',
  tasks: ['how many requests per minute are allowed, throttling'],
  describe:
    'Returns an entry for each operation that needs a key, exactly as enforced, with what is used of it now. Windows slide.',
  input: z.object({}),
  output: z.object({ rateLimits: z.array(entry) }),
  price: free('Reading the rate limits is free.'),
  limit: perMinute(120),
  examples: [{ name: 'The limits', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    const keyed = deps.registry.operations.filter((each) => each.access === 'key')
    const organizationId = call.sandboxOf ?? call.organizationId
    const used = await deps.limits.used(
      organizationId,
      keyed.map(({ id, limit }) => ({ id, windowSeconds: limit.windowSeconds })),
    )
    const rateLimits = await Promise.all(
      keyed.map(async ({ id, method, path, limit }, index) => {
        const { max, isCustom } = await deps.limits.effective(organizationId, id, limit)
        return { method, path, max, window: limit.windowSeconds, used: used[index] ?? 0, isCustom }
      }),
    )
    return { rateLimits }
  },
})
