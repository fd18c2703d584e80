import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { tracePlace } from '../../lib/tracing.ts'
import type { WrittenEvent } from '../events/index.ts'
import type { OutboundStep } from '../outbound/index.ts'
import type { DestinationKind } from './endpoint-rows.ts'

/** A delivery that this process is to attempt now. What it says, and to whom, is read when it is sent (`sendable.ts`). */
export interface DueDelivery {
  id: string
  endpointId: string
  organizationId: string
  /** Of its endpoint when it was taken: where a connection is made to. */
  kind: DestinationKind
  url: string
  /** Before this one. */
  attempts: number
  /** Of its endpoint: deliveries at a time. */
  concurrency: number
  /** The mail that was begun to tell it. */
  mailId: string | null
  /** Until then it is this process's, unless somebody else put it in line again. */
  leaseUntil: Date
  /** Of the work that its event came from, where that was traced. */
  traceparent: string | null
}

/** Deliveries that are due and not sent. */
export interface DueBacklog {
  waiting: number
  oldestAt: Date | null
}

const dueBacklog = rowShape<DueBacklog>({ waiting: column.int(), oldestAt: nullable(column.instant()) })

/** Counts the first 10,000 due deliveries, without those of disabled endpoints. */
export async function selectDueBacklog(db: Queryable, nowMs: number): Promise<DueBacklog> {
  const [row] = await db.query(sql.rows(dueBacklog)`
    SELECT count(*)::int AS waiting, min(d.next_at) AS "oldestAt" FROM (
      SELECT endpoint_id, next_at FROM webhook_deliveries
      WHERE state = 'pending' AND next_at <= ${new Date(nowMs)} ORDER BY next_at LIMIT 10000) AS d
    CROSS JOIN LATERAL (
      SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.disabled_reason IS NULL OFFSET 0) AS e`)
  return row ?? { waiting: 0, oldestAt: null }
}

/** The due time of deliveries that wait for a digest: never, until `releaseDigest`. */
export const untilDigest = new Date('9999-12-31T00:00:00Z')

/** Adds a delivery of each event for each endpoint that chose it, in the transaction that writes the events. */
export async function enqueueDeliveries(tx: Queryable, events: readonly WrittenEvent[]): Promise<void> {
  if (events.length === 0) return
  const of = <K extends keyof WrittenEvent>(name: K) => events.map((event) => event[name])
  await tx.query(sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at, created_at, place, ordering_key, event_group, list_id,
      traceparent)
    SELECT ${newDeliveryId}, e.id, v.id, CASE WHEN e.kind = 'mail' THEN ${untilDigest}::timestamptz ELSE v.created_at END,
      v.created_at, v.place, CASE WHEN e.is_ordered AND e.kind <> 'mail' THEN v.ordering_key END,
      v."group", v.list_id, ${tracePlace()?.traceparent ?? null}::text
    FROM unnest(${of('id')}::text[], ${of('organizationId')}::text[], ${of('key')}::text[], ${of('group')}::text[],
        ${of('createdAt')}::timestamptz[], ${of('listId')}::text[], ${of('orderingKey')}::text[],
        ${of('number')}::bigint[]) AS v (id, organization_id, key, "group", created_at, list_id, ordering_key, place)
      JOIN webhook_endpoints e ON e.organization_id = v.organization_id
    WHERE e.disabled_reason IS NULL
      AND (e.events = '{}' OR e.events && ARRAY[v.key, v."group"])
      AND (e.list_ids = '{}' OR v.list_id = ANY(e.list_ids))`)
}

const newDeliveryId = sql`'dlv_' || replace(gen_random_uuid()::text, '-', '')`

/** A delivery of one event to one endpoint, whatever it asked for. */
export async function insertDelivery(
  tx: Queryable,
  { endpointId, eventId, createdAt }: { endpointId: string; eventId: string; createdAt: Date },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at, created_at, is_asked_for, traceparent)
    VALUES (${newDeliveryId}, ${endpointId}, ${eventId}, ${createdAt}, ${createdAt}, true, ${tracePlace()?.traceparent ?? null})`)
}

/** Makes the deliveries that wait for an endpoint's digest due now; returns how many. */
export async function releaseDigest(tx: Queryable, endpointId: string, now: Date): Promise<number> {
  const rows = await tx.query(sql`
    UPDATE webhook_deliveries SET next_at = ${now}
    WHERE endpoint_id = ${endpointId} AND state = 'pending' AND next_at = ${untilDigest} RETURNING 1`)
  return rows.length
}

/** Delays all due deliveries of an endpoint: a chat that asks for time means all of them. */
export async function holdBack(tx: Queryable, endpointId: string, until: Date): Promise<void> {
  await tx.query(sql`
    UPDATE webhook_deliveries SET next_at = ${until}
    WHERE endpoint_id = ${endpointId} AND state = 'pending' AND next_at < ${until}`)
}

