import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { expirationOperations, nextExpiration } from '../key-expiration.ts'
import { changeTarget, keyTarget } from '../key-target.ts'
import { apiKeyView } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

export const updateApiKeyExpiration = operation({
  id: 'updateApiKeyExpiration',
  route: 'POST /v1/api-keys/expiration',
  tag: keysTag,
  summary: 'Change when an API key expires',
  describe:
    'Sets, extends, prepones or removes the expiration of a key. set takes an instant or days from now; extend and prepone take a later or earlier instant, or days after or before the expiration there is; remove takes neither. From that instant on the key answers 401. 409 for a revoked key.',
  input: z.object({
    keyId: keyTarget,
    operation: z.enum(expirationOperations),
    expiresAt: optional(z.iso.datetime({ offset: true })).describe('The new expiration.'),
    days: optional(z.number().int().min(1).max(3650)),
  }),
  output: apiKeyView,
  price: free('Changing the expiration is free.'),
  limit: perMinute(60),
  fails: ['not-found', 'key-revoked'],
  examples: [{ name: 'In 90 days', input: { operation: 'set', days: 90 } }],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    changeTarget(deps, call, input.keyId, ({ expiresAt }) => ({
      expiresAt: nextExpiration(expiresAt, input, deps.clock.now()),
    })),
})
