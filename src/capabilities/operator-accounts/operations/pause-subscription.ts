import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { changedView, organizationId, subscriptionId } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import { changeSubscription } from '../subscriptions.ts'

export const pauseSubscription = operation({
  id: 'pauseSubscription',
  route: 'POST /operator/v1/organizations/{organizationId}/subscriptions/{subscriptionId}/pause',
  tag: operatorTag,
  summary: 'Stop a subscription from spending',
  describe:
    'Stops spending from a subscription until resetSubscription. For the operator of the installation; `almanac subscription pause` does the same on the machine.',
  input: z.object({ organizationId, subscriptionId }),
  output: changedView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: 'Pause',
      input: {
        organizationId: 'org_01jz0000000000000000000000',
        subscriptionId: 'sub_01jz0000000000000000000000',
      },
    },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => {
      await changeSubscription(operator, input, (subscriptions, target) => subscriptions.pause(target))
      return { isChanged: true }
    }),
})
