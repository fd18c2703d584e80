import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { actorOf } from '../keys/index.ts'

export const usageDimensions = ['day', 'operation', 'key', 'person'] as const
export type UsageDimension = (typeof usageDimensions)[number]

export interface UsageSum {
  requests: number
  /** Answered with a status of 400 or above. */
  failed: number
  charged: MilliCredits
  refunded: MilliCredits
}

/** Dimensions that were not asked for are null; so is an operation, a key or a person where there was none. */
export interface UsageRow extends UsageSum {
  /** `2026-11-27`, UTC. */
  day: string | null
  operationId: string | null
  keyId: string | null
  /** Of keys of any kind, that of a person's sessions among them. */
  keyName: string | null
  /** Who worked in the console; nobody works through an API key. */
  memberId: string | null
  /** As the audit writes them. */
  person: string | null
  /** Of all rows together, those of other pages too. */
  total: UsageSum
}

/** Whose requests: those of programs and agents, or those of the console, where people work. */
export const usageOrigins = ['api', 'console', 'all'] as const
export type UsageOrigin = (typeof usageOrigins)[number]

/** Where a page ended: day, operation, key and person, empty where they were not asked for. */
export type UsagePosition = [day: string, operationId: string, keyId: string, memberId: string]

export interface UsageFilter {
  organizationId: string
  /** First and last UTC day, such as `2026-11-27`. */
  from: string
  to: string
  by: readonly UsageDimension[]
  origin: UsageOrigin
  operationIds?: readonly string[]
  keyIds?: readonly string[]
  memberIds?: readonly string[]
  after?: UsagePosition
  most: number
}

const sums = {
  requests: column.int(),
  failed: column.int(),
  charged: column.credits(),
  refunded: column.credits(),
}

const usageRow = rowShape({
  ...sums,
  day: nullable(column.text()),
  operationId: nullable(column.text()),
  keyId: nullable(column.text()),
  keyName: nullable(column.text()),
  memberId: nullable(column.text()),
  person: nullable(column.text()),
  totalRequests: column.int(),
  totalFailed: column.int(),
  totalCharged: column.credits(),
  totalRefunded: column.credits(),
})

/**
 * Requests are counted by what sent them. Charges are those of a key: what somebody spends in a session that an API key was
 * exchanged for is that key's, and requests from before they were counted apart are told by their key, too.
 */
const isOfConsole = (organizationId: string) => sql`(u.rolled_up_from = 'console' OR u.key_id = ANY(ARRAY(
  SELECT c.id FROM api_keys c WHERE c.organization_id = ${organizationId} AND c.kind = 'console')))`

