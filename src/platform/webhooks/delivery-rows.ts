import { sql, type Queryable } from '../../store/postgres/index.ts'

/** A delivery that this process is to attempt now. */
export interface DueDelivery {
  id: string
  endpointId: string
  organizationId: string
  url: string
  secret: Buffer
  previousSecret: Buffer | null
  previousUntil: Date | null
  eventId: string
  eventKey: string
  /** The payload, as JSON. */
  body: string
  /** Before this one. */
  attempts: number
}

/** An event that was just written: a delivery for each endpoint that asked for it, in the same transaction. */
export async function enqueueDeliveries(
  tx: Queryable,
  event: { id: string; organizationId: string; key: string; group: string; createdAt: Date },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at, created_at)
    SELECT 'dlv_' || replace(gen_random_uuid()::text, '-', ''), e.id, ${event.id}, ${event.createdAt}, ${event.createdAt}
    FROM webhook_endpoints e
    WHERE e.organization_id = ${event.organizationId} AND e.disabled_reason IS NULL
      AND (e.events = '{}' OR e.events && ARRAY[${event.key}::text, ${event.group}::text])`)
}

/**
 * Takes what is due, so many of each endpoint that is not `busy`. Who takes it has until `leaseUntil`; what has not been
 * noted by then is taken again.
 */
export async function claimDue(
  on: Queryable,
  claim: { busy: readonly string[]; now: Date; leaseUntil: Date; perEndpoint: number; most: number },
): Promise<DueDelivery[]> {
  return on.query<DueDelivery>(sql`
    WITH due AS (
      SELECT d.id FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT w.id FROM webhook_deliveries w
        WHERE w.endpoint_id = e.id AND w.state = 'pending' AND w.next_at <= ${claim.now}
        ORDER BY w.next_at LIMIT ${claim.perEndpoint} FOR NO KEY UPDATE SKIP LOCKED
      ) d
      WHERE e.disabled_reason IS NULL AND NOT e.id = ANY(${claim.busy}::text[])
      LIMIT ${claim.most}
    ), taken AS (
      UPDATE webhook_deliveries w SET next_at = ${claim.leaseUntil} FROM due WHERE w.id = due.id
      RETURNING w.id, w.endpoint_id, w.event_id, w.attempts
    )
    SELECT t.id, t.endpoint_id AS "endpointId", e.organization_id AS "organizationId", e.url, e.secret,
      e.previous_secret AS "previousSecret", e.previous_until AS "previousUntil", v.id AS "eventId",
      v.type AS "eventKey", v.data::text AS body, t.attempts
    FROM taken t JOIN webhook_endpoints e ON e.id = t.endpoint_id JOIN events v ON v.id = t.event_id`)
}

/** What came of an attempt. */
export interface Attempt {
  endedAt: Date
  durationMs: number
  status: number | null
  error: string | null
}

/** Notes an attempt; false when another one was noted meanwhile, or the delivery is gone. */
export async function noteAttempt(
  tx: Queryable,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { attempt, nextAt, state }: { attempt: Attempt; nextAt: Date; state: 'pending' | 'delivered' | 'failed' },
): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE webhook_deliveries SET attempts = attempts + 1, state = ${state}, next_at = ${nextAt},
      ended_at = ${state === 'pending' ? null : attempt.endedAt}
    WHERE id = ${id} AND state = 'pending' AND attempts = ${attempts} RETURNING 1`)
  if (rows.length === 0) return false
  await tx.query(sql`
    INSERT INTO webhook_attempts (delivery_id, at, duration_ms, status, error)
    VALUES (${id}, ${attempt.endedAt}, ${attempt.durationMs}, ${attempt.status}, ${attempt.error})`)
  return true
}

/** A delivery as its log shows it. */
export interface DeliveryView {
  id: string
  eventId: string
  eventKey: string
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  nextAt: Date | null
  createdAt: Date
  endedAt: Date | null
}

/** The newest deliveries of an endpoint. */
export async function selectDeliveries(
  on: Queryable,
  which: { organizationId: string; endpointId: string; most: number },
): Promise<DeliveryView[]> {
  return on.query<DeliveryView>(sql`
    SELECT d.id, d.event_id AS "eventId", v.type AS "eventKey", d.state, d.attempts,
      CASE WHEN d.state = 'pending' THEN d.next_at END AS "nextAt", d.created_at AS "createdAt", d.ended_at AS "endedAt"
    FROM webhook_deliveries d JOIN events v ON v.id = d.event_id JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.endpoint_id = ${which.endpointId} AND e.organization_id = ${which.organizationId}
    ORDER BY d.created_at DESC, d.id LIMIT ${which.most}`)
}

/** The attempts of a delivery, oldest first. */
export async function selectAttempts(
  on: Queryable,
  which: { organizationId: string; deliveryId: string },
): Promise<Attempt[]> {
  return on.query<Attempt>(sql`
    SELECT a.at, a.duration_ms AS "durationMs", a.status, a.error
    FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
      JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE a.delivery_id = ${which.deliveryId} AND e.organization_id = ${which.organizationId} ORDER BY a.number`)
}

/** Puts a delivery in line again, with all its attempts before it; false for an unknown one. */
export async function restartDelivery(
  on: Queryable,
  which: { organizationId: string; deliveryId: string; now: Date },
): Promise<boolean> {
  const rows = await on.query(sql`
    UPDATE webhook_deliveries d SET state = 'pending', attempts = 0, next_at = ${which.now}, ended_at = NULL
    FROM webhook_endpoints e
    WHERE d.id = ${which.deliveryId} AND e.id = d.endpoint_id AND e.organization_id = ${which.organizationId}
    RETURNING 1`)
  return rows.length > 0
}
