import { z } from 'zod'
import { Failure, free, perMinute, withDefault } from '../../../operation/index.ts'
import { accountFailures } from '../failures.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { keySettings, settingsOfNewKey } from '../key-settings.ts'
import { newApiKeyView, viewOfKey } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

/** Sandbox keys of one organization in use at a time. */
const maxSandboxKeys = 100

export const createSandboxApiKey = operation({
  id: 'createSandboxApiKey',
  route: 'POST /v1/api-keys/create-sandbox',
  tag: keysTag,
  summary: 'Create a sandbox API key',
  tasks: ['test key, try without paying'],
  describe:
    'Creates a key that reaches every operation with the same validation, reads only synthetic companies and people, and is never charged. The key is shown once, in this answer. At most 100 sandbox keys can be in use. See the sandbox guide for requests that provoke errors and delays and for the clock.',
  input: z.object({
    name: withDefault(z.string().trim().min(1).max(200), 'Sandbox key'),
    ...keySettings,
  }),
  output: newApiKeyView,
  price: free('Creating a key is free.'),
  limit: perMinute(60),
  fails: ['too-many-sandbox-keys'],
  examples: [{ name: 'A sandbox key for tests', input: { name: 'Integration tests' } }],
  effect: 'changes',
  answersSecret: true,
  async handle({ input, call, deps }) {
    const settings = settingsOfNewKey(input, deps.clock.now())
    if (settings instanceof Failure) return settings
    const sandbox =
      call.mode === 'test' ? call.organizationId : await deps.organizations.openSandbox(call.organizationId)
    const inUse = await deps.keys.listKeys(sandbox)
    if (inUse.length >= maxSandboxKeys) return accountFailures.of('too-many-sandbox-keys')
    const { record, rawKey } = await deps.keys.createKey({
      ...settings,
      organizationId: sandbox,
      name: input.name,
      mode: 'test',
      by: readOrigin(call),
      memberId: call.person?.memberId,
    })
    return { ...viewOfKey(record), key: rawKey }
  },
})
