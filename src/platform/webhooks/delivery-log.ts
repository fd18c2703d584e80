import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { isWanted } from './sendable.ts'
import { untilDigest, type DeliveryAttempt } from './delivery-rows.ts'

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery as its log shows it. */
export interface DeliveryView {
  id: string
  endpointId: string
  eventId: string
  eventKey: string
  /** The payload, as JSON. */
  body: string
  isTest: boolean
  state: DeliveryState
  attempts: number
  nextAt: Date | null
  createdAt: Date
  endedAt: Date | null
}

/** Which deliveries of an organization are asked for. */
export interface LogPage {
  organizationId: string
  /** Default: all endpoints. */
  endpointId?: string | undefined
  most: number
  /** By the time of their event: from one moment on, before another. */
  from?: Date | undefined
  until?: Date | undefined
  state?: DeliveryState | undefined
  eventKey?: string | undefined
  /** Only those of the event that told this signal of a tracker list. */
  signalId?: string | undefined
  /** The last one of the page before. */
  before?: { createdAt: Date; id: string } | undefined
}

const deliveryView = rowShape<DeliveryView>({
  id: column.text(),
  endpointId: column.text(),
  eventId: column.text(),
  eventKey: column.text(),
  body: column.text(),
  isTest: column.bool(),
  state: column.text(),
  attempts: column.int(),
  nextAt: nullable(column.instant()),
  createdAt: column.instant(),
  endedAt: nullable(column.instant()),
})

/** The newest deliveries: the newest of each endpoint by its index, and of those the newest altogether. */
export async function selectDeliveries(on: Queryable, page: LogPage): Promise<DeliveryView[]> {
  const { organizationId, endpointId = null, most, state = null, eventKey = null, before } = page
  const [createdBefore, from, until] = [before?.createdAt ?? null, page.from ?? null, page.until ?? null]
  const isOfSignal =
    page.signalId === undefined
      ? sql`true`
      : sql`d.event_id = ANY(ARRAY(SELECT id FROM events WHERE organization_id = ${organizationId}
          AND type = 'tracker.signal_detected' AND data ->> 'eventId' = ${page.signalId}))`
  return on.query(sql.rows(deliveryView)`
    SELECT d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.type AS "eventKey", v.data::text AS body,
      d.is_test AS "isTest", d.state, d.attempts,
      CASE WHEN d.state = 'pending' AND d.next_at < ${untilDigest} THEN d.next_at END AS "nextAt", d.created_at AS "createdAt", d.ended_at AS "endedAt"
    FROM (
      SELECT w.* FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT d.*, v.type, v.is_test FROM webhook_deliveries d JOIN events v ON v.id = d.event_id
        WHERE d.endpoint_id = e.id AND ${isOfSignal}
          AND (${state}::text IS NULL OR d.state = ${state}) AND (${eventKey}::text IS NULL OR v.type = ${eventKey})
          AND (${from}::timestamptz IS NULL OR d.created_at >= ${from})
          AND (${until}::timestamptz IS NULL OR d.created_at < ${until})
          AND (${createdBefore}::timestamptz IS NULL OR d.created_at < ${createdBefore}
            OR (d.created_at = ${createdBefore} AND d.id > ${before?.id ?? ''}))
        ORDER BY d.created_at DESC, d.id LIMIT ${most}
      ) w
      WHERE e.organization_id = ${organizationId} AND (${endpointId}::text IS NULL OR e.id = ${endpointId})
      ORDER BY w.created_at DESC, w.id LIMIT ${most}
    ) d JOIN events v ON v.id = d.event_id
    ORDER BY d.created_at DESC, d.id`)
}

/** An attempt with the delivery it was one of. */
export interface LoggedAttempt extends DeliveryAttempt {
  deliveryId: string
}

const loggedAttempt = rowShape<LoggedAttempt>({
  deliveryId: column.text(),
  endedAt: column.instant(),
  durationMs: column.int(),
  status: nullable(column.int()),
  error: nullable(column.text()),
  failedStep: nullable(column.text()),
  resolvedTo: column.texts(),
  detail: nullable(column.text()),
  requestHeaders: nullable(column.json()),
  responseHeaders: nullable(column.json()),
  responseBody: nullable(column.text()),
})

/** The attempts of deliveries, oldest first. */
export async function selectAttempts(
  on: Queryable,
  which: { organizationId: string; deliveryIds: readonly string[] },
): Promise<LoggedAttempt[]> {
  return on.query(sql.rows(loggedAttempt)`
    SELECT a.delivery_id AS "deliveryId", a.at AS "endedAt", a.duration_ms AS "durationMs", a.status, a.error,
      a.failed_step AS "failedStep", COALESCE(a.resolved_to, '{}') AS "resolvedTo", a.detail,
      a.request_headers AS "requestHeaders", a.response_headers AS "responseHeaders",
      a.response_body AS "responseBody"
    FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
      JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE a.delivery_id = ANY(${which.deliveryIds}::text[]) AND e.organization_id = ${which.organizationId}
    ORDER BY a.number`)
}

/** Deliveries of an organization that are to be sent again: named, or of a range of time. */
export type Replay = { organizationId: string; now: Date } & (
  | { deliveryIds: readonly string[] }
  | {
      /** Default: all endpoints. */
      endpointId?: string | undefined
      from: Date
      until: Date
      states: readonly DeliveryState[]
      most: number
      /** Also what the endpoint does not choose any more. */
      withUnwanted: boolean
    }
)

const restartedRow = rowShape({ id: column.text(), isDisabled: column.bool() })
const idRow = rowShape({ id: column.text() })

/**
 * Puts deliveries in line again, with all their attempts before them; answers which, and whether their endpoint is disabled,
 * so that they wait. Of a range the oldest come first.
 */
export async function restartDeliveries(
  tx: Queryable,
  replay: Replay,
): Promise<{ id: string; isDisabled: boolean }[]> {
  const { organizationId, now } = replay
  const ids = 'deliveryIds' in replay ? replay.deliveryIds : await idsOfRange(tx, replay)
  // Of no id at all Postgres may look through an index of something else.
  if (ids.length === 0) return []
  return tx.query(sql.rows(restartedRow)`
    UPDATE webhook_deliveries d SET state = 'pending', attempts = 0, next_at = ${now}, ended_at = NULL, mail_id = NULL,
      is_asked_for = d.is_asked_for OR ${'deliveryIds' in replay || replay.withUnwanted}
    FROM webhook_endpoints e
    WHERE d.id = ANY(${ids}::text[]) AND e.id = d.endpoint_id AND e.organization_id = ${organizationId}
    RETURNING d.id, e.disabled_reason IS NOT NULL AS "isDisabled"`)
}

async function idsOfRange(
  tx: Queryable,
  { organizationId, endpointId, from, until, states, most, withUnwanted }: Extract<Replay, { from: Date }>,
): Promise<string[]> {
  const only = endpointId ?? null
  const rows = await tx.query(sql.rows(idRow)`
    SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
      JOIN events v ON v.id = d.event_id
    WHERE e.organization_id = ${organizationId} AND (${only}::text IS NULL OR e.id = ${only})
      AND d.created_at >= ${from} AND d.created_at < ${until} AND d.state = ANY(${states}::text[])
      AND (${withUnwanted} OR ${isWanted})
    ORDER BY d.created_at, d.id LIMIT ${most}`)
  return rows.map(({ id }) => id)
}
