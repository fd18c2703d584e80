import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { clearLimit } from '../limits.ts'
import { changedView, operationName, organizationId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const clearOrganizationLimit = operation({
  id: 'clearOrganizationLimit',
  route: 'DELETE /operator/v1/organizations/{organizationId}/limits/{operation}',
  tag: operatorTag,
  summary: 'Go back to the usual rate limit',
  describe:
    'Removes a limit of an organization, so that the one of the operation holds again. For the operator of the installation; `almanac limit clear` does the same on the machine.',
  input: z.object({ organizationId, operation: operationName }),
  output: changedView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: 'The usual limit',
      input: { organizationId: 'org_01jz0000000000000000000000', operation: 'companySearch' },
    },
  ],
  effect: 'changes',
  handle: ({ input: { organizationId: id, operation: operationId }, call, deps }) =>
    act(deps, call, async (operator) => {
      await clearLimit(operator, { organizationId: id, operationId })
      return { isChanged: true }
    }),
})
