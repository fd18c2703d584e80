import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { firstHash, type HashedEntry } from './entry.ts'

/** An entry as stored. */
export interface AuditRecord extends HashedEntry {
  previousHash: Buffer
  hash: Buffer
}

const auditRecordRow = rowShape<AuditRecord>({
  organizationId: column.text(),
  sequence: column.int(),
  at: column.instant(),
  actor: column.text(),
  address: nullable(column.text()),
  requestId: nullable(column.text()),
  action: column.text(),
  subject: column.text(),
  detail: column.json(),
  previousHash: column.bytes(),
  hash: column.bytes(),
})

export interface Head {
  sequence: number
  hash: Buffer
}

const headRow = rowShape<Head>({ sequence: column.int(), hash: column.bytes() })

/** The end of a chain, locked until the transaction ends. */
export async function lockHead(tx: Queryable, organizationId: string): Promise<Head> {
  await tx.query(sql`
    INSERT INTO audit_heads (organization_id, sequence, hash) VALUES (${organizationId}, 0, ${firstHash})
    ON CONFLICT (organization_id) DO NOTHING`)
  const [head] = await tx.query(
    sql.rows(
      headRow,
    )`SELECT sequence, hash FROM audit_heads WHERE organization_id = ${organizationId} FOR UPDATE`,
  )
  return head as Head
}

export async function selectHead(db: Queryable, organizationId: string): Promise<Head | undefined> {
  const [head] = await db.query(
    sql.rows(headRow)`SELECT sequence, hash FROM audit_heads WHERE organization_id = ${organizationId}`,
  )
  return head
}

/** Writes the entry and moves the head to it. */
export async function insertEntry(tx: Queryable, entry: AuditRecord): Promise<void> {
  await tx.query(sql`
    WITH entry AS (
      INSERT INTO audit_entries (organization_id, sequence, at, actor, address, request_id, action, subject, detail,
        previous_hash, hash)
      VALUES (${entry.organizationId}, ${entry.sequence}, ${entry.at}, ${entry.actor}, ${entry.address},
        ${entry.requestId}, ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.detail)}::json,
        ${entry.previousHash}, ${entry.hash})
      RETURNING organization_id
    )
    UPDATE audit_heads h SET sequence = ${entry.sequence}, hash = ${entry.hash}
    FROM entry WHERE h.organization_id = entry.organization_id`)
}

/** The entries after a sequence number, oldest first. */
export async function selectEntries(
  db: Queryable,
  organizationId: string,
  page: { after: number; most: number },
): Promise<AuditRecord[]> {
  return db.query(sql.rows(auditRecordRow)`
    SELECT organization_id AS "organizationId", sequence, at, actor, address, request_id AS "requestId", action,
      subject, detail, previous_hash AS "previousHash", hash
    FROM audit_entries WHERE organization_id = ${organizationId} AND sequence > ${page.after}
    ORDER BY sequence LIMIT ${page.most}`)
}

/** Newest first. */
export async function selectNewest(
  db: Queryable,
  organizationId: string,
  { before, most }: { before?: number; most: number },
): Promise<AuditRecord[]> {
  const where = before === undefined ? sql`true` : sql`sequence < ${before}`
  return db.query(sql.rows(auditRecordRow)`
    SELECT organization_id AS "organizationId", sequence, at, actor, address, request_id AS "requestId", action,
      subject, detail, previous_hash AS "previousHash", hash
    FROM audit_entries WHERE organization_id = ${organizationId} AND ${where}
    ORDER BY sequence DESC LIMIT ${most}`)
}

const idRow = rowShape({ id: column.text() })

/** Every organization with a chain, including one whose entries or head were removed. */
export async function selectChains(db: Queryable): Promise<string[]> {
  const rows = await db.query(sql.rows(idRow)`
    SELECT organization_id AS id FROM audit_heads
    UNION SELECT DISTINCT organization_id FROM audit_entries ORDER BY id`)
  return rows.map((row) => row.id)
}
