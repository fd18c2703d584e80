import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { clearPrice } from '../prices.ts'
import { changedView, organizationId, priceUnit } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const clearOrganizationPrice = operation({
  id: 'clearOrganizationPrice',
  route: 'DELETE /operator/v1/organizations/{organizationId}/prices/{unit}',
  tag: operatorTag,
  summary: 'Go back to the price list',
  describe:
    'Removes a price of an organization with its tiers, so that the price list holds again. For the operator of the installation; `almanac price clear` does the same on the machine.',
  input: z.object({ organizationId, unit: priceUnit }),
  output: changedView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    {
      name: 'As in the list',
      input: { organizationId: 'org_01jz0000000000000000000000', unit: 'companySearchResult' },
    },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { organizationId: id, unit: key }, call, deps }) =>
    act(deps, call, async (operator) => ({
      isChanged: await clearPrice(operator, { organizationId: id, key }),
    })),
})
