import type { Clock } from '../../lib/clock.ts'
import type { KnownKey } from './key-records.ts'

export interface KeyCacheSettings {
  clock: Clock
  /** How long an answer is believed, milliseconds. */
  maxAgeMs: number
  /** Most keys remembered as valid, and separately as invalid, so that strangers cannot push out customers. */
  maxEntries: number
  find(hash: Buffer): Promise<KnownKey | undefined>
}

export interface KeyCache {
  get(hash: Buffer): Promise<KnownKey | undefined>
  /** Forgets everything, including look-ups under way: what began before cannot be believed after. */
  clear(): void
  readonly size: number
}

interface Entry {
  key: KnownKey | undefined
  atMs: number
}

/** Answers of the last moments, by hash. Look-ups of one key at the same time share one query. */
export function createKeyCache({ clock, maxAgeMs, maxEntries, find }: KeyCacheSettings): KeyCache {
  const entriesByHash = new Map<string, Entry>()
  const unknown = new Map<string, Entry>()
  let running = new Map<string, Promise<KnownKey | undefined>>()

  function fresh(entries: Map<string, Entry>, id: string): Entry | undefined {
    const entry = entries.get(id)
    if (entry === undefined) return undefined
    const ageMs = clock.now() - entry.atMs
    // A negative age means the clock was set back, so the age of the answer is unknown.
    if (ageMs >= 0 && ageMs < maxAgeMs) return entry
    entries.delete(id)
    return undefined
  }

  function remember(id: string, entry: Entry): void {
    const entries = entry.key === undefined ? unknown : entriesByHash
    if (entries.size >= maxEntries) {
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    }
    entries.set(id, entry)
  }

  function lookUp(hash: Buffer, id: string): Promise<KnownKey | undefined> {
    const mine = running
    const atMs = clock.now()
    const look = find(hash)
      .then((key) => {
        if (mine === running) remember(id, { key, atMs })
        return key
      })
      .finally(() => mine.delete(id))
    mine.set(id, look)
    return look
  }

  return {
    async get(hash) {
      const id = hash.toString('base64')
      const entry = fresh(entriesByHash, id) ?? fresh(unknown, id)
      if (entry !== undefined) return entry.key
      return running.get(id) ?? lookUp(hash, id)
    },
    clear() {
      entriesByHash.clear()
      unknown.clear()
      running = new Map()
    },
    get size() {
      return entriesByHash.size + unknown.size
    },
  }
}
