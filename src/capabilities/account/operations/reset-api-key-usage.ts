import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeTarget, keyTarget } from '../key-target.ts'
import { apiKeyView } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

export const resetApiKeyUsage = operation({
  id: 'resetApiKeyUsage',
  route: 'POST /v1/api-keys/usage/reset',
  tag: keysTag,
  summary: 'Reset what an API key has used',
  describe:
    'Sets creditsUsed of a key to 0, so that its credit limit begins anew. The balance of the organization and its ledger are not changed. Requests under way count after the reset.',
  input: z.object({ keyId: keyTarget }),
  output: apiKeyView,
  price: free('Resetting the usage is free.'),
  limit: perMinute(60),
  fails: ['not-found'],
  examples: [{ name: 'This key', input: {} }],
  mcp: { readOnly: false },
  handle: ({ input, call, deps }) => changeTarget(deps, call, input.keyId, () => ({ creditsUsed: 0 })),
})
