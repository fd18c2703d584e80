import { z } from 'zod'
import { Failure, free, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { findHome, isHead } from '../acting.ts'
import { operation, tag } from '../slice.ts'

export const endSessions = operation({
  id: 'endSessions',
  route: 'DELETE /v1/organization/sessions',
  tag,
  area: 'own',
  summary: 'End all console sessions of a person',
  tasks: ['sign out everywhere', 'a laptop was lost'],
  describe:
    'Ends all sessions of a person, of the caller where none is named: their next requests answer 401. Owners, admins and keys name anybody of the organization. A key that names nobody ends the sessions that it was exchanged for.',
  input: z.object({
    memberId: optional(resourceId('member', { prefix: 'mbr' })).describe(
      'Whose sessions end; default those of the caller.',
    ),
  }),
  output: z.object({ endedCount: z.number().int() }),
  price: free('Ending sessions is free.'),
  limit: perMinute(60),
  fails: ['not-found'],
  examples: [{ name: 'All of the caller', input: {} }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const organizationId = findHome(call)
    const { memberId = call.person?.memberId } = input
    if (memberId !== undefined) {
      const isAllowed = isHead(call) || memberId === call.person?.memberId
      const member = isAllowed ? await deps.members.getMember(organizationId, memberId) : undefined
      if (member === undefined) return new Failure('not-found')
    }
    const whose = memberId === undefined ? { keyId: call.keyId } : { memberId }
    const sessions = await deps.sessions.listSessions({ organizationId, ...whose })
    return { endedCount: await deps.sessions.endSessions(sessions, readOrigin(call)) }
  },
})
