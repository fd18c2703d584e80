import { z } from 'zod'
import { Failure, free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { findExcess, findForeignExcess } from '../../../platform/keys/index.ts'
import { accountFailures } from '../failures.ts'
import { keyAddresses, keyName, keyScopes } from '../key-settings.ts'
import { changeTarget, keyTarget } from '../key-target.ts'
import { apiKeyView } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

export const updateApiKey = operation({
  id: 'updateApiKey',
  route: 'POST /v1/api-keys/update',
  tag: keysTag,
  summary: 'Rename an API key or change what it may do',
  tasks: ['rename an API key', 'restrict a key to operations or IP addresses, make it read-only'],
  describe:
    'Changes the name, scopes, addresses and read-only setting of a key; members that are left out stay. It holds on the next request with that key. Every key may be narrowed, the key of this request too, which cannot undo that itself. Widening answers 403 where the key could then do more than the key of this request: with a key that has a credit limit none is widened. 409 for a revoked key. Limits and expirations have operations of their own.',
  input: z.object({
    keyId: keyTarget,
    name: optional(keyName),
    scopes: optional(keyScopes).describe(
      'Operation ids the key may use, * as a wildcard; an empty list for every operation.',
    ),
    isReadOnly: optional(z.boolean()).describe('Only operations that change nothing in the organization.'),
    allowedAddresses: optional(keyAddresses).describe(
      'Addresses and CIDR ranges its requests may come from; an empty list for anywhere.',
    ),
  }),
  output: apiKeyView,
  price: free('Changing a key is free.'),
  limit: perMinute(60),
  fails: ['not-found', 'key-revoked', 'beyond-this-key'],
  examples: [{ name: 'Another name', input: { name: 'CRM sync' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { keyId, ...wanted } = input
    const entries = Object.entries(wanted).filter(([, value]) => value !== undefined)
    if (entries.length === 0) return invalidMember('name', 'Name at least one setting to change.')
    const change = Object.fromEntries(
      entries.map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value]),
    )
    const asking = await deps.keys.getKey(call.organizationId, call.keyId)
    if (asking === undefined) return new Failure('unauthorized')
    return changeTarget(deps, call, keyId, (key) => {
      const after = { ...key, ...change }
      if (findExcess(after, key) !== undefined && findForeignExcess(after, asking) !== undefined) {
        throw accountFailures.of('beyond-this-key')
      }
      return change
    })
  },
})
