import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { isWanted } from './sendable.ts'
import { untilDigest, type DeliveryAttempt } from './delivery-rows.ts'
import type { EndpointOf } from './endpoint-rows.ts'

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A delivery as its log shows it. */
export interface DeliveryView {
  id: string
  eventId: string
  eventKey: string
  isTest: boolean
  state: DeliveryState
  attempts: number
  nextAt: Date | null
  createdAt: Date
  endedAt: Date | null
}

/** Which deliveries of an endpoint are asked for. */
export interface LogPage extends EndpointOf {
  most: number
  state?: DeliveryState | undefined
  eventKey?: string | undefined
  /** The last one of the page before. */
  before?: { createdAt: Date; id: string } | undefined
}

const deliveryView = rowShape<DeliveryView>({
  id: column.text(),
  eventId: column.text(),
  eventKey: column.text(),
  isTest: column.bool(),
  state: column.text(),
  attempts: column.int(),
  nextAt: nullable(column.instant()),
  createdAt: column.instant(),
  endedAt: nullable(column.instant()),
})

/** The newest deliveries of an endpoint. */
export async function selectDeliveries(on: Queryable, page: LogPage): Promise<DeliveryView[]> {
  const { organizationId, endpointId, most, state = null, eventKey = null, before } = page
  const createdBefore = before?.createdAt ?? null
  return on.query(sql.rows(deliveryView)`
    SELECT d.id, d.event_id AS "eventId", v.type AS "eventKey", v.is_test AS "isTest", d.state, d.attempts,
      CASE WHEN d.state = 'pending' AND d.next_at < ${untilDigest} THEN d.next_at END AS "nextAt", d.created_at AS "createdAt", d.ended_at AS "endedAt"
    FROM webhook_deliveries d JOIN events v ON v.id = d.event_id JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.endpoint_id = ${endpointId} AND e.organization_id = ${organizationId}
      AND (${state}::text IS NULL OR d.state = ${state}) AND (${eventKey}::text IS NULL OR v.type = ${eventKey})
      AND (${createdBefore}::timestamptz IS NULL OR d.created_at < ${createdBefore}
        OR (d.created_at = ${createdBefore} AND d.id > ${before?.id ?? ''}))
    ORDER BY d.created_at DESC, d.id LIMIT ${most}`)
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
})

/** The attempts of deliveries, oldest first. */
export async function selectAttempts(
  on: Queryable,
  which: { organizationId: string; deliveryIds: readonly string[] },
): Promise<LoggedAttempt[]> {
  return on.query(sql.rows(loggedAttempt)`
    SELECT a.delivery_id AS "deliveryId", a.at AS "endedAt", a.duration_ms AS "durationMs", a.status, a.error,
      a.failed_step AS "failedStep", COALESCE(a.resolved_to, '{}') AS "resolvedTo", a.detail,
      a.request_headers AS "requestHeaders", a.response_headers AS "responseHeaders"
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
