import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { DueDelivery } from './delivery-rows.ts'
import type { DestinationKind } from './endpoint-rows.ts'

/** A delivery as it stands at the moment of sending: its event, and what its endpoint is and wants then. */
export interface Sendable {
  id: string
  kind: DestinationKind
  url: string
  isDisabled: boolean
  /** Whether the endpoint chooses such events, or was asked to be sent this one. */
  isWanted: boolean
  /** Sealed: the one that signs, and those before it whose time is not over. */
  secrets: Buffer[]
  eventId: string
  eventKey: string
  isTest: boolean
  /** The payload, as JSON. */
  body: string
  happenedAt: Date
}

const sendable = rowShape<Sendable>({
  id: column.text(),
  kind: column.text(),
  url: column.text(),
  isDisabled: column.bool(),
  isWanted: column.bool(),
  secrets: column.bytesList(),
  eventId: column.text(),
  eventKey: column.text(),
  isTest: column.bool(),
  body: column.text(),
  happenedAt: column.instant(),
})

/** The deliveries that this process may still send: they exist, and nobody else has claimed them since. */
export async function selectSendable(
  tx: Queryable,
  claimed: readonly Pick<DueDelivery, 'id' | 'leaseUntil'>[],
  now: Date,
): Promise<Map<string, Sendable>> {
  const rows = await tx.query(sql.rows(sendable)`
    SELECT d.id, e.kind, e.url, e.disabled_reason IS NOT NULL AS "isDisabled", ${isWanted} AS "isWanted",
      ARRAY[e.secret] || ARRAY(SELECT f.secret FROM webhook_former_secrets f
        WHERE f.endpoint_id = e.id AND f.until > ${now} ORDER BY f.until DESC) AS secrets,
      v.id AS "eventId", v.type AS "eventKey", v.is_test AS "isTest", v.data::text AS body, v.created_at AS "happenedAt"
    FROM unnest(${claimed.map(({ id }) => id)}::text[], ${claimed.map(({ leaseUntil }) => leaseUntil)}::timestamptz[])
        AS taken (id, lease_until)
      JOIN webhook_deliveries d ON d.id = taken.id AND d.next_at = taken.lease_until AND d.state = 'pending'
      JOIN webhook_endpoints e ON e.id = d.endpoint_id
      JOIN events v ON v.id = d.event_id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether the endpoint `e` of a delivery `d` chooses the event `v`. */
export const isWanted = sql`(d.is_asked_for OR d.event_group IS NULL
  OR ((e.events = '{}' OR e.events && ARRAY[v.type, d.event_group])
    AND (e.list_ids = '{}' OR COALESCE(d.list_id = ANY(e.list_ids), false))))`
