import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { findHome } from '../acting.ts'
import { operation, tag } from '../slice.ts'
import { organizationView, viewOfOrganization } from '../views.ts'

export const getOrganization = operation({
  id: 'getOrganization',
  route: 'GET /v1/organization',
  tag,
  summary: 'Read the organization',
  tasks: ['which organization am I', 'who owns this key'],
  describe: 'Returns the organization of the request: its id, what it is called and when it was made.',
  input: z.object({}),
  output: organizationView,
  price: free('Reading the organization is free.'),
  limit: perMinute(120),
  fails: ['not-found'],
  examples: [{ name: 'The organization of the key', input: {} }],
  effect: 'reads',
  area: 'account',
  async handle({ call, deps }) {
    const organization = await deps.organizations.getOrganization(findHome(call))
    if (organization === undefined) return new Failure('not-found')
    return viewOfOrganization(organization)
  },
})
