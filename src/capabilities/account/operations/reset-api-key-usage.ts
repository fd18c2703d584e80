import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeTarget, keyTarget } from '../key-target.ts'
import { apiKeyView } from '../key-view.ts'
import { limitRuleFor } from '../limit-rule.ts'
import { keysTag, operation } from '../slice.ts'

export const resetApiKeyUsage = operation({
  id: 'resetApiKeyUsage',
  route: 'POST /v1/api-keys/usage/reset',
  tag: keysTag,
  summary: 'Reset what an API key has used',
  describe:
    "Sets creditsUsed of a key to 0, so that its credit limit starts over. The organization's balance and ledger do not change. Requests under way count after the reset. A key whose limit somebody else set may not reset, unless its scopes name this operation: 403. 409 for a revoked key.",
  input: z.object({ keyId: keyTarget }),
  output: apiKeyView,
  price: free('Resetting the usage is free.'),
  limit: perMinute(60),
  fails: ['not-found', 'key-revoked', 'limit-imposed'],
  examples: [{ name: 'This key', input: {} }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const rule = await limitRuleFor(deps, call)
    return changeTarget(deps, call, input.keyId, (key) => rule.reset(key))
  },
})
