import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { expirationOperations, nextExpiration } from '../key-expiration.ts'
import { changeTarget, keyTarget } from '../key-target.ts'
import { apiKeyView } from '../key-view.ts'
import { limitRuleFor } from '../limit-rule.ts'
import { keysTag, operation } from '../slice.ts'

export const updateApiKeyExpiration = operation({
  id: 'updateApiKeyExpiration',
  route: 'POST /v1/api-keys/expiration',
  tag: keysTag,
  summary: 'Change when an API key expires',
  describe:
    'Sets, extends, prepones or removes the expiration of a key. set takes an instant or days from now; extend and prepone take a later or earlier instant, or days after or before the current expiration; remove takes neither. From that instant on the key answers 401. A key whose expiration somebody else set (the operator, or another key) may only prepone expirations, not extend or remove them, unless its scopes name this operation: 403. 409 for a revoked key.',
  input: z.object({
    keyId: keyTarget,
    operation: z.enum(expirationOperations),
    expiresAt: optional(z.iso.datetime({ offset: true })).describe('The new expiration.'),
    days: optional(z.number().int().min(1).max(3650)),
  }),
  output: apiKeyView,
  price: free('Changing the expiration is free.'),
  limit: perMinute(60),
  fails: ['not-found', 'key-revoked', 'expiration-imposed'],
  examples: [{ name: 'In 90 days', input: { operation: 'set', days: 90 } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const rule = await limitRuleFor(deps, call)
    return changeTarget(deps, call, input.keyId, (key) =>
      rule.expiration(key, nextExpiration(key.expiresAt, input, deps.clock.now())),
    )
  },
})
