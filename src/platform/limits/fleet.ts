import { randomUUID } from 'node:crypto'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

/**
 * alone: nobody else admits, so this process decides by itself. sharing: all processes ask the shared windows. joining:
 * others are there and not all of them share yet, so this process admits a tenth of each limit at most.
 */
export type FleetMode = 'alone' | 'joining' | 'sharing'

export interface Fleet {
  readonly mode: FleetMode
  /** Processes seen of late, this one included. */
  readonly size: number
  /**
   * Shows this process to the others and looks for them. `publish` tells the others what was admitted without asking;
   * it is called before this process says that it shares.
   */
  refresh(nowMs: number, publish: () => Promise<void>): Promise<void>
}

/** A process with requests announces itself every second; one that was silent for longer asks before it admits. */
const seenMs = 2_500
/** After the last other process was seen its admissions are in the shared windows for a window more. */
const keepSharingMs = 90_000

const otherRow = rowShape({ sharing: column.bool() })

export function openFleet(db: Postgres): Fleet {
  const id = randomUUID()
  let mode: FleetMode = 'alone'
  let size = 1
  let isSharing = false
  let lastOtherMs = Number.NEGATIVE_INFINITY

  async function show(nowMs: number): Promise<void> {
    await db.query(sql`
      INSERT INTO rate_limit_processes (id, seen_at, is_sharing) VALUES (${id}, ${new Date(nowMs)}, ${isSharing})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, is_sharing = excluded.is_sharing`)
  }

  return {
    get mode() {
      return mode
    },
    get size() {
      return size
    },
    async refresh(nowMs, publish) {
      // Shown before looking: of two that start at once at least one sees the other.
      await show(nowMs)
      const others = await db.query(sql.rows(otherRow)`
        SELECT is_sharing AS sharing FROM rate_limit_processes
        WHERE id <> ${id} AND seen_at > ${new Date(nowMs - seenMs)}`)
      size = others.length + 1
      if (others.length > 0) lastOtherMs = nowMs
      if (others.length === 0 && nowMs - lastOtherMs > keepSharingMs) {
        mode = 'alone'
        isSharing = false
        return
      }
      if (mode !== 'sharing') await publish()
      if (!isSharing) {
        isSharing = true
        await show(nowMs)
      }
      mode = others.every(({ sharing }) => sharing) ? 'sharing' : 'joining'
    },
  }
}
