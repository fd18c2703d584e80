import type { MilliCredits } from '../../lib/credits.ts'
import type { KeyRestrictions } from '../../operation/index.ts'
import { sql, type Queryable } from '../../store/postgres/index.ts'
import type { KeyMode } from './key-format.ts'

/** A key as it may be shown: never the key itself. */
export interface KeyRecord extends KeyRestrictions {
  id: string
  /** For test keys the sandbox of the organization. */
  organizationId: string
  name: string
  mode: KeyMode
  prefix: string
  last4: string
  expiresAt: Date | null
  /** The expiration set by anyone but the key itself, which it cannot exceed; null for none. */
  imposedExpiresAt: Date | null
  /** Most this key may spend in total; null for no limit. */
  maxCredits: MilliCredits | null
  /** The limit set by anyone but the key itself, which it cannot exceed; null for none. */
  imposedCredits: MilliCredits | null
  creditsUsed: MilliCredits
  createdAt: Date
  revokedAt: Date | null
  /** Until when the secret before the last rotation works; null for none. */
  previousExpiresAt: Date | null
}

const columns = sql`k.id, k.organization_id AS "organizationId", k.name, k.mode, k.prefix, k.last4,
  k.expires_at AS "expiresAt", k.imposed_expires_at AS "imposedExpiresAt", k.created_at AS "createdAt", k.revoked_at AS "revokedAt", k.scopes,
  k.is_read_only AS "isReadOnly", k.allowed_addresses AS "allowedAddresses",
  k.previous_expires_at AS "previousExpiresAt", u.max_credits AS "maxCredits",
  u.imposed_credits AS "imposedCredits", u.used AS "creditsUsed"`

/** An organization's own keys and those of its sandbox. */
const makeKeysQuery = (organizationId: string) => sql`
  FROM api_keys k JOIN api_key_usage u ON u.key_id = k.id
  WHERE k.organization_id IN (SELECT id FROM organizations WHERE id = ${organizationId} OR sandbox_of = ${organizationId})`

/** A key with the hash of its secret. */
export interface NewKeyRow extends Omit<
  KeyRecord,
  'creditsUsed' | 'revokedAt' | 'previousExpiresAt' | 'imposedCredits' | 'imposedExpiresAt'
> {
  hash: Buffer
}

/** Throws UniqueViolation when the same key was installed before, ForeignKeyViolation for an unknown organization. */
export async function insertKey(db: Queryable, key: NewKeyRow): Promise<void> {
  await db.query(sql`
    WITH key AS (
      INSERT INTO api_keys (id, organization_id, name, mode, key_hash, prefix, last4, expires_at,
        imposed_expires_at, created_at, scopes, is_read_only, allowed_addresses)
      VALUES (${key.id}, ${key.organizationId}, ${key.name}, ${key.mode}, ${key.hash}, ${key.prefix}, ${key.last4},
        ${key.expiresAt}, ${key.expiresAt}, ${key.createdAt}, ${key.scopes}, ${key.isReadOnly}, ${key.allowedAddresses})
      RETURNING id
    )
    INSERT INTO api_key_usage (key_id, max_credits, imposed_credits)
    SELECT id, ${key.maxCredits}::bigint, ${key.maxCredits}::bigint FROM key`)
}

/** The organization whose sandbox this is; null if it is not a sandbox, undefined for an unknown id. */
export async function selectSandboxOwner(
  db: Queryable,
  organizationId: string,
): Promise<string | null | undefined> {
  const [row] = await db.query<{ sandboxOf: string | null }>(
    sql`SELECT sandbox_of AS "sandboxOf" FROM organizations WHERE id = ${organizationId}`,
  )
  return row?.sandboxOf
}

export async function selectKeys(
  db: Queryable,
  organizationId: string,
  includeRevoked: boolean,
): Promise<KeyRecord[]> {
  return db.query<KeyRecord>(sql`
    SELECT ${columns} ${makeKeysQuery(organizationId)} AND (${includeRevoked} OR k.revoked_at IS NULL)
    ORDER BY k.created_at, k.id`)
}

export async function selectKey(
  db: Queryable,
  organizationId: string,
  keyId: string,
): Promise<KeyRecord | undefined> {
  const [row] = await db.query<KeyRecord>(
    sql`SELECT ${columns} ${makeKeysQuery(organizationId)} AND k.id = ${keyId}`,
  )
  return row
}

/** At most two, since any number above one is ambiguous. */
export async function selectKeysByPrefix(
  db: Queryable,
  organizationId: string,
  prefix: string,
): Promise<KeyRecord[]> {
  return db.query<KeyRecord>(sql`
    SELECT ${columns} ${makeKeysQuery(organizationId)} AND k.prefix = ${prefix} ORDER BY k.id LIMIT 2`)
}

