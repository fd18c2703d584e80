import type { Clock } from '../../lib/clock.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import type { Downloads } from '../downloads/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Mail, MailMessage } from '../mail/index.ts'
import type { ExportFile } from './forget-exports.ts'

interface MailRoom {
  db: Postgres
  clock: Clock
  mail: Pick<Mail, 'send'>
  downloads: Pick<Downloads, 'link'>
  jobs: Pick<Jobs, 'isUnfinished'>
}

interface Unsent extends ExportFile {
  taskId: string
  mailTo: string
  fileName: string
  contentType: string
  rows: number
  expiresAt: Date
}

const unsentRow = rowShape<Unsent>({
  exportId: column.text(),
  taskId: column.text(),
  organizationId: column.text(),
  blobId: column.text(),
  mailTo: column.text(),
  fileName: column.text(),
  contentType: column.text(),
  rows: column.int(),
  expiresAt: column.instant(),
})

/**
 * Mails the links of finished exports, once they are charged, to the requested addresses, then forgets the addresses. A mail that cannot be sent now
 * is tried again at the next call until its file expires; a process killed in between sends it twice.
 */
export async function mailLinks(room: MailRoom, exportId?: string): Promise<number> {
  const { db, clock, mail, jobs } = room
  const now = new Date(clock.now())
  const one = exportId === undefined ? sql`true` : sql`id = ${exportId}`
  const unsent = await db.query(sql.rows(unsentRow)`
    SELECT id AS "exportId", task_id AS "taskId", organization_id AS "organizationId", blob_id AS "blobId", mail_to AS "mailTo",
      file_name AS "fileName", content_type AS "contentType", rows, expires_at AS "expiresAt"
    FROM exports WHERE mail_to IS NOT NULL AND blob_id IS NOT NULL AND expires_at > ${now} AND ${one}
    ORDER BY finished_at LIMIT 100`)
  let sent = 0
  for (const { taskId, ...file } of unsent) {
    // The end of the job charges the file; until then it is nobody's.
    if (await jobs.isUnfinished(db, taskId)) continue
    try {
      await mail.send(linkMail(room, file))
    } catch {
      // The mail server does not answer, or not now; the link is also in the answer of getExport.
      continue
    }
    await db.query(sql`UPDATE exports SET mail_to = NULL WHERE id = ${file.exportId}`)
    sent += 1
  }
  // Exports that never finished, or have expired, are not mailed.
  await db.query(sql`
    UPDATE exports SET mail_to = NULL WHERE id = ANY (ARRAY(
      SELECT id FROM exports
      WHERE mail_to IS NOT NULL AND (is_withdrawn OR expires_at <= ${now} OR (is_closed AND blob_id IS NULL))
      ORDER BY finished_at LIMIT 500))`)
  return sent
}

function linkMail(
  { clock, downloads }: Pick<MailRoom, 'clock' | 'downloads'>,
  file: Omit<Unsent, 'taskId'>,
): MailMessage {
  const { mailTo, rows, expiresAt, ...rest } = file
  const livesMs = expiresAt.getTime() - clock.now()
  return {
    to: mailTo,
    subject: `Your export ${file.fileName}`,
    paragraphs: [
      `${file.fileName} has ${rows} rows.`,
      `The link works until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, for anyone who has it.`,
    ],
    link: { label: 'Download', url: downloads.link({ ...rest, livesMs }) },
  }
}
