import type { Readable } from 'node:stream'
import type { BlobId, Blobs } from '../../store/blobs/index.ts'
import { column, nullable, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { PersonalStore, Subject } from '../privacy/index.ts'
import { lockExport, selectExport, selectParts } from './export-rows.ts'
import { isPackedType } from './file-form.ts'
import { openFile } from './part-list.ts'
import { giveRowsBack } from './quota-rows.ts'

/** An export of an organization, as a link to its file names it. */
export interface ExportFile {
  exportId: string
  organizationId: string
  blobId: BlobId
}

/** The file of an export, or why it is not there: what links to files ask. */
export async function openExportFile(
  { db, blobs }: { db: Queryable; blobs: Pick<Blobs, 'get'> },
  { exportId, organizationId, blobId }: ExportFile,
): Promise<{ bytes: number; content: Readable } | 'withdrawn' | undefined> {
  const row = await selectExport(db, exportId)
  if (row === undefined || row.organizationId !== organizationId) return undefined
  if (row.isWithdrawn) return 'withdrawn'
  return row.blobId === blobId ? openFile(blobs, row) : undefined
}

interface Parts {
  db: Postgres
  blobs: Pick<Blobs, 'get' | 'remove'>
}

/**
 * Withdraws every exported file, finished or not, that names the person, with all links to it. The people in a file are
 * known from the rows it was made of, even when its columns do not show them, and from its text when somebody is named in a
 * row about another.
 */
export function forgetExports({ db, blobs }: Parts): PersonalStore {
  return {
    tables: ['exports', 'export_parts'],
    async forget(subject) {
      // From here on a part being read is read again; the corpus lost the person before that.
      await db.query(sql`
        UPDATE exports SET forgets = forgets + 1 WHERE finished_at IS NULL AND NOT is_closed`)
      await dropAddresses(db, subject)
      const about = new Set(await findExports(db, subject))
      for (const id of await selectReadable(db))
        if (!about.has(id) && (await namedIn({ db, blobs }, id, subject))) about.add(id)
      for (const id of about) for (const blobId of await withdraw(db, id)) await blobs.remove(blobId)
      return about.size
    },
  }
}

const mailToRow = rowShape({ id: column.text(), mailTo: column.text() })

/** Nobody who is forgotten is written to. */
async function dropAddresses(db: Postgres, subject: Subject): Promise<void> {
  const rows = await db.query(sql.rows(mailToRow)`
    SELECT id, mail_to AS "mailTo" FROM exports WHERE mail_to IS NOT NULL`)
  const ids = rows.filter(({ mailTo }) => subject.isIn(mailTo)).map(({ id }) => id)
  await db.query(sql`UPDATE exports SET mail_to = NULL WHERE id = ANY(${ids}::text[])`)
}

const peopleRow = rowShape({ id: column.text(), people: column.text() })

/** Exports with a row about the person. */
async function findExports(db: Postgres, subject: Subject): Promise<string[]> {
  return db.transact(
    async (tx) => {
      const rows = await tx.query(sql.rows(peopleRow)`
        SELECT export_id AS id, people::text AS people FROM export_parts
        WHERE lower(people::text) LIKE ANY(${subject.patterns}::text[])`)
      return rows.filter(({ people }) => subject.isIn(people)).map(({ id }) => id)
    },
    { statementTimeoutMs: 0 },
  )
}

const idRow = rowShape({ id: column.text() })

async function selectReadable(db: Postgres): Promise<string[]> {
  const rows = await db.query(sql.rows(idRow)`
    SELECT id FROM exports WHERE NOT is_withdrawn AND (blob_id IS NOT NULL OR NOT is_closed) ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Files of earlier releases are in one piece, their parts gone; all others are looked through part by part. */
async function namedIn({ db, blobs }: Parts, exportId: string, subject: Subject): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const row = await selectExport(db, exportId)
    if (row === undefined) return false
    const isReadable = row.blobId !== null && !row.isInParts && !isPackedType(row.contentType)
    const files = isReadable ? [row.blobId] : (await selectParts(db, exportId)).map(({ blobId }) => blobId)
    let isMissing = false
    for (const blobId of files) {
      if (blobId === null) continue
      const blob = await blobs.get(blobId)
      if (blob === undefined) isMissing = true
      else if (await isInText(blob.content as AsyncIterable<Buffer>, subject)) return true
    }
    if (!isMissing) return false
  }
  return false
}

/** Longest text of one line that is looked at in one piece; no identifier is as long as what two pieces have in common. */
const pieceLength = 1_000_000
const overlap = 10_000

async function isInText(content: AsyncIterable<Buffer>, subject: Subject): Promise<boolean> {
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of content) {
    pending += decoder.decode(chunk, { stream: true })
    const end = pending.lastIndexOf('\n') + 1
    if (end === 0 && pending.length < pieceLength) continue
    if (subject.isIn(end === 0 ? pending : pending.slice(0, end))) return true
    pending = end === 0 ? pending.slice(-overlap) : pending.slice(end)
  }
  return subject.isIn(pending)
}

const blobIdRow = rowShape({ blobId: nullable(column.text()) })

/** After this no link opens it, and its rows no longer count for the month; returns the blobs to delete. */
async function withdraw(db: Postgres, exportId: string): Promise<string[]> {
  return db.transact(async (tx) => {
    const file = await lockExport(tx, exportId)
    // Rows of one that is not finished are given back when it ends.
    if (file !== undefined && file.finishedAt !== null && !file.isWithdrawn)
      await giveRowsBack(tx, file, file.rows)
    await tx.query(sql`UPDATE exports SET is_withdrawn = true, blob_id = NULL WHERE id = ${exportId}`)
    const parts = await tx.query(sql.rows(blobIdRow)`
      DELETE FROM export_parts WHERE export_id = ${exportId} RETURNING blob_id AS "blobId"`)
    return [file, ...parts].flatMap((one) => one?.blobId ?? [])
  })
}
