import type { FileQuota, Files } from '../../operation/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import { column, deleteOldest, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

/** Longer than any request runs: a file not kept by then was refused, or its request ended with the process. */
const requestMs = 10 * 60_000
const purgeBatch = 2_000

export interface Uploads extends Files {
  /** Forgets files whose time is over, a batch; answers how many. Their blobs expire on their own. */
  purge(nowMs: number): Promise<number>
}

const bytesRow = rowShape({ bytes: column.int() })

export function openUploads(settings: {
  db: Postgres
  blobs: Blobs
  clock: Clock
  /** Most bytes that an organization keeps at a time. */
  quotaBytes: number
}): Uploads {
  const { db, blobs, clock, quotaBytes } = settings

  /** Bytes of an organization besides those of one file. */
  async function keptBeside(organizationId: string, blobId: string): Promise<number> {
    const [row] = await db.query(sql.rows(bytesRow)`
      SELECT COALESCE(sum(bytes), 0)::bigint AS bytes FROM uploads
      WHERE organization_id = ${organizationId} AND blob_id <> ${blobId}
        AND expires_at > ${new Date(clock.now())}`)
    return row?.bytes ?? 0
  }

  const quota = (usedBytes: number): FileQuota => ({ overQuota: true, kept: usedBytes, quota: quotaBytes })

  return {
    async receive(content, { organizationId, maxBytes }) {
      // A file that cannot be kept is not read at all.
      const before = await keptBeside(organizationId, '')
      if (before >= quotaBytes) return quota(before)
      const expiresAtMs = clock.now() + requestMs
      const { id, bytes } = await blobs.put(content, { maxBytes, expiresAtMs })
      await db.query(sql`
        INSERT INTO uploads AS known (organization_id, blob_id, bytes, expires_at)
        VALUES (${organizationId}, ${id}, ${bytes}, ${new Date(expiresAtMs)})
        ON CONFLICT (organization_id, blob_id) DO UPDATE
          SET expires_at = greatest(known.expires_at, excluded.expires_at)`)
      // Counted again with the row in place: files that arrive side by side see each other.
      const usedBytes = await keptBeside(organizationId, id)
      return usedBytes + bytes > quotaBytes ? quota(usedBytes) : { blobId: id, bytes }
    },
    async keep(file, { organizationId, untilMs }) {
      await blobs.extend(file.blobId, untilMs)
      await db.query(sql`
        UPDATE uploads SET expires_at = greatest(expires_at, ${new Date(untilMs)})
        WHERE organization_id = ${organizationId} AND blob_id = ${file.blobId}`)
    },
    purge: (nowMs) =>
      deleteOldest(db, {
        table: 'uploads',
        where: sql`expires_at <= ${new Date(nowMs)}`,
        by: 'expires_at',
        most: purgeBatch,
      }),
  }
}
