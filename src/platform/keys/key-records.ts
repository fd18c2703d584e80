import type { MilliCredits } from '../../lib/credits.ts'
import type { KeyRestrictions, Person, Role } from '../../operation/index.ts'
import {
  column,
  nullable,
  rowShape,
  sql,
  type Queryable,
  type Statement,
} from '../../store/postgres/index.ts'
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
  /** The person who made it, as the audit writes it; null where that is not known. */
  madeBy: string | null
}

const keyRecordRow = rowShape<KeyRecord>({
  scopes: column.texts(),
  isReadOnly: column.bool(),
  allowedAddresses: column.texts(),
  id: column.text(),
  organizationId: column.text(),
  name: column.text(),
  mode: column.text(),
  prefix: column.text(),
  last4: column.text(),
  expiresAt: nullable(column.instant()),
  imposedExpiresAt: nullable(column.instant()),
  maxCredits: nullable(column.credits()),
  imposedCredits: nullable(column.credits()),
  creditsUsed: column.credits(),
  createdAt: column.instant(),
  revokedAt: nullable(column.instant()),
  previousExpiresAt: nullable(column.instant()),
  madeBy: nullable(column.text()),
})

/** A person as the audit writes it: the address, or the account on the machine of the service. */
export const actorOf = (member: Statement) =>
  sql`COALESCE('person:' || ${member}.email, 'operator:' || ${member}.name)`

const columns = sql`k.id, k.organization_id AS "organizationId", k.name, k.mode, k.prefix, k.last4,
  k.expires_at AS "expiresAt", k.imposed_expires_at AS "imposedExpiresAt", k.created_at AS "createdAt", k.revoked_at AS "revokedAt", k.scopes,
  k.is_read_only AS "isReadOnly", k.allowed_addresses AS "allowedAddresses",
  k.previous_expires_at AS "previousExpiresAt", u.max_credits AS "maxCredits",
  u.imposed_credits AS "imposedCredits", u.used AS "creditsUsed",
  (SELECT ${actorOf(sql`m`)} FROM organization_members m WHERE m.id = k.member_id) AS "madeBy"`

/** An organization's own API keys and those of its sandbox. Console keys belong to people and are changed with them. */
const makeKeysQuery = (organizationId: string) => sql`
  FROM api_keys k JOIN api_key_usage u ON u.key_id = k.id
  WHERE k.kind = 'api' AND ${belongsTo(organizationId)}`

const belongsTo = (organizationId: string) => sql`
  k.organization_id IN (SELECT id FROM organizations WHERE id = ${organizationId} OR sandbox_of = ${organizationId})`

/** A key with the hash of its secret. */
export interface NewKeyRow extends Omit<
  KeyRecord,
  'creditsUsed' | 'revokedAt' | 'previousExpiresAt' | 'imposedCredits' | 'imposedExpiresAt' | 'madeBy'
> {
  hash: Buffer
  /** The person who made it. */
  memberId: string | null
}

/** Throws UniqueViolation when the same key was installed before, ForeignKeyViolation for an unknown organization. */
export async function insertKey(db: Queryable, key: NewKeyRow): Promise<void> {
  await db.query(sql`
    WITH key AS (
      INSERT INTO api_keys (id, organization_id, name, mode, key_hash, prefix, last4, expires_at,
        imposed_expires_at, created_at, scopes, is_read_only, allowed_addresses, member_id)
      VALUES (${key.id}, ${key.organizationId}, ${key.name}, ${key.mode}, ${key.hash}, ${key.prefix}, ${key.last4},
        ${key.expiresAt}, ${key.expiresAt}, ${key.createdAt}, ${key.scopes}, ${key.isReadOnly}, ${key.allowedAddresses},
        ${key.memberId})
      RETURNING id
    )
    INSERT INTO api_key_usage (key_id, max_credits, imposed_credits)
    SELECT id, ${key.maxCredits}::bigint, ${key.maxCredits}::bigint FROM key`)
}

const sandboxOfRow = rowShape({ sandboxOf: nullable(column.text()) })

/** The organization whose sandbox this is; null if it is not a sandbox, undefined for an unknown id. */
export async function selectSandboxOwner(
  db: Queryable,
  organizationId: string,
): Promise<string | null | undefined> {
  const [row] = await db.query(
    sql.rows(sandboxOfRow)`SELECT sandbox_of AS "sandboxOf" FROM organizations WHERE id = ${organizationId}`,
  )
  return row?.sandboxOf
}

