import { z } from 'zod'
import { resourceId } from '../../operation/index.ts'
import { destinationKinds, digests, disabledReasons } from '../../platform/webhooks/index.ts'

export const endpointId = resourceId('webhook endpoint', { madeBy: 'createWebhookEndpoint', prefix: 'whe' })

/** What can be chosen of an endpoint; documented once. */
export const chosen = {
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe(
      'Where events are posted: https, at an address reachable from the Internet. For mail, `mailto:` and up to ten addresses of members of the organization, separated by commas.',
    ),
  eventTypes: z
    .array(z.string().min(1).max(100))
    .max(100)
    .describe('Keys or groups of listWebhookEventTypes; empty: all, later ones too.'),
  listIds: z
    .array(resourceId('list'))
    .max(100)
    .describe(
      'Tracker lists, saved searches, job-change lists and audiences: only events about these, none without a list. Empty: all events.',
    ),
  ordered: z
    .boolean()
    .describe(
      'Whether events about one entity (`orderingKey`) are sent one after the other: each waits until the one before was received or given up.',
    ),
  concurrency: z.int().min(1).max(16).describe('Requests at a time.'),
  disabled: z.boolean().describe('Whether nothing is sent.'),
  kind: z
    .enum(destinationKinds)
    .describe(
      'http: signed requests for a program. slack, teams: messages to an incoming webhook of the chat. mail: collected, and mailed by `digest`. It cannot change.',
    ),
  digest: z
    .enum(digests)
    .describe('Mail only: every day, or every Monday. Nothing is sent if nothing happened.'),
  digestHour: z.int().min(0).max(23).describe('Mail only: at which hour, UTC.'),
}

const moment = z.iso.datetime()

export const endpointRecord = z
  .object({
    endpointId: z.string(),
    kind: chosen.kind,
    url: z
      .string()
      .describe(
        'Masked for a chat, since anyone with its address can write there: its host and last characters.',
      ),
    eventTypes: z.array(z.string()).describe('Empty: all.'),
    listIds: z.array(z.string()).describe('Empty: all events.'),
    ordered: chosen.ordered,
    concurrency: z.int(),
    digest: chosen.digest.nullable(),
    digestHour: chosen.digestHour.nullable(),
    disabled: chosen.disabled,
    disabledReason: z
      .enum(disabledReasons)
      .nullable()
      .describe(
        'asked: by an operation; gone: it answered 410; failing: nothing arrived for five days. Null while it is enabled.',
      ),
    consecutiveFailures: z.int().describe('Attempts since the last one that succeeded.'),
    failingSince: moment.nullable(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'WebhookEndpoint' })

export const signingSecret = z
  .string()
  .describe('`whsec_…`: checks the signatures of deliveries. Shown only once.')
