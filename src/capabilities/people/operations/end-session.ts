import { z } from 'zod'
import { Failure, free, perMinute, resourceId } from '../../../operation/index.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { operation, tag } from '../slice.ts'
import { listVisible } from '../visible-sessions.ts'

export const endSession = operation({
  id: 'endSession',
  route: 'DELETE /v1/organization/sessions/{sessionId}',
  tag,
  area: 'own',
  summary: 'End a console session',
  describe:
    'Ends a session of a browser: its next request answers 401. Owners, admins and keys end any of the organization, others their own.',
  input: z.object({ sessionId: resourceId('session', { prefix: 'ses' }) }),
  output: z.object({ sessionId: z.string(), isEnded: z.literal(true) }),
  price: free('Ending a session is free.'),
  limit: perMinute(60),
  follows: 'listSessions',
  fails: ['not-found'],
  examples: [{ name: 'A session', input: { sessionId: 'ses_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { sessionId } = input
    const session = (await listVisible(deps, call)).find(({ id }) => id === sessionId)
    if (session === undefined || (await deps.sessions.endSessions([session], readOrigin(call))) === 0)
      return new Failure('not-found')
    return { sessionId, isEnded: true as const }
  },
})