export async function selectKeys(
  db: Queryable,
  organizationId: string,
  includeRevoked: boolean,
): Promise<KeyRecord[]> {
  return db.query(sql.rows(keyRecordRow)`
    SELECT ${columns} ${makeKeysQuery(organizationId)} AND (${includeRevoked} OR k.revoked_at IS NULL)
    ORDER BY k.created_at, k.id`)
}

/** A key of any kind, so that a session can look at the key it acts as. */
export async function selectKey(
  db: Queryable,
  organizationId: string,
  keyId: string,
): Promise<KeyRecord | undefined> {
  const [row] = await db.query(sql.rows(keyRecordRow)`
    SELECT ${columns} FROM api_keys k JOIN api_key_usage u ON u.key_id = k.id
    WHERE k.id = ${keyId} AND ${belongsTo(organizationId)}`)
  return row
}

/** At most two, since any number above one is ambiguous. */
export async function selectKeysByPrefix(
  db: Queryable,
  organizationId: string,
  prefix: string,
): Promise<KeyRecord[]> {
  return db.query(sql.rows(keyRecordRow)`
    SELECT ${columns} ${makeKeysQuery(organizationId)} AND k.prefix = ${prefix} ORDER BY k.id LIMIT 2`)
}

/** The key, with its limit and settings locked until the transaction ends. */
export async function lockKey(
  tx: Queryable,
  organizationId: string,
  keyId: string,
): Promise<KeyRecord | undefined> {
  const [row] = await tx.query(
    sql.rows(
      keyRecordRow,
    )`SELECT ${columns} ${makeKeysQuery(organizationId)} AND k.id = ${keyId} FOR NO KEY UPDATE OF k, u`,
  )
  return row
}

const ownerRow = rowShape({ organization_id: column.text() })

