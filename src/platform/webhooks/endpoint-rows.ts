import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { isChatAddress, maskedAddress } from '../../lib/chat-address.ts'

/** Why nothing is sent to an endpoint: it was asked for, it answered 410, or it failed for five days. */
export const disabledReasons = ['asked', 'gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** The form in which events are sent: signed requests, chat messages, or mail that collects them. */
export const destinationKinds = ['http', 'slack', 'teams', 'mail'] as const
export type DestinationKind = (typeof destinationKinds)[number]

export const digests = ['daily', 'weekly'] as const
export type Digest = (typeof digests)[number]

/** What an organization chooses for an endpoint. */
export interface EndpointOptions {
  url: string
  /** Keys and groups of events; none: all. */
  events: string[]
  /** Lists whose events it wants; none: all events, those about no list too. */
  listIds: string[]
  /** Whether deliveries with the same ordering key wait for each other. */
  ordered: boolean
  /** Deliveries at a time. */
  concurrency: number
  /** How often mail is sent, and at which hour (UTC); null of other kinds. */
  digest: Digest | null
  digestHour: number | null
}

/** An address that an organization gets events at. */
export interface WebhookEndpoint extends EndpointOptions {
  id: string
  organizationId: string
  kind: DestinationKind
  /** Null while it is sent to. */
  disabledReason: DisabledReason | null
  consecutiveFailures: number
  failingSince: Date | null
  createdAt: Date
  updatedAt: Date
}

const endpointRow = rowShape<WebhookEndpoint>({
  id: column.text(),
  organizationId: column.text(),
  kind: column.text(),
  url: column.text(),
  events: column.texts(),
  listIds: column.texts(),
  ordered: column.bool(),
  concurrency: column.int(),
  digest: nullable(column.text()),
  digestHour: nullable(column.int()),
  disabledReason: nullable(column.text()),
  consecutiveFailures: column.int(),
  failingSince: nullable(column.instant()),
  createdAt: column.instant(),
  updatedAt: column.instant(),
})

const columns = sql`id, organization_id AS "organizationId", kind, url, events, list_ids AS "listIds", is_ordered AS ordered,
  concurrency, digest, digest_hour AS "digestHour", disabled_reason AS "disabledReason", consecutive_failures AS "consecutiveFailures",
  failing_since AS "failingSince", created_at AS "createdAt", updated_at AS "updatedAt"`

export interface EndpointOf {
  organizationId: string
  endpointId: string
}

const countRow = rowShape({ count: column.int() })

/** Endpoints of an organization are made one after the other: they are counted. */
export async function countEndpoints(tx: Queryable, organizationId: string): Promise<number> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtext('webhook_endpoints'), hashtext(${organizationId}))`,
  )
  const [row] = await tx.query(sql.rows(countRow)`
    SELECT count(*)::integer AS count FROM webhook_endpoints WHERE organization_id = ${organizationId}`)
  return row?.count ?? 0
}

export async function insertEndpoint(
  tx: Queryable,
  endpoint: EndpointOptions &
    Pick<WebhookEndpoint, 'id' | 'organizationId' | 'kind' | 'disabledReason' | 'createdAt'> & {
      secret: Buffer
    },
): Promise<WebhookEndpoint> {
  const { id, organizationId, url, events, listIds, ordered, concurrency } = endpoint
  const { kind, digest, digestHour, disabledReason, secret, createdAt } = endpoint
  const [row] = await tx.query(sql.rows(endpointRow)`
    INSERT INTO webhook_endpoints (id, organization_id, url, events, list_ids, is_ordered, concurrency, kind, digest,
      digest_hour, disabled_reason, secret, created_at, updated_at)
    VALUES (${id}, ${organizationId}, ${url}, ${events}::text[], ${listIds}::text[], ${ordered}, ${concurrency},
      ${kind}, ${digest}, ${digestHour}, ${disabledReason}, ${secret}, ${createdAt}, ${createdAt}) RETURNING ${columns}`)
  return row as WebhookEndpoint
}

export async function selectEndpoints(on: Queryable, organizationId: string): Promise<WebhookEndpoint[]> {
  return on.query(sql.rows(endpointRow)`
    SELECT ${columns} FROM webhook_endpoints WHERE organization_id = ${organizationId} ORDER BY created_at, id`)
}

export async function selectEndpoint(
  on: Queryable,
  { organizationId, endpointId }: EndpointOf,
): Promise<WebhookEndpoint | undefined> {
  const [row] = await on.query(sql.rows(endpointRow)`
    SELECT ${columns} FROM webhook_endpoints WHERE organization_id = ${organizationId} AND id = ${endpointId}`)
  return row
}

/** New values of an endpoint; members that are left out stay as they are. */
export type EndpointChange = { [Name in keyof EndpointOptions]?: EndpointOptions[Name] | undefined } & {
  disabled?: boolean | undefined
}

export async function updateEndpoint(
  tx: Queryable,
  { organizationId, endpointId }: EndpointOf,
  to: EndpointChange & { updatedAt: Date },
): Promise<WebhookEndpoint | undefined> {
  const disabled = to.disabled ?? null
  // Enabling forgets the failures, and so does another address: it has five days again.
  const isAnew = sql`(${disabled}::boolean IS FALSE OR COALESCE(${to.url ?? null}::text <> url, false))`
  const [row] = await tx.query(sql.rows(endpointRow)`
    UPDATE webhook_endpoints SET url = COALESCE(${to.url ?? null}, url),
      events = COALESCE(${to.events ?? null}::text[], events),
      list_ids = COALESCE(${to.listIds ?? null}::text[], list_ids),
      is_ordered = COALESCE(${to.ordered ?? null}::boolean, is_ordered),
      concurrency = COALESCE(${to.concurrency ?? null}::integer, concurrency),
      digest = COALESCE(${to.digest ?? null}, digest), digest_hour = COALESCE(${to.digestHour ?? null}::integer, digest_hour),
      disabled_reason = CASE WHEN ${disabled}::boolean THEN COALESCE(disabled_reason, 'asked')
        WHEN NOT ${disabled}::boolean THEN NULL ELSE disabled_reason END,
      consecutive_failures = CASE WHEN ${isAnew} THEN 0 ELSE consecutive_failures END,
      failing_since = CASE WHEN ${isAnew} THEN NULL ELSE failing_since END,
      updated_at = ${to.updatedAt}
    WHERE id = ${endpointId} AND organization_id = ${organizationId} RETURNING ${columns}`)
  return row
}

const secretRow = rowShape({ secret: column.bytes() })
const formerRow = rowShape({ until: column.instant() })

/** Secrets of an endpoint that sign at a time, the newest one too. */
const maxSecrets = 5

/**
 * The secret becomes a former one, which signs until `until`. Answers when the next rotation is possible where as many sign as
 * may; undefined for an unknown endpoint.
 */
export async function rotateSecret(
  tx: Queryable,
  { organizationId, endpointId }: EndpointOf,
  { secret, until, updatedAt }: { secret: Buffer; until: Date; updatedAt: Date },
): Promise<'rotated' | { possibleAt: Date } | undefined> {
  const [current] = await tx.query(sql.rows(secretRow)`
    SELECT secret FROM webhook_endpoints WHERE id = ${endpointId} AND organization_id = ${organizationId} FOR UPDATE`)
  if (current === undefined) return undefined
  await tx.query(sql`
    DELETE FROM webhook_former_secrets WHERE endpoint_id = ${endpointId} AND until <= ${updatedAt}`)
  const former = await tx.query(sql.rows(formerRow)`
    SELECT until FROM webhook_former_secrets WHERE endpoint_id = ${endpointId} ORDER BY until`)
  const [oldest] = former
  if (oldest !== undefined && former.length + 1 >= maxSecrets) return { possibleAt: oldest.until }
  await tx.query(sql`
    INSERT INTO webhook_former_secrets (endpoint_id, secret, until) VALUES (${endpointId}, ${current.secret}, ${until})`)
  await tx.query(sql`
    UPDATE webhook_endpoints SET secret = ${secret}, updated_at = ${updatedAt} WHERE id = ${endpointId}`)
  return 'rotated'
}

export async function deleteEndpoint(
  tx: Queryable,
  { organizationId, endpointId }: EndpointOf,
): Promise<boolean> {
  const rows = await tx.query(sql`
    DELETE FROM webhook_endpoints WHERE id = ${endpointId} AND organization_id = ${organizationId} RETURNING 1`)
  return rows.length > 0
}

/** Counts a failure at an address that the endpoint still has; answers the endpoint when it was disabled by it. */
export async function noteFailure(
  tx: Queryable,
  { endpointId, url }: { endpointId: string; url: string },
  { failedAt, isGone, longestMs }: { failedAt: Date; isGone: boolean; longestMs: number },
): Promise<DisabledEndpoint | undefined> {
  const since = new Date(failedAt.getTime() - longestMs)
  const [row] = await tx.query(sql.rows(endpointRow)`
    UPDATE webhook_endpoints SET consecutive_failures = consecutive_failures + 1,
      failing_since = COALESCE(failing_since, ${failedAt}),
      disabled_reason = CASE WHEN ${isGone} THEN 'gone' WHEN failing_since <= ${since} THEN 'failing' END,
      updated_at = CASE WHEN ${isGone} OR failing_since <= ${since} THEN ${failedAt} ELSE updated_at END
    WHERE id = ${endpointId} AND url = ${url} AND disabled_reason IS NULL RETURNING ${columns}`)
  return row === undefined || row.disabledReason === null ? undefined : (row as DisabledEndpoint)
}

/** An endpoint that gets no more deliveries. */
export type DisabledEndpoint = WebhookEndpoint & { disabledReason: DisabledReason }

/** The address of an endpoint as it is shown: without the part that lets anybody write to a chat. */
export function shownAddress({ kind, url }: Pick<WebhookEndpoint, 'kind' | 'url'>): string {
  const isSecret = kind === 'slack' || kind === 'teams' || isChatAddress(url)
  return isSecret ? maskedAddress(url) : url
}
