import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { accountView, viewAccounts } from '../accounts.ts'
import { act } from '../act.ts'
import { requireOrganization } from '../operator.ts'
import { balanceView, organizationId, viewOfBalance } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'

export const getOrganizationAccount = operation({
  id: 'getOrganizationAccount',
  route: 'GET /operator/v1/organizations/{organizationId}',
  tag: operatorTag,
  summary: 'Read an organization with its subscriptions',
  describe:
    'Returns an organization with its balance by subscription, and whether it may search people by age. For the operator of the installation.',
  input: z.object({ organizationId }),
  output: accountView.extend({
    mayAskAge: z.boolean().describe('Whether it may search people by age.'),
    balances: z.array(balanceView),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['not-found'],
  examples: [{ name: 'An organization', input: { organizationId: 'org_01jz0000000000000000000000' } }],
  effect: 'reads',
  handle: ({ input, call, deps }) =>
    act(deps, call, async (operator) => {
      const organization = await requireOrganization(operator, input.organizationId)
      const [account] = await viewAccounts(deps, [organization])
      return {
        ...(account as z.output<typeof accountView>),
        mayAskAge: await deps.organizations.mayAskAge(organization.id),
        balances: (await deps.ledger.subscriptionBalances(organization.id)).map(viewOfBalance),
      }
    }),
})
