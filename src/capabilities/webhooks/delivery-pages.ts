import { z } from 'zod'
import { invalidMember, makePage, openPage, optional, pageInput, type Call } from '../../operation/index.ts'
import { deliveryStates, type DeliveryView, type LoggedAttempt } from '../../platform/webhooks/index.ts'
import type { WebhooksDeps } from './slice.ts'

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
    responseBody: z
      .string()
      .nullable()
      .describe(
        'The first 2,000 bytes of the answer, to the end of a word; null where none came, for mail, and once it was about somebody who asked to be forgotten.',
      ),
  })
  .meta({ id: 'WebhookAttempt' })

const delivery = z
  .object({
    deliveryId: z.string(),
    endpointId: z.string(),
    messageId: z.string().describe('The `webhook-id`: id of the event.'),
    eventType: z.string(),
    payload: z.record(z.string(), z.unknown()).describe('What the event says, as it is sent.'),
    isTest: z.boolean(),
    status: z.enum(deliveryStates),
    createdAt: moment,
    endedAt: moment.nullable(),
    nextAttemptAt: moment.nullable().describe('Null when it has ended, and while it waits for a digest.'),
    attempts: z.array(attempt).describe('Oldest first, with those before a replay.'),
  })
  .meta({ id: 'WebhookDelivery' })

/** What pages of deliveries are chosen by, whether of one endpoint or of all. */
export const deliveryFilters = {
  status: optional(z.enum(deliveryStates)),
  eventType: optional(z.string().max(100)).describe('Key of an event.'),
  from: optional(moment).describe('By the time of the event: the earliest.'),
  to: optional(moment).describe('By the time of the event: the end, exclusive.'),
  ...pageInput({ sizes: { default: 25, most: 100 } }),
}

export const deliveryPage = z.object({
  deliveries: z.array(delivery),
  nextCursor: z.string().nullable().describe('Pass as cursor for the next page; null at the end.'),
})

type Filters = z.output<z.ZodObject<typeof deliveryFilters>>

const position = z.object({ createdAt: z.iso.datetime(), id: z.string() })

/** A page of the deliveries to an endpoint, or to all of the organization, the newest first, each with its attempts. */
export async function readDeliveries(
  deps: WebhooksDeps,
  { organizationId, operationId }: Call,
  {
    endpointId,
    signalId,
    ...filters
  }: Filters & Partial<Record<'endpointId' | 'signalId', string | undefined>>,
): Promise<z.input<typeof deliveryPage>> {
  const { status: state, eventType: eventKey, from, to, pageSize: size, cursor } = filters
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
    throw invalidMember('to', 'Expected a time after from.')
  const query = { id: endpointId, signalId, state, eventKey, ...(from && { from }), ...(to && { to }) }
  const seal = { key: deps.secret, of: operationId, organizationId, query }
  const after = openPage(cursor, seal, position)
  const views = await deps.webhooks.deliveries({
    organizationId,
    endpointId,
    signalId,
    most: size + 1,
    state,
    eventKey,
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : new Date(to),
    before: after && { id: after.id, createdAt: new Date(after.createdAt) },
  })
  const place = ({ id, createdAt }: DeliveryView) => ({ id, createdAt: createdAt.toISOString() })
  const page = makePage(views, { size, seal, position: place })
  const deliveryIds = page.items.map(({ id }) => id)
  const attempts = Map.groupBy(
    await deps.webhooks.attempts({ organizationId, deliveryIds }),
    ({ deliveryId }) => deliveryId,
  )
  const deliveries = page.items.map((each) => buildDelivery(each, attempts.get(each.id) ?? []))
  return { deliveries, nextCursor: page.nextCursor }
}

function buildDelivery(
  { id, endpointId, eventId, eventKey, body, isTest, state, createdAt, endedAt, nextAt }: DeliveryView,
  attempts: readonly LoggedAttempt[],
): z.input<typeof delivery> {
  return {
    deliveryId: id,
    endpointId,
    messageId: eventId,
    eventType: eventKey,
    payload: JSON.parse(body) as Record<string, unknown>,
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
