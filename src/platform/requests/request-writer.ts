import type { Log } from '../../lib/log.ts'
import { StoreUnavailable, type Postgres } from '../../store/postgres/index.ts'
import type { RequestBuffer } from './request-buffer.ts'
import { insertRequests, type PendingRequest } from './request-rows.ts'

const flushAfterMs = 200
/** While the store is away: once a second is enough to notice its return. */
const retryAfterMs = 1_000
const batchRows = 500

export interface RequestWriterSettings {
  db: Postgres
  buffer: RequestBuffer
  log: Log
}

/** Empties the buffer into the store: soon after an entry came, at once when a batch is full. */
export class RequestWriter {
  readonly #settings: RequestWriterSettings
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  #closed = false

  constructor(settings: RequestWriterSettings) {
    this.#settings = settings
  }

  /** To be called after each entry; never throws, never waits. */
  wake(): void {
    if (this.#settings.buffer.size >= batchRows) void this.flush()
    else this.#schedule(flushAfterMs)
  }

  /** Writes what waits; resolves when the attempt is over, also when the store is away. */
  flush(): Promise<void> {
    this.#flushing ??= this.#drain().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#flushing
    await this.flush()
  }

  #schedule(afterMs: number): void {
    if (this.#timer !== undefined || this.#closed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, afterMs)
    this.#timer.unref()
  }

  async #drain(): Promise<void> {
    while (this.#settings.buffer.size > 0) {
      if (await this.#writeBatch()) continue
      this.#schedule(retryAfterMs)
      return
    }
  }

  /** false when the store is away and the batch is back in the buffer. */
  async #writeBatch(): Promise<boolean> {
    const { db, buffer } = this.#settings
    const batch = buffer.take(batchRows)
    try {
      await insertRequests(db, batch)
      return true
    } catch (error) {
      // One bad entry must not cost the others: find it by writing them singly.
      if (!(error instanceof StoreUnavailable)) return this.#writeOneByOne(batch)
      buffer.putBack(batch)
      return false
    }
  }

  async #writeOneByOne(batch: readonly PendingRequest[]): Promise<boolean> {
    const { db, buffer, log } = this.#settings
    for (const [index, entry] of batch.entries()) {
      try {
        await insertRequests(db, [entry])
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          buffer.putBack(batch.slice(index))
          return false
        }
        buffer.drop()
        log('request log entry refused by the store', {
          level: 'error',
          requestId: entry.id,
          cause: String(error),
        })
      }
    }
    return true
  }
}
