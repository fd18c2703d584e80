import { z } from 'zod'
import { free, makePage, openPage, optional, pageInput, perMinute } from '../../../operation/index.ts'
import { accountView, viewAccounts } from '../accounts.ts'
import { operation, operatorTag } from '../slice.ts'

export const listOrganizations = operation({
  id: 'listOrganizations',
  route: 'GET /operator/v1/organizations',
  tag: operatorTag,
  summary: 'List the organizations of the installation',
  describe:
    'Pages through all organizations, the newest first, with what each can spend, has spent and when it was last seen. For the operator of the installation; `almanac org list` does the same on the machine.',
  input: z.object({
    name: optional(z.string().trim().min(1).max(200)).describe('A part of the name, or the id.'),
    ...pageInput({ sizes: { default: 50, most: 200 } }),
  }),
  output: z.object({ organizations: z.array(accountView), nextCursor: z.string().nullish() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 10 } }],
  effect: 'reads',
  pages: 'nextCursor',
  async handle({ input: { name, pageSize: size, cursor }, deps }) {
    const seal = { key: deps.secret, of: 'listOrganizations', organizationId: '', query: name ?? '' }
    const before = openPage(cursor, seal, z.string())
    const organizations = await deps.organizations.pageOfOrganizations({ name, before, most: size + 1 })
    const { items, nextCursor } = makePage(organizations, { size, seal, position: ({ id }) => id })
    return { organizations: await viewAccounts(deps, items), ...(nextCursor === null ? {} : { nextCursor }) }
  },
})
