import { sql, type Queryable } from '../../store/postgres/index.ts'

/** Where an organization is told of events. */
export interface WebhookEndpoint {
  id: string
  organizationId: string
  url: string
  /** Keys and groups of events; none: all. */
  events: string[]
  /** Why nothing is sent: it was asked for, it answered 410, or it failed for five days. */
  disabledReason: 'asked' | 'gone' | 'failing' | null
  consecutiveFailures: number
  createdAt: Date
}

const columns = sql`id, organization_id AS "organizationId", url, events, disabled_reason AS "disabledReason",
  consecutive_failures AS "consecutiveFailures", created_at AS "createdAt"`

export interface EndpointOf {
  organizationId: string
  endpointId: string
}

export async function insertEndpoint(
  tx: Queryable,
  endpoint: Pick<WebhookEndpoint, 'id' | 'organizationId' | 'url' | 'events' | 'createdAt'> & {
    secret: Buffer
  },
): Promise<WebhookEndpoint> {
  const { id, organizationId, url, events, secret, createdAt } = endpoint
  const [row] = await tx.query<WebhookEndpoint>(sql`
    INSERT INTO webhook_endpoints (id, organization_id, url, events, secret, created_at)
    VALUES (${id}, ${organizationId}, ${url}, ${events}::text[], ${secret}, ${createdAt}) RETURNING ${columns}`)
  return row as WebhookEndpoint
}

export async function selectEndpoints(on: Queryable, organizationId: string): Promise<WebhookEndpoint[]> {
  return on.query<WebhookEndpoint>(sql`
    SELECT ${columns} FROM webhook_endpoints WHERE organization_id = ${organizationId} ORDER BY created_at, id`)
}

export async function updateEndpoint(
  tx: Queryable,
  { organizationId, endpointId }: EndpointOf,
  to: { url?: string; events?: string[]; disabled?: boolean },
): Promise<WebhookEndpoint | undefined> {
  const disabled = to.disabled ?? null
  // Enabling forgets the failures: it has five days again.
  const [row] = await tx.query<WebhookEndpoint>(sql`
    UPDATE webhook_endpoints SET url = COALESCE(${to.url ?? null}, url),
      events = COALESCE(${to.events ?? null}::text[], events),
      disabled_reason = CASE WHEN ${disabled}::boolean THEN 'asked' WHEN NOT ${disabled}::boolean THEN NULL
        ELSE disabled_reason END,
      consecutive_failures = CASE WHEN NOT ${disabled}::boolean THEN 0 ELSE consecutive_failures END,
      failing_since = CASE WHEN NOT ${disabled}::boolean THEN NULL ELSE failing_since END
    WHERE id = ${endpointId} AND organization_id = ${organizationId} RETURNING ${columns}`)
  return row
}

/** The secret becomes the previous one until `until`; false for an unknown endpoint. */
export async function rotateSecret(
  tx: Queryable,
  { organizationId, endpointId }: EndpointOf,
  { secret, until }: { secret: Buffer; until: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE webhook_endpoints SET previous_secret = secret, previous_until = ${until}, secret = ${secret}
    WHERE id = ${endpointId} AND organization_id = ${organizationId} RETURNING 1`)
  return rows.length > 0
}

export async function deleteEndpoint(
  tx: Queryable,
  { organizationId, endpointId }: EndpointOf,
): Promise<boolean> {
  const rows = await tx.query(sql`
    DELETE FROM webhook_endpoints WHERE id = ${endpointId} AND organization_id = ${organizationId} RETURNING 1`)
  return rows.length > 0
}

/** Counts a failure; answers why the endpoint was disabled by it, if it was. */
export async function noteFailure(
  tx: Queryable,
  endpointId: string,
  { failedAt, isGone, longestMs }: { failedAt: Date; isGone: boolean; longestMs: number },
): Promise<'gone' | 'failing' | null> {
  const since = new Date(failedAt.getTime() - longestMs)
  const [row] = await tx.query<{ reason: 'gone' | 'failing' | null }>(sql`
    UPDATE webhook_endpoints SET consecutive_failures = consecutive_failures + 1,
      failing_since = COALESCE(failing_since, ${failedAt}),
      disabled_reason = CASE WHEN ${isGone} THEN 'gone' WHEN failing_since <= ${since} THEN 'failing' END
    WHERE id = ${endpointId} AND disabled_reason IS NULL RETURNING disabled_reason AS reason`)
  return row?.reason ?? null
}

export async function noteSuccess(tx: Queryable, endpointId: string): Promise<void> {
  await tx.query(sql`
    UPDATE webhook_endpoints SET consecutive_failures = 0, failing_since = NULL
    WHERE id = ${endpointId} AND failing_since IS NOT NULL`)
}
