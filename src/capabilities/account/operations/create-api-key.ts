import { z } from 'zod'
import { readOrigin } from '../../../platform/audit/index.ts'
import { findExcess, LimitTooLow } from '../../../platform/keys/index.ts'
import { Failure, free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { accountFailures } from '../failures.ts'
import { keyAddresses, keyName, keySettings, keyScopes, settingsOfNewKey } from '../key-settings.ts'
import { newApiKeyView, viewOfKey } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

/** Keys of one organization in use at a time, and of its sandbox. */
const maxKeys = 100

export const createApiKey = operation({
  id: 'createApiKey',
  route: 'POST /v1/api-keys/create',
  tag: keysTag,
  summary: 'Create an API key',
  tasks: [
    'new API key for a colleague, program or integration',
    'key with a budget, scoped or read-only key',
  ],
  describe:
    'Creates a live key of the organization; with a sandbox key, a sandbox key. The key is shown once, in this answer. It can do at most what the key of this request can: settings that are left out are as that key has them, and scopes, addresses or an expiration beyond it answer 403. Where the key of this request has a credit limit, the new one needs `maxCredits`, which is taken out of that limit and does not come back. At most 100 keys can be in use.',
  input: z.object({
    name: keyName.describe('What the key is for.'),
    expiresAt: keySettings.expiresAt.describe(
      'When the key stops working; default as the key of this request.',
    ),
    maxCredits: keySettings.maxCredits,
    scopes: optional(keyScopes).describe(
      'Operation ids the key may use, * as a wildcard; an empty list for every operation; default as the key of this request.',
    ),
    isReadOnly: keySettings.isReadOnly,
    allowedAddresses: optional(keyAddresses).describe(
      'Addresses and CIDR ranges its requests may come from; an empty list for anywhere; default as the key of this request.',
    ),
  }),
  output: newApiKeyView,
  price: free('Creating a key is free.'),
  limit: perMinute(60),
  fails: ['beyond-this-key', 'too-many-live-keys'],
  examples: [
    {
      name: 'A key for searches, with a budget',
      input: { name: 'CRM sync', scopes: ['company*', 'people*'], maxCredits: 1000 },
    },
  ],
  effect: 'changes',
  answersSecret: true,
  async handle({ input, call, deps }) {
    const { organizationId, keyId, mode } = call
    const asking = await deps.keys.getKey(organizationId, keyId)
    if (asking === undefined) return new Failure('unauthorized')
    if (input.maxCredits === undefined && asking.maxCredits !== null) {
      return invalidMember(
        'maxCredits',
        'The key of this request has a credit limit, so the new one needs one.',
      )
    }
    const settings = settingsOfNewKey(
      {
        ...input,
        expiresAt: input.expiresAt ?? asking.expiresAt?.toISOString(),
        scopes: input.scopes ?? [...asking.scopes],
        allowedAddresses: input.allowedAddresses ?? [...asking.allowedAddresses],
      },
      deps.clock.now(),
    )
    if (settings instanceof Failure) return settings
    if (findExcess(settings, asking) !== undefined) return accountFailures.of('beyond-this-key')
    const inUse = await deps.keys.listKeys(organizationId)
    if (inUse.filter((key) => key.mode === mode).length >= maxKeys) {
      return accountFailures.of('too-many-live-keys')
    }
    const made = {
      ...settings,
      organizationId,
      name: input.name,
      mode,
      madeWith: keyId,
      memberId: call.person?.memberId,
      by: readOrigin(call),
    }
    try {
      const { record, rawKey } = await deps.keys.createKey(made)
      return { ...viewOfKey(record), key: rawKey }
    } catch (error) {
      if (error instanceof LimitTooLow) return accountFailures.of('beyond-this-key')
      throw error
    }
  },
})