export async function selectOwner(db: Queryable, keyId: string): Promise<string | undefined> {
  const [row] = await db.query(sql.rows(ownerRow)`SELECT organization_id FROM api_keys WHERE id = ${keyId}`)
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

const limitRow = rowShape({ maxCredits: nullable(column.credits()) })

/**
 * Takes credits out of the limit of a key, for the limit of another; null for a key without one. Answers the limit that
 * is left, undefined when so much is not left beside what was spent and what running requests have set aside.
 */
export async function takeFromLimit(
  tx: Queryable,
  keyId: string,
  credits: MilliCredits | null,
): Promise<{ maxCredits: MilliCredits | null } | undefined> {
  const [row] = await tx.query(sql.rows(limitRow)`
    UPDATE api_key_usage SET max_credits = max_credits - ${credits}::bigint,
      imposed_credits = imposed_credits - ${credits}::bigint
    WHERE key_id = ${keyId} AND (max_credits IS NULL OR max_credits - ${credits}::bigint >= used + held)
    RETURNING max_credits AS "maxCredits"`)
  return row
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

const prefixRow = rowShape({ prefix: column.text() })

/** Whether a secret is the one of a key that works, by its prefix; it stays so until the transaction ends. */
export async function lockSecret(tx: Queryable, keyId: string, prefix: string): Promise<boolean> {
  const [row] = await tx.query(sql.rows(prefixRow)`
    SELECT prefix FROM api_keys WHERE id = ${keyId} AND revoked_at IS NULL FOR SHARE`)
  return row?.prefix === prefix
}

/**
 * Ends what somebody signed in to with the key: console sessions that it was exchanged for, and agents with all their
 * tokens. Each of their requests looks the session or the grant up.
 */
export async function deleteSignIns(tx: Queryable, keyId: string): Promise<void> {
  await tx.query(sql`DELETE FROM console_sessions WHERE key_id = ${keyId}`)
  await tx.query(sql`
    WITH grants AS (DELETE FROM oauth_records WHERE key_id = ${keyId} RETURNING id)
    DELETE FROM oauth_records o USING grants g WHERE o.grant_id = g.id`)
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
  /** Whether it was looked up by the secret before the last rotation. */
  isOutgoing?: boolean
  /** Whose console key it is. */
  person?: Person | undefined
}

interface KnownRow extends KeyRestrictions {
  id: string
  organizationId: string
  sandboxOf: string | null
  mode: KeyMode
  prefix: string
  expiresAt: Date | null
}

const liveKeyColumns = {
  scopes: column.texts(),
  isReadOnly: column.bool(),
  allowedAddresses: column.texts(),
  id: column.text(),
  organizationId: column.text(),
  sandboxOf: nullable(column.text()),
  mode: column.text<KeyMode>(),
  prefix: column.text(),
  expiresAt: nullable(column.instant()),
}
const liveKeyRow = rowShape<KnownRow & { isOutgoing: boolean }>({
  ...liveKeyColumns,
  isOutgoing: column.bool(),
})

/** Undefined for unknown and for revoked keys. A secret that was replaced expires at the end of its overlap. */
export async function selectKeyByHash(db: Queryable, hash: Buffer): Promise<KnownKey | undefined> {
  const [row] = await db.query(sql.rows(liveKeyRow)`
    SELECT k.id, k.organization_id AS "organizationId", o.sandbox_of AS "sandboxOf", k.mode, k.scopes,
      k.is_read_only AS "isReadOnly", k.allowed_addresses AS "allowedAddresses",
      CASE WHEN k.key_hash = ${hash} THEN k.prefix ELSE k.previous_prefix END AS prefix,
      CASE WHEN k.key_hash = ${hash} THEN k.expires_at ELSE LEAST(k.expires_at, k.previous_expires_at) END AS "expiresAt",
      k.key_hash <> ${hash} AS "isOutgoing"
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE (k.key_hash = ${hash} OR k.previous_hash = ${hash}) AND k.revoked_at IS NULL`)
  return row && { ...knownKey(row), isOutgoing: row.isOutgoing }
}

const personKeyRow = rowShape<KnownRow & NullablePerson>({
  ...liveKeyColumns,
  memberId: nullable(column.text()),
  actor: nullable(column.text()),
  role: nullable(column.text<Role>()),
})

interface NullablePerson {
  memberId: string | null
  actor: string | null
  role: Role | null
}

/** A key that is not revoked, by its id; a console key only while its person belongs to the organization. */
export async function selectKnownKey(db: Queryable, keyId: string): Promise<KnownKey | undefined> {
  const [row] = await db.query(sql.rows(personKeyRow)`
    SELECT k.id, k.organization_id AS "organizationId", o.sandbox_of AS "sandboxOf", k.mode, k.scopes,
      k.is_read_only AS "isReadOnly", k.allowed_addresses AS "allowedAddresses", k.prefix,
      k.expires_at AS "expiresAt", m.id AS "memberId", ${actorOf(sql`m`)} AS actor, m.role
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    LEFT JOIN organization_members m ON k.kind = 'console' AND m.id = k.member_id
    WHERE k.id = ${keyId} AND k.revoked_at IS NULL AND (m.id IS NULL OR m.state = 'active')`)
  if (row === undefined) return undefined
  const { memberId, actor, role } = row
  if (memberId === null || actor === null || role === null) return knownKey(row)
  return { ...knownKey(row), person: { memberId, actor, role } }
}

const namedKeyRow = rowShape({ id: column.text(), actor: column.text() })

/** Who worked through console keys, of the keys named; others are not in the answer. */
export async function selectActors(
  db: Queryable,
  keyIds: readonly string[],
): Promise<{ id: string; actor: string }[]> {
  return db.query(sql.rows(namedKeyRow)`
    SELECT k.id, ${actorOf(sql`m`)} AS actor FROM api_keys k JOIN organization_members m ON m.id = k.member_id
    WHERE k.id = ANY(${keyIds}) AND k.kind = 'console'`)
}

const actorRow = rowShape({ actor: column.text() })

export async function selectActor(tx: Queryable, memberId: string): Promise<string | null> {
  const [row] = await tx.query(
    sql.rows(
      actorRow,
    )`SELECT ${actorOf(sql`m`)} AS actor FROM organization_members m WHERE m.id = ${memberId}`,
  )
  return row?.actor ?? null
}

const idRow = rowShape({ id: column.text() })

/** The organization a key belongs to; for a sandbox key, the owner of the sandbox. */
export async function selectAudited(db: Queryable, keyId: string): Promise<string | undefined> {
  const [row] = await db.query(sql.rows(idRow)`
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
