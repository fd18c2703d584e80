import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { organizationId, subscriptionView, viewOfSubscription } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import { listSubscriptions as list } from '../subscriptions.ts'

export const listSubscriptions = operation({
  id: 'listSubscriptions',
  route: 'GET /operator/v1/organizations/{organizationId}/subscriptions',
  tag: operatorTag,
  summary: 'List the subscriptions of an organization',
  describe:
    'Returns the subscriptions of an organization and how each renews, the one that resets soonest first. For the operator of the installation; `almanac subscription list` does the same on the machine.',
  input: z.object({ organizationId }),
  output: z.object({ subscriptions: z.array(subscriptionView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Of an organization', input: { organizationId: 'org_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => ({
      subscriptions: (await list(operator, input.organizationId)).map(viewOfSubscription),
    })),
})
