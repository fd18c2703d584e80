import type { RequestRecord } from '../../operation/index.ts'
import { redact } from './redact.ts'
import type { PendingRequest } from './request-rows.ts'

/** Longer bodies are logged by their size only: the buffer is bounded in bytes as well as in rows. */
const maxBodyChars = 16_384
const maxPending = 10_000
const maxPendingChars = 32 * 1024 * 1024

/** Entries that wait for the store, oldest first. When there is no room the oldest go, and are counted. */
export class RequestBuffer {
  #pending: PendingRequest[] = []
  #chars = 0
  #dropped = 0

  get size(): number {
    return this.#pending.length
  }

  get dropped(): number {
    return this.#dropped
  }

  add(record: RequestRecord): void {
    this.#push(toPending(record))
  }

  /** Counts an entry that nobody will write. */
  drop(): void {
    this.#dropped += 1
  }

  /** Takes out the oldest. */
  take(most: number): PendingRequest[] {
    const batch = this.#pending.splice(0, most)
    for (const entry of batch) this.#chars -= countChars(entry)
    return batch
  }

  /** Puts a batch that could not be written back in front of newer entries. */
  putBack(batch: readonly PendingRequest[]): void {
    const later = this.#pending
    this.#pending = []
    this.#chars = 0
    for (const entry of batch) this.#push(entry)
    for (const entry of later) this.#push(entry)
  }

  #push(entry: PendingRequest): void {
    this.#pending.push(entry)
    this.#chars += countChars(entry)
    while (this.#pending.length > maxPending || this.#chars > maxPendingChars) {
      this.take(1)
      this.drop()
    }
  }
}

const countChars = (entry: PendingRequest) => entry.requestJson?.length ?? 0

function toPending({ request, ...entry }: RequestRecord): PendingRequest {
  return { ...entry, requestJson: request === undefined ? null : toJson(request) }
}

/** The members of a logged request; undefined where they were not kept. */
export function keptMembers(request: unknown): object | undefined {
  if (typeof request !== 'object' || request === null) return undefined
  const names = Object.keys(request)
  return names.length === 1 && names[0] === 'omitted' ? undefined : request
}

/** Size first: masking a megabyte would hold up other requests. */
function toJson(request: unknown): string | null {
  try {
    const { length } = JSON.stringify(request)
    return JSON.stringify(length <= maxBodyChars ? redact(request) : { omitted: `${length} characters` })
  } catch {
    return '{"omitted":"not representable as JSON"}'
  }
}
