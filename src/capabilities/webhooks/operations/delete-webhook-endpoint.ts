import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { unscheduleDigest } from '../digest-schedule.ts'
import { endpointId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const deleteWebhookEndpoint = operation({
  id: 'deleteWebhookEndpoint',
  route: 'DELETE /v1/webhooks/endpoints/{endpointId}',
  tag,
  summary: 'Delete a webhook endpoint',
  tasks: ['remove a webhook'],
  describe:
    'Deletes an endpoint with its secret, its log and its waiting deliveries. Nothing is sent there after this answer.',
  input: z.object({ endpointId }),
  output: z.object({ endpointId: z.string(), deleted: z.boolean() }),
  price: free('Webhooks are free.'),
  limit: perMinute(60),
  follows: 'createWebhookEndpoint',
  fails: ['not-found'],
  examples: [{ name: 'An endpoint', input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const which = { organizationId: call.organizationId, ...input }
    const deleted = await deps.db.transact(async (tx) => {
      if (!(await deps.webhooks.remove(tx, which))) return false
      await unscheduleDigest(deps.schedules, tx, input.endpointId)
      return true
    })
    if (deleted) await deps.webhooks.settled()
    return deleted ? { ...input, deleted } : new Failure('not-found')
  },
})
