import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/clock.ts'
import type { RequestLog } from '../../operation/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { RequestBuffer } from './request-buffer.ts'
import {
  deleteRequestsBefore,
  selectLastSeen,
  selectRequests,
  type LoggedRequest,
  type RequestFilter,
} from './request-rows.ts'
import { RequestWriter } from './request-writer.ts'

export const retentionDays = 7
const retentionMs = retentionDays * 86_400_000
const purgeBatch = 5_000

export interface RequestsSettings {
  db: Postgres
  clock: Clock
  log: Log
}

export interface Requests extends RequestLog {
  /** Entries thrown away because the store was away too long or refused them. */
  readonly dropped: number
  /** Writes what is buffered; resolves when the attempt is over, also when the store is away. */
  flush(): Promise<void>
  /** Newest first, of the last 7 days. */
  listRequests(filter: RequestFilter): Promise<LoggedRequest[]>
  /** When organizations last asked for something, of the last 7 days. */
  lastSeen(organizationIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
  /** Removes entries older than 7 days, a batch; answers how many. */
  purgeRequests(nowMs: number): Promise<number>
  /** Writes the rest and stops; entries that come later are dropped. */
  close(): Promise<void>
}

export function openRequests({ db, clock, log }: RequestsSettings): Requests {
  const buffer = new RequestBuffer()
  const writer = new RequestWriter({ db, buffer, log })
  let closed = false

  return {
    record(entry) {
      if (closed) return buffer.drop()
      buffer.add(entry)
      writer.wake()
    },
    get dropped() {
      return buffer.dropped
    },
    flush: () => writer.flush(),
    listRequests: (filter) => selectRequests(db, filter, clock.now() - retentionMs),
    lastSeen: (organizationIds) => selectLastSeen(db, organizationIds),
    purgeRequests: (nowMs) => deleteRequestsBefore(db, nowMs - retentionMs, purgeBatch),
    async close() {
      closed = true
      await writer.close()
      if (buffer.size > 0) log('request log entries lost at shutdown', { level: 'error', count: buffer.size })
      for (const _ of buffer.take(buffer.size)) buffer.drop()
    },
  }
}
