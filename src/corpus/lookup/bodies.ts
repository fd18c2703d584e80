import type { EntityKind, Sealed } from '../kinds/index.ts'
import { readVersions, type RecordStore, type RecordKey } from '../record-store/index.ts'
import type { FoundRecord } from './lookup-request.ts'
import { LRUCache } from 'lru-cache'
import { openLabels, type Labels } from './labels.ts'

/** A record for callers that look at the identity of many and show few. */
export interface ShownBody {
  /** Stored JSON with the labels of today, which are worked out when it is read. */
  readonly body: string
  /** Stored JSON alone. */
  readonly storedBody: string
}

export interface BodyReader {
  /**
   * Stored JSON of some versions with the labels of a day (today), aligned with `keys`. Fails when one is missing,
   * since a page would have a gap.
   */
  read(kind: EntityKind, keys: readonly RecordKey[], today?: number): Promise<string[]>
  /** The same for callers that show few of them. */
  readShown(kind: EntityKind, keys: readonly RecordKey[]): Promise<ShownBody[]>
  /** The same in UTF-8, for pages whose records are sent as they are. */
  readBytes(kind: EntityKind, keys: readonly RecordKey[], today: number): Promise<Uint8Array[]>
}

/** Bytes of records in each of the two caches, of texts and of what is sent. */
const maxCacheBytes = 64 * 1024 * 1024
const bytesPerEntry = 200
const encoder = new TextEncoder()

/** A text with one such character takes two bytes for each of its characters. */
const isWide = /[\u0100-\u{10FFFF}]/u
const countBytes = (body: string) => (isWide.test(body) ? 2 : 1) * body.length + bytesPerEntry
const sizeOfBytes = (bytes: Uint8Array) => bytes.length + bytesPerEntry

const makeName = (kind: EntityKind, { id, born }: RecordKey) => `${kind} ${id} ${born}`

/**
 * Reads records by key and caches the last ones. A version never changes, so an entry never goes stale, and the
 * statement that found the key has decided who may see it.
 */
export function openBodies(store: RecordStore, labels: Labels = openLabels(undefined)): BodyReader {
  const readStored = storedTexts(store)
  /** What records of a day look like is other bytes the next day. */
  const bytesCache = new LRUCache<string, Uint8Array>({
    maxSize: maxCacheBytes,
    sizeCalculation: sizeOfBytes,
  })

  return {
    async read(kind, keys, today) {
      const bodies = await readStored(kind, keys, true)
      return keys.map((key) => {
        const body = bodies.get(makeName(kind, key)) ?? missingRecord(kind, key)
        return labels.show(kind, key, body, today)
      })
    },
    async readShown(kind, keys) {
      const bodies = await readStored(kind, keys, true)
      return keys.map((key) => {
        const body = bodies.get(makeName(kind, key)) ?? missingRecord(kind, key)
        return shownLater(body, () => labels.show(kind, key, body))
      })
    },
    async readBytes(kind, keys, today) {
      const makeDayName = (key: RecordKey) => `${makeName(kind, key)} ${today}`
      const all = keys.map((key) => bytesCache.get(makeDayName(key)))
      const bodies = await readStored(
        kind,
        keys.filter((_, index) => all[index] === undefined),
        false,
      )
      return keys.map((key, index) => {
        const atHand = all[index]
        if (atHand !== undefined) return atHand
        const body = bodies.get(makeName(kind, key)) ?? missingRecord(kind, key)
        const bytes = encoder.encode(labels.show(kind, key, body, today))
        bytesCache.set(makeDayName(key), bytes)
        return bytes
      })
    },
  }
}

/** Reads stored texts by name; `remember` those that are read as texts again. */
function storedTexts(store: RecordStore) {
  const cache = new LRUCache<string, string>({ maxSize: maxCacheBytes, sizeCalculation: countBytes })
  return async (kind: EntityKind, keys: readonly RecordKey[], remember: boolean) => {
    const bodies = new Map<string, string>()
    const missing: RecordKey[] = []
    for (const key of keys) {
      const body = cache.get(makeName(kind, key))
      if (body === undefined) missing.push(key)
      else bodies.set(makeName(kind, key), body)
    }
    for (const { id, born, body } of await readVersions(store, kind, { keys: missing })) {
      const name = makeName(kind, { id, born: String(born) })
      bodies.set(name, body)
      if (remember) cache.set(name, body)
    }
    return bodies
  }
}

function shownLater(storedBody: string, show: () => string): ShownBody {
  let body: string | undefined
  return {
    storedBody,
    get body() {
      return (body ??= show())
    },
  }
}

function missingRecord(kind: EntityKind, { id, born }: RecordKey): never {
  throw new Error(`the record of ${kind} ${id}, commit ${born}, is missing`)
}

/** Outside ids of some versions, by entity id. They are sealed beside the record, `source` -> id. */
export async function readExternalIds(
  store: RecordStore,
  kind: EntityKind,
  { records, signal }: { records: readonly FoundRecord[]; signal?: AbortSignal | undefined },
): Promise<Map<string, Record<string, string>>> {
  signal?.throwIfAborted()
  const versions = await readVersions(store, kind, { keys: records, sealed: true })
  return new Map(versions.map(({ id, sealed }) => [id, (JSON.parse(sealed) as Sealed).externalIds]))
}
