import { z } from 'zod'
import { free, optional, perMinute, withDefault } from '../../../operation/index.ts'
import type { DestinationKind, Digest } from '../../../platform/webhooks/index.ts'
import { checkChoices } from '../check-choices.ts'
import { scheduleDigest } from '../digest-schedule.ts'
import { webhookFailures } from '../failures.ts'
import { chosen, endpointRecord, signingSecret } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { endpointView } from '../views.ts'

/** A search for due deliveries reads every enabled endpoint. */
const maxEndpoints = 100

export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  route: 'POST /v1/webhooks/endpoints',
  tag,
  summary: 'Create a webhook endpoint',
  tasks: [
    'notify my server when something happens',
    'callback URL, push events, webhook',
    'set up a webhook, add a webhook',
  ],
  describe:
    'Posts events of the organization to an address, from now on, signed by Standard Webhooks 1.0. A 2xx answer within 15 seconds means delivered; anything else is tried again, eight times in all over 27 hours and 35 minutes, and redirects are not followed. 410, or five days without a success, disables the endpoint. An event is sent at least once, always under the same `webhook-id`. With `kind` the address is an incoming webhook of Slack or Microsoft Teams, which gets chat messages, or mail, which collects events; both are tried again, logged and disabled in the same way, and not signed.',
  input: z.object({
    url: chosen.url,
    kind: withDefault(chosen.kind, 'http'),
    eventTypes: withDefault(chosen.eventTypes, []),
    listIds: withDefault(chosen.listIds, []),
    ordered: withDefault(chosen.ordered, true),
    concurrency: optional(chosen.concurrency).describe('Requests at a time. Default: 4, for chats 1.'),
    digest: optional(chosen.digest).describe('Mail only: every day, or every Monday. Default: daily.'),
    digestHour: optional(chosen.digestHour).describe('Mail only: at which hour, UTC. Default: 7.'),
    disabled: withDefault(chosen.disabled, false),
  }),
  output: endpointRecord.extend({
    signingSecret: signingSecret
      .nullable()
      .describe(
        '`whsec_…`: checks the signatures of deliveries. Shown only once. Null for kinds that are not signed.',
      ),
  }),
  price: free('Webhooks are free.'),
  limit: perMinute(60),
  fails: ['too-many-webhook-endpoints'],
  examples: [
    { name: 'Everything', input: { url: 'https://receiver.example/hooks' } },
    {
      name: 'Signals of trackers in a channel of Slack',
      input: {
        kind: 'slack',
        url: 'https://hooks.slack.example/services/T0/B0/x',
        eventTypes: ['tracker.signal_detected'],
      },
    },
    {
      name: 'Signals of trackers, one at a time',
      input: {
        url: 'https://receiver.example/signals',
        eventTypes: ['tracker.signal_detected'],
        concurrency: 1,
      },
    },
  ],
  effect: 'changes',
  answersSecret: true,
  async handle({ input: { eventTypes, ...input }, call, deps }) {
    await checkChoices(deps, call, { ...input, eventTypes })
    const { organizationId } = call
    const created = await deps.db.transact(async (tx) => {
      if ((await deps.webhooks.count(tx, organizationId)) >= maxEndpoints) return undefined
      const made = await deps.webhooks.create(tx, {
        organizationId,
        ...input,
        ...fillDefaults(input),
        events: eventTypes,
      })
      await scheduleDigest(deps.schedules, tx, made.endpoint)
      return made
    })
    if (created === undefined) return webhookFailures.of('too-many-webhook-endpoints')
    const { endpoint, secret } = created
    return { ...endpointView(endpoint), signingSecret: input.kind === 'http' ? secret : null }
  },
})

interface Chosen {
  kind: DestinationKind
  concurrency?: number | undefined
  digest?: Digest | undefined
  digestHour?: number | undefined
}

/** Chats take one message a second. */
function fillDefaults({ kind, concurrency, digest, digestHour }: Chosen) {
  const isMail = kind === 'mail'
  return {
    concurrency: concurrency ?? (kind === 'http' ? 4 : 1),
    digest: isMail ? (digest ?? ('daily' as const)) : null,
    digestHour: isMail ? (digestHour ?? 7) : null,
  }
}
