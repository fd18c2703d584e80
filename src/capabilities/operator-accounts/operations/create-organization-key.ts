import { z } from 'zod'
import { Failure, free, perMinute, withDefault } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { keySettings, newApiKeyView, settingsOfNewKey, viewOfKey } from '../../account/index.ts'
import { makeKey } from '../keys.ts'
import { organizationId, organizationName } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const createOrganizationKey = operation({
  id: 'createOrganizationKey',
  route: 'POST /operator/v1/organizations/{organizationId}/keys',
  tag: operatorTag,
  summary: 'Make a key for an organization',
  describe:
    'Makes an API key of an organization and shows it once: it is not stored. A test key works in the sandbox of the organization. For the operator of the installation; `almanac key create` does the same on the machine.',
  input: z.object({
    organizationId,
    name: organizationName.describe('What the key is for.'),
    mode: withDefault(z.enum(['live', 'test']), 'live'),
    ...keySettings,
  }),
  output: newApiKeyView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: 'At most 100 credits',
      input: { organizationId: 'org_01jz0000000000000000000000', name: 'crm', maxCredits: 100 },
    },
  ],
  effect: 'changes',
  handle: ({ input: { organizationId: id, name, mode, ...rest }, call, deps }) =>
    act(deps, call, async (operator) => {
      const settings = settingsOfNewKey(rest, call.nowMs)
      if (settings instanceof Failure) throw settings
      const { record, rawKey } = await makeKey(operator, { organizationId: id, name, mode, ...settings })
      return { ...viewOfKey(record), key: rawKey }
    }),
})
