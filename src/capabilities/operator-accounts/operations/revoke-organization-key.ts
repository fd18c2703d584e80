import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { apiKeyView, viewOfKey } from '../../account/index.ts'
import { revokeKey } from '../keys.ts'
import { keyId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const revokeOrganizationKey = operation({
  id: 'revokeOrganizationKey',
  route: 'POST /operator/v1/keys/{keyId}/revoke',
  tag: operatorTag,
  summary: 'Revoke a key of an organization',
  describe:
    'Revokes a key for good; running processes follow within a second. For the operator of the installation; `almanac key revoke` does the same on the machine.',
  input: z.object({ keyId }),
  output: apiKeyView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Revoke', input: { keyId: 'key_01jz0000000000000000000000' } }],
  effect: 'changes',
  repeatable: true,
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => viewOfKey(await revokeKey(operator, input.keyId))),
})