/** The key, with its limit and settings locked until the transaction ends. */
export async function lockKey(
  tx: Queryable,
  organizationId: string,
  keyId: string,
): Promise<KeyRecord | undefined> {
  const [row] = await tx.query<KeyRecord>(
    sql`SELECT ${columns} ${makeKeysQuery(organizationId)} AND k.id = ${keyId} FOR NO KEY UPDATE OF k, u`,
  )
  return row
}

export async function selectOwner(db: Queryable, keyId: string): Promise<string | undefined> {
  const [row] = await db.query<{ organization_id: string }>(
    sql`SELECT organization_id FROM api_keys WHERE id = ${keyId}`,
  )
  return row?.organization_id
}

/** Writes the changeable settings of a locked key. */
export async function updateKey(tx: Queryable, key: KeyRecord): Promise<void> {
  await tx.query(sql`
    UPDATE api_keys SET name = ${key.name}, expires_at = ${key.expiresAt},
      imposed_expires_at = ${key.imposedExpiresAt}, revoked_at = ${key.revokedAt},
      scopes = ${key.scopes}, is_read_only = ${key.isReadOnly}, allowed_addresses = ${key.allowedAddresses}
    WHERE id = ${key.id}`)
  await tx.query(sql`
    UPDATE api_key_usage SET max_credits = ${key.maxCredits}::bigint,
      imposed_credits = ${key.imposedCredits}::bigint, used = ${key.creditsUsed}
    WHERE key_id = ${key.id}`)
}

/** Gives a locked key a new secret; the previous one works until the instant, and older ones stop working. */
export async function updateSecret(
  tx: Queryable,
  keyId: string,
  secret: { hash: Buffer; prefix: string; last4: string; previousExpiresAt: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE api_keys SET previous_hash = key_hash, previous_prefix = prefix,
      previous_expires_at = ${secret.previousExpiresAt}, key_hash = ${secret.hash}, prefix = ${secret.prefix},
      last4 = ${secret.last4}
    WHERE id = ${keyId}`)
}

/** The part of a key that the authenticator needs. */
export interface KnownKey {
  id: string
  organizationId: string
  /** The organization whose sandbox a test key works in. */
  sandboxOf: string | null
  mode: KeyMode
  prefix: string
  expiresAtMs: number
  /** Undefined for a key that may do everything. */
  restrictions: KeyRestrictions | undefined
}

interface KnownRow extends KeyRestrictions {
  id: string
  organizationId: string
  sandboxOf: string | null
  mode: KeyMode
  prefix: string
  expiresAt: Date | null
}

/** Undefined for unknown and for revoked keys. A secret that was replaced expires at the end of its overlap. */
export async function selectKeyByHash(db: Queryable, hash: Buffer): Promise<KnownKey | undefined> {
  const [row] = await db.query<KnownRow>(sql`
    SELECT k.id, k.organization_id AS "organizationId", o.sandbox_of AS "sandboxOf", k.mode, k.scopes,
      k.is_read_only AS "isReadOnly", k.allowed_addresses AS "allowedAddresses",
      CASE WHEN k.key_hash = ${hash} THEN k.prefix ELSE k.previous_prefix END AS prefix,
      CASE WHEN k.key_hash = ${hash} THEN k.expires_at ELSE LEAST(k.expires_at, k.previous_expires_at) END AS "expiresAt"
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE (k.key_hash = ${hash} OR k.previous_hash = ${hash}) AND k.revoked_at IS NULL`)
  return row && knownKey(row)
}

/** A key that is not revoked, by its id. */
export async function selectKnownKey(db: Queryable, keyId: string): Promise<KnownKey | undefined> {
  const [row] = await db.query<KnownRow>(sql`
    SELECT k.id, k.organization_id AS "organizationId", o.sandbox_of AS "sandboxOf", k.mode, k.scopes,
      k.is_read_only AS "isReadOnly", k.allowed_addresses AS "allowedAddresses", k.prefix,
      k.expires_at AS "expiresAt"
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.id = ${keyId} AND k.revoked_at IS NULL`)
  return row && knownKey(row)
}

/** The organization a key belongs to; for a sandbox key, the owner of the sandbox. */
export async function selectAudited(db: Queryable, keyId: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    SELECT coalesce(o.sandbox_of, o.id) AS id
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id WHERE k.id = ${keyId}`)
  return row?.id
}

function knownKey(row: KnownRow): KnownKey {
  const { scopes, isReadOnly, allowedAddresses } = row
  const free = scopes.length === 0 && !isReadOnly && allowedAddresses.length === 0
  return {
    id: row.id,
    organizationId: row.organizationId,
    sandboxOf: row.sandboxOf,
    mode: row.mode,
    prefix: row.prefix,
    expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    restrictions: free
      ? undefined
      : {
          scopes,
          isReadOnly,
          allowedAddresses,
        },
  }
}
