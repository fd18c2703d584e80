import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { fireDummies } from '../fire-dummies.ts'
import { findTracker } from '../list-changes.ts'
import { operation, tag } from '../slice.ts'

export const fireTrackerDummy = operation({
  id: 'fireTrackerDummy',
  route: 'POST /v1/tracker/fire-dummy/{listId}',
  tag,
  summary: 'Fire test signals',
  describe:
    'Fires one made-up signal for each rule of the list whose isDummy is true: stored, sent as an event and delivered like real ones, and marked isDummy. Signals are about the first entity of the list, or a made-up one if it is empty.',
  input: z.object({ listId: resourceId('tracker list') }),
  output: z.object({
    signals: z.array(
      z.object({
        id: z.string(),
        ruleId: z.string(),
        ruleType: z.string(),
        entityId: z.string().nullable(),
        summary: z.string(),
        changeData: z.array(z.looseObject({ kind: z.string() })),
        isDummy: z.boolean(),
        webhookDispatched: z.boolean().describe('Whether the event was written for existing endpoints.'),
      }),
    ),
  }),
  price: free('Test signals are free.'),
  limit: perMinute(60),
  follows: 'createTrackerCompanyList',
  fails: ['not-found'],
  examples: [{ name: 'Try a receiver', input: { listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input: { listId }, call, deps }) {
    const { entityType, list } = await findTracker(deps, call, listId)
    const signals = await fireDummies(deps, call, { entityType, list })
    if (signals.length === 0)
      call.advise('The list has no rule whose isDummy is true. Add one to get test signals.')
    return { signals }
  },
})
