import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { findHome } from '../acting.ts'
import { operation, tag } from '../slice.ts'
import { memberView, viewOfMember } from '../views.ts'

export const listMembers = operation({
  id: 'listMembers',
  route: 'GET /v1/organization/members',
  tag,
  summary: 'List the people of the organization',
  tasks: ['who is in the team', 'users of the organization, roles'],
  describe:
    'Returns the people who belong to the organization, oldest first, with their roles, the limit of each and what they spent this month.',
  input: z.object({}),
  output: z.object({ members: z.array(memberView) }),
  price: free('Listing people is free.'),
  limit: perMinute(60),
  examples: [{ name: 'Everybody', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    return { members: (await deps.members.listMembers(findHome(call))).map(viewOfMember) }
  },
})
