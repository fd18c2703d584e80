import { z } from 'zod'
import { Failure, free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { shownAddress } from '../../../platform/webhooks/index.ts'
import { checkChoices } from '../check-choices.ts'
import { scheduleDigest } from '../digest-schedule.ts'
import { chosen, endpointId, endpointRecord } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { endpointView } from '../views.ts'

export const updateWebhookEndpoint = operation({
  id: 'updateWebhookEndpoint',
  route: 'PATCH /v1/webhooks/endpoints/{endpointId}',
  tag,
  summary: 'Change a webhook endpoint',
  describe:
    'Changes the given members and leaves the rest. Applies to everything sent after the answer: waiting deliveries go to the new address, and those the endpoint no longer chooses fail with the error `not-wanted`. `disabled: false` enables an endpoint, also one that its own answers disabled: waiting deliveries go on, and events from the meantime are in GET /v1/events.',
  input: z.object({
    endpointId,
    kind: optional(chosen.kind).describe('Unchanged; any other is refused.'),
    url: optional(chosen.url).describe('A new address; if masked as shown, it does not change.'),
    eventTypes: optional(chosen.eventTypes),
    listIds: optional(chosen.listIds),
    ordered: optional(chosen.ordered),
    concurrency: optional(chosen.concurrency),
    digest: optional(chosen.digest),
    digestHour: optional(chosen.digestHour),
    disabled: optional(chosen.disabled),
  }),
  output: endpointRecord,
  price: free('Webhooks are free.'),
  limit: perMinute(60),
  follows: 'createWebhookEndpoint',
  fails: ['not-found'],
  examples: [
    { name: 'Enable it again', input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f', disabled: false } },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input: { endpointId: id, kind, eventTypes, ...changes }, call, deps }) {
    const which = { organizationId: call.organizationId, endpointId: id }
    const endpoint = await deps.webhooks.find(which)
    if (endpoint !== undefined && kind !== undefined && kind !== endpoint.kind)
      throw invalidMember(
        'kind',
        `The kind of this endpoint, ${endpoint.kind}, cannot change. Create another one.`,
      )
    // A masked value is accepted, so that a client can read, change and write back an endpoint.
    const isAsShown = endpoint !== undefined && changes.url === shownAddress(endpoint)
    const change = isAsShown ? { ...changes, url: undefined } : changes
    await checkChoices(deps, call, { ...change, kind: endpoint?.kind ?? 'http', eventTypes })
    const to = { ...change, events: eventTypes }
    const changed = await deps.db.transact(async (tx) => {
      const endpoint = await deps.webhooks.update(tx, which, to)
      const isOtherDigest = change.digest !== undefined || change.digestHour !== undefined
      if (endpoint !== undefined && isOtherDigest) await scheduleDigest(deps.schedules, tx, endpoint)
      return endpoint
    })
    // Nothing is sent any more by what it was.
    await deps.webhooks.settled()
    return changed === undefined ? new Failure('not-found') : endpointView(changed)
  },
})
