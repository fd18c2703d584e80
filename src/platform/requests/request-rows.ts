import type { MilliCredits } from '../../lib/credits.ts'
import type { RequestRecord } from '../../operation/index.ts'
import { deleteOldest, sql, type Queryable } from '../../store/postgres/index.ts'

/** A record as it waits in the buffer: the body is text of bounded length by now. */
export interface PendingRequest extends Omit<RequestRecord, 'request'> {
  requestJson: string | null
}

/** One statement for the whole batch. Repeating a batch whose outcome is unknown adds nothing twice. */
export async function insertRequests(db: Queryable, batch: readonly PendingRequest[]): Promise<void> {
  const column = <T>(pick: (entry: PendingRequest) => T) => sql`${batch.map(pick)}`
  await db.query(sql`
    INSERT INTO api_requests (id, organization_id, key_id, operation_id, method, route_path, status_code,
      duration_ms, error_code, credits_charged, request, created_at)
    SELECT id, organization_id, key_id, operation_id, method, route_path, status_code,
      duration_ms, error_code, credits_charged, request::json, to_timestamp(at_ms / 1000)
    FROM unnest(
      ${column((entry) => entry.id)}::text[], ${column((entry) => entry.organizationId)}::text[],
      ${column((entry) => entry.keyId)}::text[], ${column((entry) => entry.operationId)}::text[],
      ${column((entry) => entry.method)}::text[], ${column((entry) => entry.routePath)}::text[],
      ${column((entry) => entry.statusCode)}::integer[], ${column((entry) => entry.durationMs)}::double precision[],
      ${column((entry) => entry.errorCode)}::text[], ${column((entry) => entry.creditsCharged)}::bigint[],
      ${column((entry) => entry.requestJson)}::text[], ${column((entry) => entry.atMs)}::double precision[]
    ) AS batch (id, organization_id, key_id, operation_id, method, route_path, status_code,
      duration_ms, error_code, credits_charged, request, at_ms)
    ON CONFLICT (id) DO NOTHING`)
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
  errorCode?: string
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
}

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
    filter.errorCode !== undefined && sql`error_code = ${filter.errorCode}`,
    // The index orders by created_at descending, then id ascending: the range on created_at bounds the scan.
    after !== undefined &&
      sql`created_at <= ${new Date(after.createdAtMs)}
        AND (created_at < ${new Date(after.createdAtMs)} OR id > ${after.id})`,
  ].filter((condition) => condition !== false)
  return db.query<LoggedRequest>(sql`
    SELECT id, organization_id AS "organizationId", key_id AS "keyId", operation_id AS "operationId",
      created_at AS "createdAt", method, route_path AS "routePath", status_code AS "statusCode",
      duration_ms AS "durationMs", error_code AS "errorCode", credits_charged AS "creditsCharged", request
    FROM api_requests WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY created_at DESC, id LIMIT ${filter.most}`)
}

export async function deleteRequestsBefore(db: Queryable, beforeMs: number, most: number): Promise<number> {
  const where = sql`created_at < ${new Date(beforeMs)}`
  return deleteOldest(db, { table: 'api_requests', where, by: 'created_at', most })
}
