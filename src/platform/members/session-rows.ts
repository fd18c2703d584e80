import { column, deleteOldest, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** A code that a terminal printed. */
export interface CodeRow {
  hash: Buffer
  /** Null: a sign-in as operator. */
  organizationId: string | null
  /** The account on the machine that printed it. */
  account: string
  createdAt: Date
  expiresAt: Date
}

export async function insertCode(db: Queryable, code: CodeRow): Promise<void> {
  await db.query(sql`
    INSERT INTO console_codes (code_hash, organization_id, account, created_at, expires_at)
    VALUES (${code.hash}, ${code.organizationId}, ${code.account}, ${code.createdAt}, ${code.expiresAt})`)
}

const codeRow = rowShape<Pick<CodeRow, 'organizationId' | 'account'>>({
  organizationId: nullable(column.text()),
  account: column.text(),
})

/** Uses a code up; of two uses one finds it. */
export async function takeCode(
  tx: Queryable,
  hash: Buffer,
  { isOperator, now }: { isOperator: boolean; now: Date },
): Promise<Pick<CodeRow, 'organizationId' | 'account'> | undefined> {
  const [row] = await tx.query(sql.rows(codeRow)`
    DELETE FROM console_codes
    WHERE code_hash = ${hash} AND expires_at > ${now} AND (organization_id IS NULL) = ${isOperator}
    RETURNING organization_id AS "organizationId", account`)
  return row
}

export async function deleteCodes(db: Queryable, before: Date, most: number): Promise<number> {
  return deleteOldest(db, {
    table: 'console_codes',
    where: sql`expires_at < ${before}`,
    by: 'expires_at',
    most,
  })
}

/** A sign-in of a browser that has not ended. */
export interface Session {
  id: string
  /** Null for a session of the operator; then the next four are null too. */
  organizationId: string | null
  /** Whose it is: a person's, or that of an API key that was exchanged for it. */
  memberId: string | null
  keyId: string | null
  /** The key as which it acts now. */
  actingKeyId: string | null
  mode: 'live' | 'test'
  /** Who signed in, as the audit writes it. */
  actor: string
  address: string
  /** What the browser calls itself. */
  browser: string | null
  createdAt: Date
  seenAt: Date
  /** The end, however much it is used. */
  expiresAt: Date
}

const sessionRow = rowShape<Session>({
  id: column.text(),
  organizationId: nullable(column.text()),
  memberId: nullable(column.text()),
  keyId: nullable(column.text()),
  actingKeyId: nullable(column.text()),
  mode: column.text(),
  actor: column.text(),
  address: column.text(),
  browser: nullable(column.text()),
  createdAt: column.instant(),
  seenAt: column.instant(),
  expiresAt: column.instant(),
})

const columns = sql`id, organization_id AS "organizationId", member_id AS "memberId", key_id AS "keyId",
  acting_key_id AS "actingKeyId", mode, actor, address, browser, created_at AS "createdAt", seen_at AS "seenAt",
  expires_at AS "expiresAt"`

export async function insertSession(db: Queryable, session: Session & { hash: Buffer }): Promise<void> {
  await db.query(sql`
    INSERT INTO console_sessions (id, token_hash, organization_id, member_id, key_id, acting_key_id, mode, actor, address,
      browser, created_at, seen_at, expires_at)
    VALUES (${session.id}, ${session.hash}, ${session.organizationId}, ${session.memberId}, ${session.keyId},
      ${session.actingKeyId}, ${session.mode}, ${session.actor}, ${session.address}, ${session.browser},
      ${session.createdAt}, ${session.seenAt}, ${session.expiresAt})`)
}

/** A session that was used lately enough and has not ended. */
export async function selectSession(
  db: Queryable,
  hash: Buffer,
  { now, seenAfter }: { now: Date; seenAfter: Date },
): Promise<Session | undefined> {
  const [row] = await db.query(sql.rows(sessionRow)`
    SELECT ${columns} FROM console_sessions
    WHERE token_hash = ${hash} AND expires_at > ${now} AND seen_at > ${seenAfter}`)
  return row
}

/** Newest first; of one person when `memberId` is given, of one API key with `keyId`. */
export async function selectSessions(
  db: Queryable,
  of: { organizationId: string; memberId?: string | undefined; keyId?: string | undefined; most: number },
  { now, seenAfter }: { now: Date; seenAfter: Date },
): Promise<Session[]> {
  const { organizationId, memberId = null, keyId = null, most } = of
  return db.query(sql.rows(sessionRow)`
    SELECT ${columns} FROM console_sessions
    WHERE organization_id = ${organizationId} AND expires_at > ${now} AND seen_at > ${seenAfter}
      AND (${memberId}::text IS NULL OR member_id = ${memberId}) AND (${keyId}::text IS NULL OR key_id = ${keyId})
    ORDER BY created_at DESC, id DESC LIMIT ${most}`)
}

export async function updateSessionSeen(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query(sql`UPDATE console_sessions SET seen_at = ${now} WHERE id = ${id}`)
}

export async function updateMode(
  db: Queryable,
  { id, mode, actingKeyId }: { id: string; mode: 'live' | 'test'; actingKeyId: string },
): Promise<void> {
  await db.query(sql`
    UPDATE console_sessions SET mode = ${mode}, acting_key_id = ${actingKeyId} WHERE id = ${id}`)
}

/** False when it ended before. */
export async function deleteSession(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`DELETE FROM console_sessions WHERE id = ${id} RETURNING 1`)
  return rows.length === 1
}

/** All sessions of a person; they end at once, because each request looks its session up. */
export async function deleteSessionsOf(tx: Queryable, memberId: string): Promise<void> {
  await tx.query(sql`DELETE FROM console_sessions WHERE member_id = ${memberId}`)
}

export async function deleteExpired(db: Queryable, before: Date, most: number): Promise<number> {
  return deleteOldest(db, {
    table: 'console_sessions',
    where: sql`expires_at < ${before}`,
    by: 'expires_at',
    most,
  })
}