/** In the order of day, operation, key and person; one statement, so one snapshot. */
export async function selectUsage(db: Queryable, filter: UsageFilter): Promise<UsageRow[]> {
  const { organizationId, from, to, by, origin, operationIds, keyIds, memberIds, after, most } = filter
  const conditions = [
    sql`u.organization_id = ${organizationId} AND day >= ${from}::date AND day <= ${to}::date`,
    ...(operationIds === undefined ? [] : [sql`operation_id = ANY(${operationIds})`]),
    ...(keyIds === undefined ? [] : [sql`key_id = ANY(${keyIds})`]),
    ...(memberIds === undefined ? [] : [sql`k.member_id = ANY(${memberIds})`]),
    ...(origin === 'all' ? [] : [sql`${isOfConsole(organizationId)} = ${origin === 'console'}`]),
  ]
  const day = by.includes('day') ? sql`to_char(day, 'YYYY-MM-DD')` : sql`''`
  const operation = by.includes('operation') ? sql`operation_id` : sql`''`
  const key = by.includes('key') ? sql`key_id` : sql`''`
  const person = by.includes('person') ? sql`COALESCE(k.member_id, '')` : sql`''`
  const persons =
    by.includes('person') || memberIds !== undefined
      ? sql`LEFT JOIN api_keys k ON k.id = u.key_id AND k.kind = 'console'`
      : sql``
  const [lastDay, lastOperation, lastKey, lastPerson] = after ?? ['', '', '', '']
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(day, operation_id, key_id, member_id) > (${lastDay}, ${lastOperation}, ${lastKey}, ${lastPerson})`
  const rows = await db.query(sql.rows(usageRow)`
    WITH summed AS (
      SELECT (${day}) COLLATE "C" AS day, (${operation}) COLLATE "C" AS operation_id, (${key}) COLLATE "C" AS key_id,
        (${person}) COLLATE "C" AS member_id, sum(requests)::bigint AS requests, sum(failed)::bigint AS failed, sum(charged)::bigint AS charged,
        sum(refunded)::bigint AS refunded
      FROM usage_days u ${persons} WHERE ${sql.join(conditions, sql` AND `)} GROUP BY 1, 2, 3, 4
    ), counted AS (
      SELECT *, (sum(requests) OVER ())::bigint AS "totalRequests", (sum(failed) OVER ())::bigint AS "totalFailed",
        (sum(charged) OVER ())::bigint AS "totalCharged", (sum(refunded) OVER ())::bigint AS "totalRefunded"
      FROM summed
    )
    SELECT NULLIF(day, '') AS day, NULLIF(operation_id, '') AS "operationId", NULLIF(key_id, '') AS "keyId",
      NULLIF(member_id, '') AS "memberId", (SELECT k.name FROM api_keys k WHERE k.id = counted.key_id COLLATE "default") AS "keyName",
      (SELECT ${actorOf(sql`m`)} FROM organization_members m WHERE m.id = counted.member_id COLLATE "default") AS person,
      requests, failed, charged, refunded, "totalRequests", "totalFailed", "totalCharged", "totalRefunded"
    FROM counted WHERE ${beyond} ORDER BY counted.day, counted.operation_id, counted.key_id, counted.member_id LIMIT ${most}`)
  return rows.map(({ totalRequests, totalFailed, totalCharged, totalRefunded, ...row }) => ({
    ...row,
    total: { requests: totalRequests, failed: totalFailed, charged: totalCharged, refunded: totalRefunded },
  }))
}

const differenceRow = rowShape({ charged: column.credits(), journal: column.credits() })

/** Usage and ledger where they disagree about a day, an operation or a key, which must never happen: sums of those alone. */
export async function selectUsageDiscrepancy(
  db: Queryable,
  organizationId: string,
): Promise<{ charged: MilliCredits; journal: MilliCredits } | undefined> {
  const [row] = await db.query(sql.rows(differenceRow)`
    WITH moved AS (
      SELECT (t.created_at AT TIME ZONE 'UTC')::date AS day, COALESCE(t.key_id, '') AS key_id,
        COALESCE(t.operation_id, CASE WHEN t.kind = 'refund' THEN max(t.operation_id) FILTER (WHERE t.kind = 'capture')
          OVER (PARTITION BY t.request_id) END, '') AS operation_id,
        t.kind, t.amount
      FROM ledger_transfers t WHERE t.organization_id = ${organizationId} AND t.kind IN ('capture', 'refund')
    ), journal AS (
      SELECT day, operation_id, key_id, COALESCE(sum(amount) FILTER (WHERE kind = 'capture'), 0) AS charged,
        COALESCE(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
      FROM moved GROUP BY 1, 2, 3
    ), stated AS (
      SELECT day, operation_id, key_id, charged, refunded FROM usage_days
      WHERE organization_id = ${organizationId} AND rolled_up_from = 'ledger'
    )
    SELECT COALESCE(sum(s.charged + s.refunded), 0)::bigint AS charged,
      COALESCE(sum(j.charged + j.refunded), 0)::bigint AS journal
    FROM stated s FULL JOIN journal j USING (day, operation_id, key_id)
    WHERE (s.charged, s.refunded) IS DISTINCT FROM (j.charged, j.refunded)
    HAVING count(*) > 0`)
  return row
}
