import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { newApiKeyView, viewOfKey } from '../../account/index.ts'
import { rotateKey } from '../keys.ts'
import { keyId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const rotateOrganizationKey = operation({
  id: 'rotateOrganizationKey',
  route: 'POST /operator/v1/keys/{keyId}/rotate',
  tag: operatorTag,
  summary: 'Give a key of an organization a new secret',
  describe:
    'Gives a key a new secret and shows it once. The one before works for the hours of the overlap; id, limit and usage stay. 409 for a revoked key. For the operator of the installation; `almanac key rotate` does the same on the machine.',
  input: z.object({ keyId, overlapHours: withDefault(z.number().min(0).max(8760), 24) }),
  output: newApiKeyView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  examples: [
    { name: 'An hour of overlap', input: { keyId: 'key_01jz0000000000000000000000', overlapHours: 1 } },
  ],
  effect: 'changes',
  handle: ({ input: { keyId: id, overlapHours }, call, deps }) =>
    act(deps, call, async (operator) => {
      const { record, rawKey } = await rotateKey(operator, id, overlapHours * 3_600_000)
      return { ...viewOfKey(record), key: rawKey }
    }),
})
