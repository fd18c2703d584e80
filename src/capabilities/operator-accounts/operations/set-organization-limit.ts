import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { setLimit } from '../limits.ts'
import { limitView, operationName, organizationId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const setOrganizationLimit = operation({
  id: 'setOrganizationLimit',
  route: 'PUT /operator/v1/organizations/{organizationId}/limits/{operation}',
  tag: operatorTag,
  summary: 'Set a rate limit of an organization',
  describe:
    'Sets how many requests a minute an organization may make of an operation, all its keys together. Running processes follow within a second. For the operator of the installation; `almanac limit set` does the same on the machine.',
  input: z.object({
    organizationId,
    operation: operationName,
    max: z.int().min(1).max(1_000_000_000).describe('Requests a minute.'),
  }),
  output: limitView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: 'Ten a second',
      input: { organizationId: 'org_01jz0000000000000000000000', operation: 'companySearch', max: 600 },
    },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { organizationId: id, operation: operationId, max }, call, deps }) =>
    act(deps, call, async (operator) => {
      const ids = deps.registry.operations.filter(({ access }) => access === 'key').map((each) => each.id)
      await setLimit(operator, { organizationId: id, operationId, max }, ids)
      return { operation: operationId, max }
    }),
})
