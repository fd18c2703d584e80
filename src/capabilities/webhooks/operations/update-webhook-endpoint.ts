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
    'Changes what is given and leaves the rest as it is. It holds for everything that is sent after the answer: deliveries that wait go to the new address, and what the endpoint does not choose any more ends as failed, with the error `not-wanted`. `disabled: false` enables an endpoint, also one that was disabled by what it answered: what waited goes on, and what happened meanwhile is in GET /v1/events.',
  input: z.object({
    endpointId,
    kind: optional(chosen.kind).describe('As it is; any other is refused.'),
    url: optional(chosen.url).describe('A new address; masked as it was shown it stays as it is.'),
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
        `This endpoint is of kind ${endpoint.kind}, and stays so. Create another one.`,
      )
    // As it was shown: what is read, changed and written back stays.
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
