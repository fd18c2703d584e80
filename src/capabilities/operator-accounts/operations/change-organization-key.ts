import { z } from 'zod'
import { free, optional, perMinute, withDefault } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { apiKeyView, credits, keyAddresses, keyScopes, viewOfKey } from '../../account/index.ts'
import { readChange } from '../key-change.ts'
import { allowPayAsYouGo, changeKey } from '../keys.ts'
import { keyId, organizationName } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const changeOrganizationKey = operation({
  id: 'changeOrganizationKey',
  route: 'PATCH /operator/v1/keys/{keyId}',
  tag: operatorTag,
  summary: 'Change a key of an organization',
  describe:
    'Renames a key, or sets its limit, expiration, scopes or addresses; null removes a limit or expiration. What the operator sets, the key itself cannot pass. `resetUsage` sets what it has used of its limit to 0, `payAsYouGo` lets it buy as few as 100 credits. 409 for a revoked key. For the operator of the installation; `almanac key` does the same on the machine.',
  input: z.object({
    keyId,
    name: optional(organizationName),
    maxCredits: credits.nullable().optional().describe('Most credits the key may spend in all.'),
    expiresAt: z.iso.datetime({ offset: true }).nullable().optional(),
    scopes: optional(keyScopes),
    isReadOnly: optional(z.boolean()),
    allowedAddresses: optional(keyAddresses),
    resetUsage: withDefault(z.boolean(), false),
    payAsYouGo: optional(z.boolean()),
  }),
  output: apiKeyView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  examples: [
    { name: 'At most 50 credits', input: { keyId: 'key_01jz0000000000000000000000', maxCredits: 50 } },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { keyId: id, payAsYouGo, ...rest }, call, deps }) =>
    act(deps, call, async (operator) => {
      const key = await changeKey(operator, id, readChange(rest))
      if (payAsYouGo !== undefined) await allowPayAsYouGo(operator, id, payAsYouGo)
      return viewOfKey(key)
    }),
})
