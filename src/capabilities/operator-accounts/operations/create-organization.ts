import { z } from 'zod'
import { toMilli } from '../../../lib/credits.ts'
import { free, perMinute, withDefault } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { credits } from '../../account/index.ts'
import { createOrganization as create } from '../organizations.ts'
import { organizationName } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const createOrganization = operation({
  id: 'createOrganization',
  route: 'POST /operator/v1/organizations',
  tag: operatorTag,
  summary: 'Make an organization with one subscription',
  describe:
    'Makes an organization and its first subscription, which begins with the credits. For the operator of the installation; `almanac org create` does the same on the machine.',
  input: z.object({ name: organizationName, credits: withDefault(credits, 0) }),
  output: z.object({ organizationId: z.string(), name: z.string(), subscriptionId: z.string() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'With 500 credits', input: { name: 'Acme', credits: 500 } }],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => {
      const order = { name: input.name, credits: toMilli(input.credits) }
      const { organization, subscriptionId } = await create(operator, order)
      return { organizationId: organization.id, name: organization.name, subscriptionId }
    }),
})
