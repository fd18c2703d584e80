import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { findHome, readActing, requireChanged } from '../acting.ts'
import { operation, tag } from '../slice.ts'

export const removeMember = operation({
  id: 'removeMember',
  route: 'DELETE /v1/organization/members/{memberId}',
  tag,
  summary: 'Remove a person from the organization',
  tasks: ['somebody left the company', 'take access away'],
  describe:
    'Takes a person out of the organization. Their sessions end at once; API keys that they made stay, revoke those that nobody else uses. Only owners remove owners, and the last owner stays (409).',
  input: z.object({ memberId: resourceId('member', { prefix: 'mbr' }) }),
  output: z.object({ memberId: z.string(), isRemoved: z.literal(true) }),
  price: free('Removing people is free.'),
  limit: perMinute(60),
  follows: 'listMembers',
  fails: ['not-found', 'owners-only', 'last-owner'],
  examples: [{ name: 'A person', input: { memberId: 'mbr_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { memberId } = input
    requireChanged(await deps.members.removeMember(findHome(call), memberId, await readActing(deps, call)))
    return { memberId, isRemoved: true as const }
  },
})
