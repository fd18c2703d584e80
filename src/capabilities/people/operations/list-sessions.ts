import { z } from 'zod'
import { free, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { isHead } from '../acting.ts'
import { operation, tag } from '../slice.ts'
import { listVisible } from '../visible-sessions.ts'
import { sessionView, viewOfSession } from '../views.ts'

export const listSessions = operation({
  id: 'listSessions',
  route: 'GET /v1/organization/sessions',
  tag,
  area: 'own',
  summary: 'List console sessions',
  tasks: ['who is signed in', 'browsers that are signed in'],
  describe:
    'Returns the sessions of browsers that have not ended, newest first, at most 1,000: those of everybody for owners, admins and keys, and for others their own. A session ends 12 hours after its last use and 7 days after it began.',
  input: z.object({
    memberId: optional(resourceId('member', { prefix: 'mbr' })).describe('Only those of this person.'),
  }),
  output: z.object({ sessions: z.array(sessionView) }),
  price: free('Listing sessions is free.'),
  limit: perMinute(60),
  examples: [{ name: 'All that one may see', input: {} }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const own = call.person?.memberId
    if (!isHead(call) && input.memberId !== undefined && input.memberId !== own) return { sessions: [] }
    const sessions = await listVisible(deps, call, input.memberId)
    return { sessions: sessions.map((each) => viewOfSession(each, call.sessionId)) }
  },
})
