import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { findHome, readActing, requireChanged } from '../acting.ts'
import { operation, tag } from '../slice.ts'

export const withdrawInvitation = operation({
  id: 'withdrawInvitation',
  route: 'DELETE /v1/organization/invitations/{invitationId}',
  tag,
  summary: 'Withdraw an invitation',
  describe: 'Ends an invitation that nobody has taken up: its link no longer works.',
  input: z.object({ invitationId: resourceId('invitation', { madeBy: 'inviteMember' }) }),
  output: z.object({ invitationId: z.string(), isWithdrawn: z.literal(true) }),
  price: free('Withdrawing an invitation is free.'),
  limit: perMinute(60),
  follows: 'inviteMember',
  fails: ['not-found', 'owners-only'],
  examples: [{ name: 'An invitation', input: { invitationId: 'mbr_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { invitationId } = input
    requireChanged(await deps.members.withdraw(findHome(call), invitationId, await readActing(deps, call)))
    return { invitationId, isWithdrawn: true as const }
  },
})