/** Events in one mail; what is more goes with the next. */
const maxDigestRows = 1_000
const maxMailsAtOnce = 20

/** Times what an endpoint takes at a time: a healthy one is looked for so much less often. */
const healthyRounds = 32

const dueDelivery = rowShape<DueDelivery>({
  id: column.text(),
  endpointId: column.text(),
  organizationId: column.text(),
  kind: column.text(),
  url: column.text(),
  attempts: column.int(),
  concurrency: column.int(),
  mailId: nullable(column.text()),
  leaseUntil: column.instant(),
  traceparent: nullable(column.text()),
})

/**
 * Claims due deliveries of each endpoint that is not `busy`: as many as it takes at a time, more of a healthy one, at most
 * `most` altogether, in equal shares. A delivery waits for earlier ones with its ordering key. A claim ends at `leaseUntil`;
 * deliveries without an outcome by then are claimed again. `onlyHealthy` skips endpoints whose last attempt failed.
 */
export async function claimDue(
  on: Queryable,
  claim: { busy: readonly string[]; now: Date; leaseUntil: Date; most: number; onlyHealthy: boolean },
): Promise<DueDelivery[]> {
  return on.query(sql.rows(dueDelivery)`
    WITH ranked AS (
      SELECT d.id, e.kind = 'mail' AS is_mail, row_number() OVER (PARTITION BY e.id) AS round,
        dense_rank() OVER (PARTITION BY e.kind = 'mail' ORDER BY e.id) AS lane
      FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT w.id FROM webhook_deliveries w
        WHERE w.endpoint_id = e.id AND w.state = 'pending' AND w.next_at <= ${claim.now}
          AND (w.ordering_key IS NULL OR NOT EXISTS (
            SELECT 1 FROM webhook_deliveries b
            WHERE b.endpoint_id = w.endpoint_id AND b.ordering_key = w.ordering_key AND b.place < w.place
              AND b.state = 'pending'))
        ORDER BY w.next_at, w.place
        LIMIT CASE WHEN e.kind = 'mail' THEN ${maxDigestRows} WHEN e.failing_since IS NULL THEN e.concurrency * ${healthyRounds} ELSE e.concurrency END
        FOR NO KEY UPDATE SKIP LOCKED
      ) d
      WHERE e.disabled_reason IS NULL AND NOT e.id = ANY(${claim.busy}::text[])
        AND NOT (${claim.onlyHealthy} AND e.failing_since IS NOT NULL)
    ), due AS (
      (SELECT id FROM ranked WHERE NOT is_mail ORDER BY round LIMIT ${claim.most})
      -- Whole, for it is one mail.
      UNION ALL SELECT id FROM ranked WHERE is_mail AND lane <= ${maxMailsAtOnce}
    ), taken AS (
      UPDATE webhook_deliveries w SET next_at = ${claim.leaseUntil} FROM due WHERE w.id = due.id
      RETURNING w.id, w.endpoint_id, w.attempts, w.mail_id, w.next_at, w.traceparent
    )
    SELECT t.id, t.endpoint_id AS "endpointId", e.organization_id AS "organizationId", e.kind, e.url, t.attempts, e.concurrency,
      t.mail_id AS "mailId", t.next_at AS "leaseUntil", t.traceparent
    FROM taken t JOIN webhook_endpoints e ON e.id = t.endpoint_id`)
}

/** Makes deliveries that were claimed and not sent due again, unless they were queued again meanwhile. */
export async function giveBack(
  on: Queryable,
  claimed: readonly Pick<DueDelivery, 'id' | 'leaseUntil'>[],
  now: Date,
): Promise<void> {
  const [first] = claimed
  if (first === undefined) return
  await on.query(sql`
    UPDATE webhook_deliveries SET next_at = ${now}
    WHERE id = ANY(${claimed.map(({ id }) => id)}::text[]) AND state = 'pending' AND next_at = ${first.leaseUntil}`)
}

/** Names and values of a request or an answer, without what nobody but its two sides may know. */
export type Heads = Record<string, string>

/** The outcome of an attempt. */
export interface DeliveryAttempt {
  endedAt: Date
  durationMs: number
  status: number | null
  error: string | null
  /** The step in which it failed. */
  failedStep: OutboundStep | null
  /** Addresses the host name resolved to; empty when unknown. */
  resolvedTo: readonly string[]
  /** The name that the system, or a chat, gives the fault. */
  detail: string | null
  requestHeaders: Heads | null
  /** Null without an answer. */
  responseHeaders: Heads | null
  /** The beginning of an answer, as text; null where nothing came. */
  responseBody: string | null
}

const orderRow = rowShape({ isOrdered: column.bool() })

