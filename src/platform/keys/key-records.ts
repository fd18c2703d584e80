import type { MilliCredits } from '../../lib/credits.ts'
import { sql, type Queryable } from '../../store/postgres/index.ts'
import type { KeyMode } from './key-format.ts'

/** A key as it may be shown: never the key itself. */
export interface KeyRecord {
  id: string
  organizationId: string
  name: string
  mode: KeyMode
  prefix: string
  last4: string
  expiresAt: Date | null
  /** Most this key may spend in all; null for no limit. */
  maxCredits: MilliCredits | null
  creditsUsed: MilliCredits
  createdAt: Date
  revokedAt: Date | null
}

interface KeyRow {
  id: string
  organization_id: string
  name: string
  mode: KeyMode
  prefix: string
  last4: string
  expires_at: Date | null
  max_credits: number | null
  used: number
  created_at: Date
  revoked_at: Date | null
}

const columns = sql`k.id, k.organization_id, k.name, k.mode, k.prefix, k.last4, k.expires_at, k.created_at,
  k.revoked_at, u.max_credits, u.used`

export interface NewKeyRow {
  id: string
  organizationId: string
  name: string
  mode: KeyMode
  hash: Buffer
  prefix: string
  last4: string
  expiresAt: Date | null
  maxCredits: MilliCredits | null
  createdAt: Date
}

/** Throws UniqueViolation when the same key was installed before, ForeignKeyViolation for an unknown organization. */
export async function insertKey(db: Queryable, key: NewKeyRow): Promise<void> {
  await db.query(sql`
    WITH key AS (
      INSERT INTO api_keys (id, organization_id, name, mode, key_hash, prefix, last4, expires_at, created_at)
      VALUES (${key.id}, ${key.organizationId}, ${key.name}, ${key.mode}, ${key.hash}, ${key.prefix}, ${key.last4},
        ${key.expiresAt}, ${key.createdAt})
      RETURNING id
    )
    INSERT INTO api_key_usage (key_id, max_credits) SELECT id, ${key.maxCredits}::bigint FROM key`)
}

export async function selectKeys(
  db: Queryable,
  organizationId: string,
  includeRevoked: boolean,
): Promise<KeyRecord[]> {
  const rows = await db.query<KeyRow>(sql`
    SELECT ${columns} FROM api_keys k JOIN api_key_usage u ON u.key_id = k.id
    WHERE k.organization_id = ${organizationId} AND (${includeRevoked} OR k.revoked_at IS NULL)
    ORDER BY k.created_at, k.id`)
  return rows.map(fromRow)
}

export async function selectKey(
  db: Queryable,
  organizationId: string,
  keyId: string,
): Promise<KeyRecord | undefined> {
  const [row] = await db.query<KeyRow>(sql`
    SELECT ${columns} FROM api_keys k JOIN api_key_usage u ON u.key_id = k.id
    WHERE k.organization_id = ${organizationId} AND k.id = ${keyId}`)
  return row && fromRow(row)
}

export async function selectOwner(db: Queryable, keyId: string): Promise<string | undefined> {
  const [row] = await db.query<{ organization_id: string }>(
    sql`SELECT organization_id FROM api_keys WHERE id = ${keyId}`,
  )
  return row?.organization_id
}

/** Keeps the first instant of revocation. */
export async function updateRevoked(
  db: Queryable,
  organizationId: string,
  keyId: string,
  at: Date,
): Promise<void> {
  await db.query(sql`
    UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ${at})
    WHERE organization_id = ${organizationId} AND id = ${keyId}`)
}

export async function updateExpiration(
  db: Queryable,
  organizationId: string,
  keyId: string,
  expiresAt: Date | null,
): Promise<void> {
  await db.query(sql`
    UPDATE api_keys SET expires_at = ${expiresAt}
    WHERE organization_id = ${organizationId} AND id = ${keyId}`)
}

export async function updateCreditLimit(
  db: Queryable,
  organizationId: string,
  keyId: string,
  maxCredits: MilliCredits | null,
): Promise<void> {
  await db.query(sql`
    UPDATE api_key_usage u SET max_credits = ${maxCredits}::bigint FROM api_keys k
    WHERE k.id = u.key_id AND k.organization_id = ${organizationId} AND k.id = ${keyId}`)
}

/** What the authenticator needs of a key. */
export interface KnownKey {
  id: string
  organizationId: string
  mode: KeyMode
  prefix: string
  expiresAtMs: number
}

/** Undefined for unknown and for revoked keys. */
export async function selectKeyByHash(db: Queryable, hash: Buffer): Promise<KnownKey | undefined> {
  const [row] = await db.query<Pick<KeyRow, 'id' | 'organization_id' | 'mode' | 'prefix' | 'expires_at'>>(sql`
    SELECT id, organization_id, mode, prefix, expires_at FROM api_keys
    WHERE key_hash = ${hash} AND revoked_at IS NULL`)
  if (row === undefined) return undefined
  return {
    id: row.id,
    organizationId: row.organization_id,
    mode: row.mode,
    prefix: row.prefix,
    expiresAtMs: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }
}

function fromRow(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    mode: row.mode,
    prefix: row.prefix,
    last4: row.last4,
    expiresAt: row.expires_at,
    maxCredits: row.max_credits,
    creditsUsed: row.used,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}
