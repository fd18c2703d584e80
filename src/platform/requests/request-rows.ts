import type { MilliCredits } from '../../lib/credits.ts'
import type { RequestRecord, RequestSource } from '../../operation/index.ts'
import { column, deleteOldest, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { keysOfMembers } from '../keys/index.ts'
import { countLoggedRequests } from '../usage/index.ts'

/** A record as it waits in the buffer: the body is text of bounded length by now. */
export interface PendingRequest extends Omit<RequestRecord, 'request'> {
  requestJson: string | null
}

/** One statement for the whole batch, its usage included. Repeating a batch whose outcome is unknown adds nothing twice. */
export async function insertRequests(db: Queryable, batch: readonly PendingRequest[]): Promise<void> {
  const list = <T>(pick: (entry: PendingRequest) => T) => sql`${batch.map(pick)}`
  await db.query(sql`
    WITH logged AS (
    INSERT INTO api_requests (id, organization_id, key_id, operation_id, method, route_path, status_code,
      duration_ms, error_code, credits_charged, request, created_at, source)
    SELECT id, organization_id, key_id, operation_id, method, route_path, status_code,
      duration_ms, error_code, credits_charged, request::json, to_timestamp(at_ms / 1000), source
    FROM unnest(
      ${list((entry) => entry.id)}::text[], ${list((entry) => entry.organizationId)}::text[],
      ${list((entry) => entry.keyId)}::text[], ${list((entry) => entry.operationId)}::text[],
      ${list((entry) => entry.method)}::text[], ${list((entry) => entry.routePath)}::text[],
      ${list((entry) => entry.statusCode)}::integer[], ${list((entry) => entry.durationMs)}::double precision[],
      ${list((entry) => entry.errorCode)}::text[], ${list((entry) => entry.creditsCharged)}::bigint[],
      ${list((entry) => entry.requestJson)}::text[], ${list((entry) => entry.atMs)}::double precision[],
      ${list((entry) => entry.source)}::text[]
    ) AS batch (id, organization_id, key_id, operation_id, method, route_path, status_code,
      duration_ms, error_code, credits_charged, request, at_ms, source)
    ON CONFLICT (id) DO NOTHING
    RETURNING organization_id, key_id, operation_id, status_code, created_at, source
    )
    ${countLoggedRequests}`)
}

/** Where a page ended; the next one goes on strictly after it. */
export interface RequestPosition {
  createdAtMs: number
  id: string
}

export interface RequestFilter {
  organizationId: string
  fromMs?: number
  toMs?: number
  routePath?: string
  method?: string
  statusCode?: number
  /** First and last status. */
  statusBetween?: readonly [number, number]
  errorCode?: string
  id?: string
  keyId?: string
  /** People, for what they did in the console. */
  memberIds?: readonly string[]
  operationId?: string
  sources?: readonly RequestSource[]
  isCharged?: boolean
  /** Without requests of the console that cost nothing and succeeded, or were answered 402 or 404. */
  isWithoutFreeOfConsole?: boolean
  /** Only requests after it. */
  after?: RequestPosition
  most: number
}

export interface LoggedRequest {
  id: string
  organizationId: string
  keyId: string
  operationId: string
  createdAt: Date
  method: string
  routePath: string
  statusCode: number
  durationMs: number
  errorCode: string | null
  creditsCharged: MilliCredits
  request: unknown
  source: RequestSource
}

const loggedRequestRow = rowShape<LoggedRequest>({
  id: column.text(),
  organizationId: column.text(),
  keyId: column.text(),
  operationId: column.text(),
  createdAt: column.instant(),
  method: column.text(),
  routePath: column.text(),
  statusCode: column.int(),
  durationMs: column.float(),
  errorCode: nullable(column.text()),
  creditsCharged: column.credits(),
  request: column.json(),
  source: column.text(),
})

/** Newest first. */
export async function selectRequests(
  db: Queryable,
  filter: RequestFilter,
  notBeforeMs: number,
): Promise<LoggedRequest[]> {
  const { after } = filter
  const conditions = [
    sql`organization_id = ${filter.organizationId}`,
    sql`created_at >= ${new Date(Math.max(notBeforeMs, filter.fromMs ?? notBeforeMs))}`,
    filter.toMs !== undefined && sql`created_at < ${new Date(filter.toMs)}`,
    filter.routePath !== undefined && sql`route_path = ${filter.routePath}`,
    filter.method !== undefined && sql`method = ${filter.method}`,
    filter.statusCode !== undefined && sql`status_code = ${filter.statusCode}`,
    filter.statusBetween !== undefined &&
      sql`status_code BETWEEN ${filter.statusBetween[0]} AND ${filter.statusBetween[1]}`,
    filter.id !== undefined && sql`id = ${filter.id}`,
    filter.keyId !== undefined && sql`key_id = ${filter.keyId}`,
    filter.memberIds !== undefined && sql`key_id = ANY(${keysOfMembers(filter.memberIds)})`,
    filter.operationId !== undefined && sql`operation_id = ${filter.operationId}`,
    filter.sources !== undefined && sql`source = ANY(${[...filter.sources]}::text[])`,
    filter.isCharged !== undefined && sql`(credits_charged > 0) = ${filter.isCharged}`,
    filter.isWithoutFreeOfConsole === true &&
      sql`NOT (source = 'console' AND credits_charged = 0 AND (status_code < 400 OR status_code IN (402, 404)))`,
    filter.errorCode !== undefined && sql`error_code = ${filter.errorCode}`,
    // The index orders by created_at descending, then id ascending: the range on created_at bounds the scan.
    after !== undefined &&
      sql`created_at <= ${new Date(after.createdAtMs)}
        AND (created_at < ${new Date(after.createdAtMs)} OR id > ${after.id})`,
  ].filter((condition) => condition !== false)
  return db.query(sql.rows(loggedRequestRow)`
    SELECT id, organization_id AS "organizationId", key_id AS "keyId", operation_id AS "operationId",
      created_at AS "createdAt", method, route_path AS "routePath", status_code AS "statusCode",
      duration_ms AS "durationMs", error_code AS "errorCode", credits_charged AS "creditsCharged", request, source
    FROM api_requests WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY created_at DESC, id LIMIT ${filter.most}`)
}

const lastRow = rowShape({ id: column.text(), at: column.instant() })

/** When each organization last asked for something; one that did not in the days the log covers is left out. */
export async function selectLastSeen(
  db: Queryable,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.query(sql.rows(lastRow)`
    SELECT o.id, last.created_at AS at FROM unnest(${organizationIds}::text[]) AS o(id)
    CROSS JOIN LATERAL (
      SELECT r.created_at FROM api_requests r WHERE r.organization_id = o.id ORDER BY r.created_at DESC LIMIT 1
    ) AS last`)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

export async function deleteRequestsBefore(db: Queryable, beforeMs: number, most: number): Promise<number> {
  const where = sql`created_at < ${new Date(beforeMs)}`
  return deleteOldest(db, { table: 'api_requests', where, by: 'created_at', most })
}
