import { z } from 'zod'
import { toMilli } from '../../../lib/credits.ts'
import { Failure, free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { credits } from '../../account/index.ts'
import { organizationId, subscriptionId, subscriptionView, viewOfSubscription } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import { changeSubscription as change, listSubscriptions } from '../subscriptions.ts'

export const changeSubscription = operation({
  id: 'changeSubscription',
  route: 'PATCH /operator/v1/organizations/{organizationId}/subscriptions/{subscriptionId}',
  tag: operatorTag,
  summary: 'Change how a subscription renews',
  describe:
    'Sets whether a new period begins by itself, the credits of the next period, the days of grace after one, and the rows it may export in a month (null: as the installation is set). 409 where automatic top-up is on, which automatic reset excludes. For the operator of the installation; `almanac subscription set` does the same on the machine.',
  input: z.object({
    organizationId,
    subscriptionId,
    autoReset: optional(z.boolean()),
    allocation: optional(credits),
    graceDays: optional(z.int().min(0).max(3650)),
    exportRows: z.int().min(0).max(1_000_000_000).nullable().optional(),
  }),
  output: subscriptionView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  examples: [
    {
      name: 'Renews by itself',
      input: {
        organizationId: 'org_01jz0000000000000000000000',
        subscriptionId: 'sub_01jz0000000000000000000000',
        autoReset: true,
      },
    },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => {
      const { organizationId: id, subscriptionId: which, allocation, exportRows, ...rest } = input
      const settings = {
        ...(rest.autoReset !== undefined && { autoReset: rest.autoReset }),
        ...(rest.graceDays !== undefined && { graceDays: rest.graceDays }),
        ...(allocation !== undefined && { allocation: toMilli(allocation) }),
        ...(exportRows !== undefined && { exportRows }),
      }
      if (Object.keys(settings).length === 0)
        throw invalidMember('autoReset', 'Nothing to change: name at least one setting.', 'too_small')
      await change(operator, { organizationId: id, subscriptionId: which }, (subscriptions, target) =>
        subscriptions.configure(target, settings),
      )
      const all = await listSubscriptions(operator, id)
      const changed = all.find((one) => one.id === which)
      return changed === undefined ? new Failure('not-found') : viewOfSubscription(changed)
    }),
})
