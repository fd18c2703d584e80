import { z } from 'zod'
import {
  Failure,
  free,
  openPage,
  optional,
  pageInput,
  makePage,
  perMinute,
} from '../../../operation/index.ts'
import { deliveryStates, type DeliveryView, type LoggedAttempt } from '../../../platform/webhooks/index.ts'
import { endpointId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const moment = z.iso.datetime()
const heads = z.record(z.string(), z.string()).nullable()

const attempt = z
  .object({
    attemptedAt: moment,
    durationMs: z.int(),
    status: z.int().nullable().describe('What the receiver answered; null when it did not.'),
    error: z
      .string()
      .nullable()
      .describe(
        'Why it failed: deadline, connection, private-address, own-port, not-https, closed-port, bad-url, or no-secret if the secret can no longer be read; refused-by-chat if a chat answered 2xx but refused the message; not-wanted if the endpoint no longer chooses such events; for mail mail-unavailable, outcome-unknown, or no-recipient if none of its addresses is still a member.',
      ),
    failedStep: z
      .enum(['name', 'connection', 'tls', 'status', 'body'])
      .nullable()
      .describe(
        'Where it failed: looking up the name, connecting, the TLS handshake, the status (or none in time), what the answer says. Null if it was received, or if nothing was tried.',
      ),
    resolvedTo: z
      .array(z.string())
      .describe('Addresses the host resolved to. Empty if there were none, or one that may not be reached.'),
    detail: z
      .string()
      .nullable()
      .describe('Name of the fault in the system, such as ECONNREFUSED or CERT_HAS_EXPIRED, or in the chat.'),
    requestHeaders: heads.describe('What was sent, without the signature.'),
    responseHeaders: heads.describe('Of the answer: type, length, server, Retry-After and the like.'),
  })
  .meta({ id: 'WebhookAttempt' })

const delivery = z
  .object({
    deliveryId: z.string(),
    messageId: z.string().describe('The `webhook-id`: id of the event.'),
    eventType: z.string(),
    isTest: z.boolean(),
    status: z.enum(deliveryStates),
    createdAt: moment,
    endedAt: moment.nullable(),
    nextAttemptAt: moment.nullable().describe('Null when it has ended, and while it waits for a digest.'),
    attempts: z.array(attempt).describe('Oldest first, with those before a replay.'),
  })
  .meta({ id: 'WebhookDelivery' })

const position = z.object({ createdAt: z.iso.datetime(), id: z.string() })

export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  route: 'GET /v1/webhooks/endpoints/{endpointId}/deliveries',
  tag,
  summary: 'List the deliveries to a webhook endpoint',
  tasks: ['did a webhook fail, delivery log'],
  describe:
    'Returns what was sent to an endpoint in the last 30 days or is waiting, newest first, with every attempt.',
  input: z.object({
    endpointId,
    status: optional(z.enum(deliveryStates)),
    eventType: optional(z.string().max(100)).describe('Key of an event.'),
    ...pageInput({ sizes: { default: 25, most: 100 } }),
  }),
  output: z.object({
    deliveries: z.array(delivery),
    nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
  }),
  pages: 'nextCursor',
  price: free('Webhooks are free.'),
  limit: perMinute(120),
  follows: 'createWebhookEndpoint',
  fails: ['not-found', 'invalid-cursor'],
  examples: [
    {
      name: 'What was given up',
      input: { endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f', status: 'failed' },
    },
  ],
  effect: 'reads',
  async handle({ input, call: { organizationId }, deps }) {
    const { endpointId: id, status: state, eventType: eventKey, pageSize: size, cursor } = input
    const which = { organizationId, endpointId: id }
    if ((await deps.webhooks.find(which)) === undefined) return new Failure('not-found')
    const query = { id, state, eventKey }
    const seal = { key: deps.secret, of: 'listWebhookDeliveries', organizationId, query }
    const after = openPage(cursor, seal, position)
    const before = after && { id: after.id, createdAt: new Date(after.createdAt) }
    const views = await deps.webhooks.deliveries({ ...which, most: size + 1, state, eventKey, before })
    const place = ({ id: last, createdAt }: DeliveryView) => ({
      id: last,
      createdAt: createdAt.toISOString(),
    })
    const page = makePage(views, { size, seal, position: place })
    const deliveryIds = page.items.map((each) => each.id)
    const attempts = Map.groupBy(
      await deps.webhooks.attempts({ organizationId, deliveryIds }),
      ({ deliveryId }) => deliveryId,
    )
    const deliveries = page.items.map((each) => buildDelivery(each, attempts.get(each.id) ?? []))
    return { deliveries, nextCursor: page.nextCursor }
  },
})

function buildDelivery(
  { id, eventId, eventKey, isTest, state, createdAt, endedAt, nextAt }: DeliveryView,
  attempts: readonly LoggedAttempt[],
): z.input<typeof delivery> {
  return {
    deliveryId: id,
    messageId: eventId,
    eventType: eventKey,
    isTest,
    status: state,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    nextAttemptAt: nextAt?.toISOString() ?? null,
    attempts: attempts.map(({ deliveryId: _delivery, endedAt: attemptedAt, resolvedTo, ...rest }) => ({
      attemptedAt: attemptedAt.toISOString(),
      ...rest,
      resolvedTo: [...resolvedTo],
    })),
  }
}
