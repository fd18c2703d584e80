import { z } from 'zod'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { apiKeyView, viewOfKey } from '../../account/index.ts'
import { listKeys } from '../keys.ts'
import { organizationId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const listOrganizationKeys = operation({
  id: 'listOrganizationKeys',
  route: 'GET /operator/v1/organizations/{organizationId}/keys',
  tag: operatorTag,
  summary: 'List the keys of an organization',
  describe:
    'Returns the keys of an organization and of its sandbox, oldest first, without the keys themselves. For the operator of the installation; `almanac key list` does the same on the machine.',
  input: z.object({ organizationId, includeRevoked: withDefault(z.stringbool().or(z.boolean()), false) }),
  output: z.object({ keys: z.array(apiKeyView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Of an organization', input: { organizationId: 'org_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => ({
      keys: (await listKeys(operator, input.organizationId, input.includeRevoked)).map(viewOfKey),
    })),
})
