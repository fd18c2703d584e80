import type { MilliCredits } from '../../lib/credits.ts'
import type { IdempotencySlot, StoredAnswer } from '../../operation/index.ts'
import { column, deleteOldest, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** Answers are replayed this long after the first request. */
const keepMs = 72 * 3_600_000

export interface ClaimRow {
  organizationId: string
  key: string
  fingerprint: string
  requestId: string
  instanceId: string
  bootId: string
  leaseExpiresAtMs: number
  nowMs: number
}

/**
 * Takes the key when it is new, past its 72 h, or left running beyond its lease: such a request cannot have charged,
 * since charge and answer are one transaction. One statement, so of many claims at once exactly one succeeds.
 */
export async function insertClaim(db: Queryable, claim: ClaimRow): Promise<boolean> {
  const now = new Date(claim.nowMs)
  const rows = await db.query(sql`
    INSERT INTO idempotency_keys AS k (organization_id, key, fingerprint, state, request_id, instance_id, boot_id,
      lease_expires_at, created_at, expires_at)
    VALUES (${claim.organizationId}, ${claim.key}, ${claim.fingerprint}, 'running', ${claim.requestId},
      ${claim.instanceId}, ${claim.bootId}, ${new Date(claim.leaseExpiresAtMs)}, ${now},
      ${new Date(claim.nowMs + keepMs)})
    ON CONFLICT (organization_id, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, state = 'running', request_id = excluded.request_id,
      instance_id = excluded.instance_id, boot_id = excluded.boot_id, lease_expires_at = excluded.lease_expires_at,
      created_at = excluded.created_at, expires_at = excluded.expires_at,
      status = NULL, body = NULL, credits_charged = NULL
    WHERE (k.state = 'running' AND k.lease_expires_at <= ${now}) OR (k.state = 'done' AND k.expires_at <= ${now})
    RETURNING 1`)
  return rows.length === 1
}

export type FoundClaim =
  | { state: 'running'; fingerprint: string; requestId: string }
  | { state: 'done'; fingerprint: string; answer: StoredAnswer; claimedAtMs: number }
  | { state: 'withdrawn'; fingerprint: string }

interface FoundRow {
  state: 'running' | 'done'
  fingerprint: string
  request_id: string
  status: number | null
  body: Buffer | null
  credits_charged: MilliCredits | null
  created_at: Date
}

const storedClaimRow = rowShape<FoundRow>({
  state: column.text(),
  fingerprint: column.text(),
  request_id: column.text(),
  status: nullable(column.int()),
  body: nullable(column.bytes()),
  credits_charged: nullable(column.credits()),
  created_at: column.instant(),
})

export async function selectClaim(
  db: Queryable,
  organizationId: string,
  key: string,
): Promise<FoundClaim | undefined> {
  const [row] = await db.query(sql.rows(storedClaimRow)`
    SELECT state, fingerprint, request_id, status, body, credits_charged, created_at FROM idempotency_keys
    WHERE organization_id = ${organizationId} AND key = ${key}`)
  if (row === undefined) return undefined
  if (row.status === null || row.body === null || row.credits_charged === null) {
    return { state: 'running', fingerprint: row.fingerprint, requestId: row.request_id }
  }
  // No answer is empty: it was taken away, and the key stays used.
  if (row.body.length === 0) return { state: 'withdrawn', fingerprint: row.fingerprint }
  const answer = { status: row.status, body: row.body.toString(), creditsCharged: row.credits_charged }
  return { state: 'done', fingerprint: row.fingerprint, answer, claimedAtMs: row.created_at.getTime() }
}

/** Stores the answer while the slot is still this request's; false when another request has taken the key over. */
export async function updateDone(
  db: Queryable,
  slot: IdempotencySlot,
  answer: StoredAnswer,
): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE idempotency_keys SET state = 'done', status = ${answer.status}, body = ${Buffer.from(answer.body)},
      credits_charged = ${answer.creditsCharged}
    WHERE organization_id = ${slot.organizationId} AND key = ${slot.key} AND request_id = ${slot.requestId}
      AND state = 'running'
    RETURNING 1`)
  return rows.length === 1
}

export async function deleteRunning(db: Queryable, slot: IdempotencySlot): Promise<void> {
  await db.query(sql`
    DELETE FROM idempotency_keys
    WHERE organization_id = ${slot.organizationId} AND key = ${slot.key} AND request_id = ${slot.requestId}
      AND state = 'running'`)
}

export async function deleteAbandoned(db: Queryable, instanceId: string, bootId: string): Promise<number> {
  const rows = await db.query(sql`
    DELETE FROM idempotency_keys
    WHERE state = 'running' AND instance_id = ${instanceId} AND boot_id <> ${bootId}
    RETURNING 1`)
  return rows.length
}

/** Removes up to `most` keys past their 72 h; running ones only when their lease is over as well. */
export async function deleteExpired(db: Queryable, nowMs: number, most: number): Promise<number> {
  const now = new Date(nowMs)
  return deleteOldest(db, {
    table: 'idempotency_keys',
    where: sql`expires_at <= ${now} AND (state = 'done' OR lease_expires_at <= ${now})`,
    by: 'expires_at',
    most,
  })
}
