import type { Clock } from '../../lib/clock.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'

/** Where exports are written. */
export interface ExportRoom {
  db: Postgres
  blobs: Pick<Blobs, 'put' | 'get' | 'extend' | 'remove'>
  clock: Clock
}

/** Limit of a packed file and of a part; a file that consists of its parts has no such limit. */
export const maxBytes = 4 * 1024 ** 3
