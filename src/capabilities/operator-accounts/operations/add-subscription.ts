import { z } from 'zod'
import { toMilli } from '../../../lib/credits.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { credits } from '../../account/index.ts'
import { organizationId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import { addSubscription as add } from '../subscriptions.ts'

export const addSubscription = operation({
  id: 'addSubscription',
  route: 'POST /operator/v1/organizations/{organizationId}/subscriptions',
  tag: operatorTag,
  summary: 'Add a subscription to an organization',
  describe:
    'Adds a subscription whose first period begins now with the credits. For the operator of the installation; `almanac subscription add` does the same on the machine.',
  input: z.object({ organizationId, allocation: credits.describe('Credits a period begins with.') }),
  output: z.object({ subscriptionId: z.string() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: '5,000 credits a month',
      input: { organizationId: 'org_01jz0000000000000000000000', allocation: 5000 },
    },
  ],
  effect: 'changes',
  handle: ({ input: { organizationId: id, allocation }, call, deps }) =>
    act(deps, call, async (operator) => ({
      subscriptionId: await add(operator, { organizationId: id, allocation: toMilli(allocation) }),
    })),
})
