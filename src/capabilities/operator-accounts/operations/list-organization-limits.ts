import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { listLimits } from '../limits.ts'
import { limitView, organizationId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const listOrganizationLimits = operation({
  id: 'listOrganizationLimits',
  route: 'GET /operator/v1/organizations/{organizationId}/limits',
  tag: operatorTag,
  summary: 'List the own limits of an organization',
  describe:
    'Returns the rate limits of an organization that differ from those of the operations. For the operator of the installation; `almanac limit list` does the same on the machine.',
  input: z.object({ organizationId }),
  output: z.object({ limits: z.array(limitView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Of an organization', input: { organizationId: 'org_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => ({
      limits: (await listLimits(operator, input.organizationId)).map(({ operationId, max }) => ({
        operation: operationId,
        max,
      })),
    })),
})
