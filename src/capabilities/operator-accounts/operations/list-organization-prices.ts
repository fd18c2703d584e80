import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { listPrices } from '../prices.ts'
import { organizationId, priceView, viewOfPrice } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const listOrganizationPrices = operation({
  id: 'listOrganizationPrices',
  route: 'GET /operator/v1/organizations/{organizationId}/prices',
  tag: operatorTag,
  summary: 'List the prices of an organization',
  describe:
    'Returns the whole price list as it applies to an organization, with its own prices and tiers by volume. For the operator of the installation; `almanac price list` does the same on the machine.',
  input: z.object({ organizationId }),
  output: z.object({ prices: z.array(priceView) }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'Of an organization', input: { organizationId: 'org_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => ({
      prices: (await listPrices(operator, input.organizationId)).map(viewOfPrice),
    })),
})
