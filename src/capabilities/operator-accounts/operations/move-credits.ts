import { z } from 'zod'
import { toMilli } from '../../../lib/credits.ts'
import { free, invalidMember, optional, outsideId, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { creditActs, moveCredits as move } from '../credits.ts'
import { balanceView, organizationId, positiveCredits, subscriptionId, viewOfBalance } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const moveCredits = operation({
  id: 'moveCredits',
  route: 'POST /operator/v1/organizations/{organizationId}/credits',
  tag: operatorTag,
  summary: 'Grant, take back or refund credits',
  describe:
    'Moves credits of a subscription: `grant` adds some, `revoke` takes back what was not spent, `refund` gives back what was; with `refunds` at most what that request was charged. Sent again with the same `reference` it moves nothing and says `isNew: false`; another movement under that reference is a 409. For the operator of the installation; `almanac credits` does the same on the machine.',
  input: z.object({
    organizationId,
    act: z.enum(creditActs),
    credits: positiveCredits,
    subscriptionId: optional(subscriptionId),
    refunds: optional(outsideId(z.string().min(1).max(100))).describe('Id of the charged request.'),
    reference: optional(z.string().trim().min(1).max(200)).describe(
      'Your own name for the movement, of which there is one in the organization.',
    ),
    note: optional(z.string().max(1000)).describe('Kept with the entry of the ledger.'),
  }),
  output: z.object({ isNew: z.boolean(), subscriptionId: z.string(), balances: z.array(balanceView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found', 'conflict'],
  examples: [
    {
      name: 'A thousand more',
      input: {
        organizationId: 'org_01jz0000000000000000000000',
        act: 'grant',
        credits: 1000,
        reference: 'invoice 2026-117',
      },
    },
  ],
  effect: 'changes',
  handle: ({ input: { credits: amount, ...order }, call, deps }) =>
    act(deps, call, async (operator) => {
      if (order.act !== 'refund' && order.refunds !== undefined)
        throw invalidMember('refunds', 'Only a refund gives back what a request was charged.', 'not_allowed')
      const moved = await move(operator, { ...order, amount: toMilli(amount) })
      const balances = await deps.ledger.subscriptionBalances(order.organizationId)
      return { ...moved, balances: balances.map(viewOfBalance) }
    }),
})
