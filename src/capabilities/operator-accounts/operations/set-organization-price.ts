import { z } from 'zod'
import { toMilli } from '../../../lib/credits.ts'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { credits } from '../../account/index.ts'
import { listPrices, setPrice } from '../prices.ts'
import { organizationId, priceUnit, priceView, viewOfPrice } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const setOrganizationPrice = operation({
  id: 'setOrganizationPrice',
  route: 'PUT /operator/v1/organizations/{organizationId}/prices/{unit}',
  tag: operatorTag,
  summary: 'Set a price of an organization',
  describe:
    'Sets what an organization pays for a unit; 0 makes it free. With `fromUnits` it is the price of the units after so many in a calendar month (UTC). Running processes follow within a second. For the operator of the installation; `almanac price set` does the same on the machine.',
  input: z.object({
    organizationId,
    unit: priceUnit,
    credits,
    fromUnits: optional(z.int().min(1).max(1_000_000_000)),
  }),
  output: z.object({ prices: z.array(priceView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: 'Half a credit a company',
      input: { organizationId: 'org_01jz0000000000000000000000', unit: 'companySearchResult', credits: 0.5 },
    },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { organizationId: id, unit: key, credits: price, fromUnits }, call, deps }) =>
    act(deps, call, async (operator) => {
      await setPrice(operator, { organizationId: id, key, unitPrice: toMilli(price), fromUnits })
      const prices = await listPrices(operator, id)
      return { prices: prices.filter((one) => one.key === key).map(viewOfPrice) }
    }),
})
