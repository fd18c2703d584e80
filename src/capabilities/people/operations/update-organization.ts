import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { findHome } from '../acting.ts'
import { operation, tag } from '../slice.ts'
import { organizationView, viewOfOrganization } from '../views.ts'

export const updateOrganization = operation({
  id: 'updateOrganization',
  route: 'PATCH /v1/organization',
  tag,
  summary: 'Rename the organization',
  describe: 'Changes what the organization is called, in the console, in invitations and on statements.',
  input: z.object({ name: z.string().trim().min(1).max(200) }),
  output: organizationView,
  price: free('Renaming the organization is free.'),
  limit: perMinute(60),
  fails: ['not-found'],
  examples: [{ name: 'Another name', input: { name: 'Acme' } }],
  effect: 'changes',
  area: 'account',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { organizations, audit, db } = deps
    const { name } = input
    const organization = await organizations.getOrganization(findHome(call))
    if (organization === undefined) return new Failure('not-found')
    const { id: organizationId, name: before } = organization
    if (before !== name)
      await db.transact(async (tx) => {
        await organizations.renameOrganization(organizationId, name, tx)
        const entry = { organizationId, by: readOrigin(call), subject: organizationId }
        const detail = { name: { from: before, to: name } }
        await audit.append(tx, { ...entry, action: 'organization.renamed', detail })
      })
    return viewOfOrganization({ ...organization, name })
  },
})
