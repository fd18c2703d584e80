import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { act } from '../act.ts'
import { changeOrganization as change } from '../organizations.ts'
import { changedView, organizationId, organizationName } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const changeOrganization = operation({
  id: 'changeOrganization',
  route: 'PATCH /operator/v1/organizations/{organizationId}',
  tag: operatorTag,
  summary: 'Rename an organization, or set whether it may ask for age',
  describe:
    'Gives an organization another name, or allows or forbids it to search people by age, a protected attribute in many places. For the operator of the installation.',
  input: z.object({
    organizationId,
    name: optional(organizationName),
    mayAskAge: optional(z.boolean()).describe('Whether it may search people by age.'),
  }),
  output: changedView,
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [
    { name: 'Another name', input: { organizationId: 'org_01jz0000000000000000000000', name: 'Acme Ltd' } },
  ],
  effect: 'changes',
  repeatable: true,
  handle: ({ input: { organizationId: id, name, mayAskAge }, call, deps }) =>
    act(deps, call, async (operator) => {
      await change(operator, id, { name, ageSearch: mayAskAge })
      return { isChanged: name !== undefined || mayAskAge !== undefined }
    }),
})
