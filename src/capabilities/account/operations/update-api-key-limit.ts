import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { limitOperations, nextLimit } from '../key-limit.ts'
import { credits } from '../key-settings.ts'
import { changeTarget, keyTarget } from '../key-target.ts'
import { apiKeyView } from '../key-view.ts'
import { limitRuleFor } from '../limit-rule.ts'
import { keysTag, operation } from '../slice.ts'

export const updateApiKeyLimit = operation({
  id: 'updateApiKeyLimit',
  route: 'POST /v1/api-keys/limit',
  tag: keysTag,
  summary: 'Change the credit limit of an API key',
  tasks: ['spending limit or budget of a key'],
  describe:
    'Sets, increases, decreases, multiplies, divides or removes the most credits a key may spend in all (maxCredits). set, increase and decrease take credits, multiply and divide a factor, remove neither. A key whose creditsUsed reaches its limit answers 402. A limit below what was used stops the key until its usage is reset. With a key whose limit somebody else set (the operator, or another key) limits may be lowered, not raised or removed, unless its scopes name this operation: 403. 409 for a revoked key.',
  input: z.object({
    keyId: keyTarget,
    operation: z.enum(limitOperations),
    credits: optional(credits),
    factor: optional(z.number().min(0.001).max(1_000_000)),
  }),
  output: apiKeyView,
  price: free('Changing the limit is free.'),
  limit: perMinute(60),
  fails: ['not-found', 'key-revoked', 'limit-imposed'],
  examples: [{ name: 'At most 1,000 credits', input: { operation: 'set', credits: 1000 } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const rule = await limitRuleFor(deps, call)
    return changeTarget(deps, call, input.keyId, (key) => rule.limit(key, nextLimit(key.maxCredits, input)))
  },
})
