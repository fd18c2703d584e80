import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { changeAny, keyTarget } from '../key-target.ts'
import { apiKeyView } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

export const revokeCurrentApiKey = operation({
  id: 'revokeCurrentApiKey',
  route: 'POST /v1/api-keys/revoke',
  tag: keysTag,
  summary: 'Revoke an API key',
  tasks: ['cancel, delete or disable an API key'],
  describe:
    'Revokes the key of this request, or another key of the organization, for good: the next request with it answers 401, on other instances within a second. Requests under way finish and are charged. Revoking a revoked key changes nothing.',
  input: z.object({ keyId: keyTarget }),
  output: apiKeyView,
  price: free('Revoking a key is free.'),
  limit: perMinute(60),
  fails: ['not-found'],
  examples: [{ name: 'This key', input: {} }],
  effect: 'changes',
  repeatable: true,
  handle: ({ input, call, deps }) =>
    changeAny(deps, call, input.keyId, (key) => ({
      revokedAt: key.revokedAt ?? new Date(deps.clock.now()),
    })),
})
