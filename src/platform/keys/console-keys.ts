import { randomBytes } from 'node:crypto'
import type { MilliCredits } from '../../lib/credits.ts'
import { column, rowShape, sql, type Queryable, type Statement } from '../../store/postgres/index.ts'

const resetBatch = 1_000

/** The key as which the console sessions of a person act, or that of an API key in the sandbox. It has no secret. */
export interface NewConsoleKey {
  id: string
  /** That of the sandbox for a key that works there. */
  organizationId: string
  /** Null for the sandbox of a session that an API key was exchanged for. */
  memberId: string | null
  name: string
  mode: 'live' | 'test'
  /** Most it may spend a calendar month (UTC); null for no limit. */
  monthCredits: MilliCredits | null
  expiresAt: Date | null
  now: Date
}

const idRow = rowShape({ id: column.text() })

/** The key of a person in an organization, made at the first sign-in and put back in use at one after a removal. */
export async function openConsoleKey(tx: Queryable, key: NewConsoleKey): Promise<string> {
  // Nobody can present what hashes to this, and no shown prefix names it.
  const hash = randomBytes(32)
  const [row] = await tx.query(sql.rows(idRow)`
    INSERT INTO api_keys (id, organization_id, name, mode, key_hash, prefix, last4, expires_at, created_at, kind, member_id)
    VALUES (${key.id}, ${key.organizationId}, ${key.name}, ${key.mode}, ${hash}, 'console', '', ${key.expiresAt},
      ${key.now}, 'console', ${key.memberId})
    ON CONFLICT (member_id, organization_id) WHERE kind = 'console' DO UPDATE SET revoked_at = NULL
    RETURNING id`)
  const { id } = row as { id: string }
  const isMonthly = key.memberId !== null && key.mode === 'live'
  await tx.query(sql`
    INSERT INTO api_key_usage (key_id, max_credits, imposed_credits, month)
    VALUES (${id}, ${key.monthCredits}::bigint, ${key.monthCredits}::bigint,
      CASE WHEN ${isMonthly} THEN ${monthOf(key.now)}::date END)
    ON CONFLICT (key_id) DO UPDATE SET max_credits = EXCLUDED.max_credits, imposed_credits = EXCLUDED.imposed_credits`)
  return id
}

/** The key as which a person works in an organization, whether it is in use or not. */
export async function findConsoleKey(
  tx: Queryable,
  memberId: string,
  organizationId: string,
): Promise<string | undefined> {
  const [row] = await tx.query(sql.rows(idRow)`
    SELECT id FROM api_keys
    WHERE kind = 'console' AND member_id = ${memberId} AND organization_id = ${organizationId}`)
  return row?.id
}

/** The keys as which people work in the console, that of the sandbox among them, as an array for a condition. */
export const keysOfMembers = (memberIds: readonly string[]): Statement =>
  sql`ARRAY(SELECT id FROM api_keys WHERE kind = 'console' AND member_id = ANY(${[...memberIds]}::text[]))`

/** Ends the console keys of a person, at once and for good unless they sign in again. */
export async function endConsoleKeys(tx: Queryable, memberId: string, now: Date): Promise<void> {
  await tx.query(sql`
    UPDATE api_keys SET revoked_at = ${now} WHERE kind = 'console' AND member_id = ${memberId} AND revoked_at IS NULL`)
}

/** The most a person may spend a month, in the console. */
export async function limitConsoleKeys(
  tx: Queryable,
  memberId: string,
  monthCredits: MilliCredits | null,
): Promise<void> {
  await tx.query(sql`
    UPDATE api_key_usage u SET max_credits = ${monthCredits}::bigint, imposed_credits = ${monthCredits}::bigint
    FROM api_keys k
    WHERE k.id = u.key_id AND k.kind = 'console' AND k.mode = 'live' AND k.member_id = ${memberId}`)
}

/** Begins the month of console keys that counted the one before, a batch; answers how many. */
export async function beginMonths(db: Queryable, nowMs: number): Promise<number> {
  const month = monthOf(new Date(nowMs))
  const rows = await db.query(sql`
    UPDATE api_key_usage SET used = 0, month = ${month}::date
    WHERE key_id IN (
      SELECT key_id FROM api_key_usage WHERE month < ${month}::date ORDER BY month LIMIT ${resetBatch} FOR UPDATE SKIP LOCKED)
    RETURNING 1`)
  return rows.length
}

const monthOf = (instant: Date) => `${instant.toISOString().slice(0, 7)}-01`