/** Notes an attempt that failed; false when another one was noted meanwhile, or the delivery is gone. */
export async function noteFailed(
  tx: Queryable,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { attempt, nextAt, state }: { attempt: DeliveryAttempt; nextAt: Date; state: 'pending' | 'failed' },
): Promise<boolean> {
  const rows = await tx.query(sql.rows(orderRow)`
    UPDATE webhook_deliveries SET attempts = attempts + 1, state = ${state}, next_at = ${nextAt},
      ended_at = ${state === 'pending' ? null : attempt.endedAt}
    WHERE id = ${id} AND state = 'pending' AND attempts = ${attempts}
    RETURNING ordering_key IS NOT NULL AS "isOrdered"`)
  const [noted] = rows
  if (noted === undefined) return false
  const {
    endedAt,
    durationMs,
    status,
    error,
    failedStep,
    detail,
    requestHeaders,
    responseHeaders,
    responseBody,
  } = attempt
  await tx.query(sql`
    INSERT INTO webhook_attempts (delivery_id, at, duration_ms, status, error, failed_step, resolved_to, detail,
      request_headers, response_headers, response_body)
    VALUES (${id}, ${endedAt}, ${durationMs}, ${status}, ${error}, ${failedStep}, ${[...attempt.resolvedTo]}::text[], ${detail},
      ${toJson(requestHeaders)}::jsonb, ${toJson(responseHeaders)}::jsonb, ${responseBody})`)
  // Otherwise each look would read the deliveries that wait for it, only to skip them.
  if (noted.isOrdered && state === 'pending') await putOff(tx, id)
  return true
}

/** Ends a delivery that its endpoint no longer wants: it is listed, and counts as no failure of the receiver. */
export async function noteUnwanted(
  on: Queryable,
  { id, leaseUntil }: Pick<DueDelivery, 'id' | 'leaseUntil'>,
  endedAt: Date,
): Promise<void> {
  await on.query(sql`
    WITH ended AS (
      UPDATE webhook_deliveries SET state = 'failed', next_at = ${endedAt}, ended_at = ${endedAt}
      WHERE id = ${id} AND state = 'pending' AND next_at = ${leaseUntil} RETURNING id
    )
    INSERT INTO webhook_attempts (delivery_id, at, duration_ms, error) SELECT id, ${endedAt}, 0, 'not-wanted' FROM ended`)
}

/** A delivery that was received. */
export interface ReceivedDelivery {
  due: DueDelivery
  attempt: DeliveryAttempt
}

/** Notes deliveries of one endpoint that were received; one statement, for most are. */
export async function noteDelivered(
  on: Queryable,
  endpointId: string,
  received: readonly ReceivedDelivery[],
): Promise<void> {
  const of = <T>(value: (each: ReceivedDelivery) => T) => received.map(value)
  await on.query(sql`
    WITH ended AS (
      SELECT * FROM unnest(${of(({ due }) => due.id)}::text[], ${of(({ due }) => due.attempts)}::integer[],
        ${of(({ attempt }) => attempt.endedAt)}::timestamptz[], ${of(({ attempt }) => attempt.durationMs)}::integer[],
        ${of(({ attempt }) => attempt.status)}::integer[], ${of(({ attempt }) => toJson(attempt.requestHeaders))}::text[],
        ${of(({ attempt }) => toJson(attempt.responseHeaders))}::text[], ${of(({ attempt }) => attempt.responseBody)}::text[])
        AS a (id, attempts, at, duration_ms, status, request_headers, response_headers, response_body)
    ), noted AS (
      UPDATE webhook_deliveries d SET attempts = d.attempts + 1, state = 'delivered', next_at = a.at, ended_at = a.at
      FROM ended a WHERE d.id = a.id AND d.state = 'pending' AND d.attempts = a.attempts RETURNING d.id
    ), logged AS (
      INSERT INTO webhook_attempts (delivery_id, at, duration_ms, status, request_headers, response_headers, response_body)
      SELECT a.id, a.at, a.duration_ms, a.status, a.request_headers::jsonb, a.response_headers::jsonb, a.response_body
      FROM ended a JOIN noted n ON n.id = a.id
    )
    UPDATE webhook_endpoints SET consecutive_failures = 0, failing_since = NULL
    WHERE id = ${endpointId} AND failing_since IS NOT NULL AND EXISTS (SELECT FROM noted)`)
}

const toJson = (heads: Heads | null) => (heads === null ? null : JSON.stringify(heads))

/** Deliveries behind one that is retried need not be read before its retry. */
async function putOff(tx: Queryable, id: string): Promise<void> {
  await tx.query(sql`
    UPDATE webhook_deliveries w SET next_at = d.next_at FROM webhook_deliveries d
    WHERE d.id = ${id} AND w.endpoint_id = d.endpoint_id AND w.ordering_key = d.ordering_key AND w.place > d.place
      AND w.state = 'pending' AND w.next_at < d.next_at`)
}
