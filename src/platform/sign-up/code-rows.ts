import { column, deleteOldest, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

export interface CodeRow {
  id: string
  addressHash: Buffer
  codeHash: Buffer
  triesLeft: number
  createdAt: Date
  expiresAt: Date
}

/** Locks the address until the transaction ends. */
export async function lockAddress(tx: Queryable, addressHash: Buffer): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${addressHash.toString('hex')}, 11))`)
}

const createdAtRow = rowShape({ createdAt: column.instant() })

/** When the codes of an address were made, since an instant, oldest first. */
export async function selectCodeTimes(db: Queryable, addressHash: Buffer, since: Date): Promise<Date[]> {
  const rows = await db.query(sql.rows(createdAtRow)`
    SELECT created_at AS "createdAt" FROM sign_up_codes
    WHERE address_hash = ${addressHash} AND created_at > ${since} ORDER BY created_at`)
  return rows.map((row) => row.createdAt)
}

/** Invalidates the earlier codes. */
export async function insertCode(db: Queryable, code: CodeRow): Promise<void> {
  await db.query(sql`
    UPDATE sign_up_codes SET used_at = ${code.createdAt}
    WHERE address_hash = ${code.addressHash} AND used_at IS NULL`)
  await db.query(sql`
    INSERT INTO sign_up_codes (id, address_hash, code_hash, tries_left, created_at, expires_at)
    VALUES (${code.id}, ${code.addressHash}, ${code.codeHash}, ${code.triesLeft}, ${code.createdAt}, ${code.expiresAt})`)
}

export async function deleteCode(db: Queryable, id: string): Promise<void> {
  await db.query(sql`DELETE FROM sign_up_codes WHERE id = ${id}`)
}

const codeRow = rowShape({ id: column.text(), codeHash: column.bytes() })

/** Takes a try of the code of an address; undefined when there is none that can be used. */
export async function takeTry(
  db: Queryable,
  addressHash: Buffer,
  now: Date,
): Promise<{ id: string; codeHash: Buffer } | undefined> {
  const [row] = await db.query(sql.rows(codeRow)`
    UPDATE sign_up_codes SET tries_left = tries_left - 1
    WHERE id = (SELECT id FROM sign_up_codes WHERE address_hash = ${addressHash} AND used_at IS NULL)
      AND tries_left > 0 AND used_at IS NULL AND expires_at > ${now}
    RETURNING id, code_hash AS "codeHash"`)
  return row
}

/** False when another request has used it. */
export async function useCode(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    sql`UPDATE sign_up_codes SET used_at = ${now} WHERE id = ${id} AND used_at IS NULL RETURNING 1`,
  )
  return rows.length === 1
}

export async function deleteCodesBefore(db: Queryable, before: Date, most: number): Promise<number> {
  const where = sql`created_at < ${before}`
  return deleteOldest(db, { table: 'sign_up_codes', where, by: 'created_at', most })
}
