import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { findHome } from '../acting.ts'
import { operation, tag } from '../slice.ts'
import { invitationView, viewOfInvitation } from '../views.ts'

export const listInvitations = operation({
  id: 'listInvitations',
  route: 'GET /v1/organization/invitations',
  tag,
  summary: 'List invitations',
  describe:
    'Returns the invitations that nobody has taken up, oldest first, for a month after they expired. Links are never shown again: invite the address once more for a new one.',
  input: z.object({}),
  output: z.object({ invitations: z.array(invitationView) }),
  price: free('Listing invitations is free.'),
  limit: perMinute(60),
  examples: [{ name: 'All that are open', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    const invitations = await deps.members.listInvitations(findHome(call))
    return { invitations: invitations.map((each) => viewOfInvitation(each, call.nowMs)) }
  },
})
