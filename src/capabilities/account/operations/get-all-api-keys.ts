import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { apiKeyView, viewOfKey } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

export const getAllApiKeys = operation({
  id: 'getAllApiKeys',
  route: 'POST /v1/api-keys',
  tag: keysTag,
  summary: 'List API keys',
  tasks: ['which keys are there'],
  describe:
    'Returns the keys of the organization, oldest first, with their limits and what they spent. Keys themselves are never shown.',
  input: z.object({ includeRevoked: withDefault(z.boolean(), false) }),
  output: z.object({ apiKeys: z.array(apiKeyView) }),
  price: free('Listing keys is free.'),
  limit: perMinute(60),
  examples: [{ name: 'All keys in use', input: {} }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const records = await deps.keys.listKeys(call.organizationId, { includeRevoked: input.includeRevoked })
    return { apiKeys: records.map(viewOfKey) }
  },
})
