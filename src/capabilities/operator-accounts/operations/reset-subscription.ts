import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { organizationId, subscriptionId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import { changeSubscription } from '../subscriptions.ts'

export const resetSubscription = operation({
  id: 'resetSubscription',
  route: 'POST /operator/v1/organizations/{organizationId}/subscriptions/{subscriptionId}/reset',
  tag: operatorTag,
  summary: 'Begin a new period of a subscription now',
  describe:
    'Ends the running period and begins the next one, also of a paused subscription: the rest of the allocation lapses, and what was bought or granted stays. For the operator of the installation; `almanac subscription reset` does the same on the machine.',
  input: z.object({ organizationId, subscriptionId }),
  output: z.object({ grantedCredits: z.number(), lapsedCredits: z.number() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: 'A new period',
      input: {
        organizationId: 'org_01jz0000000000000000000000',
        subscriptionId: 'sub_01jz0000000000000000000000',
      },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => {
      const moved = await changeSubscription(operator, input, (subscriptions, target) =>
        subscriptions.reset(target),
      )
      return { grantedCredits: toCredits(moved.granted), lapsedCredits: toCredits(moved.lapsed) }
    }),
})
