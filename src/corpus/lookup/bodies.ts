import type { EntityKind, Sealed } from '../kinds/index.ts'
import { readVersions, type RecordStore, type RecordKey } from '../record-store/index.ts'
import type { FoundRecord } from './lookup-request.ts'
import { LRUCache } from 'lru-cache'
import { openLabels, type Labels } from './labels.ts'

export interface BodyReader {
  /** Stored JSON of some versions with the labels of a day (today), aligned with `keys`. Fails when one is missing: a page would have a gap. */
  read(kind: EntityKind, keys: readonly RecordKey[], today?: number): Promise<string[]>
}

/** Bytes of records kept. */
const maxCacheBytes = 128 * 1024 * 1024

/** A text with one such character takes two bytes for each. */
const isWide = /[\u0100-\u{10FFFF}]/u

/**
 * Reads records by key and keeps those read last: a version never changes, so a kept one is never stale, and who may see
 * it was decided by the statement that found its key.
 */
export function openBodies(store: RecordStore, labels: Labels = openLabels(undefined)): BodyReader {
  const cache = new LRUCache<string, string>({
    maxSize: maxCacheBytes,
    sizeCalculation: (body) => (isWide.test(body) ? 2 : 1) * body.length + 200,
  })
  const makeName = (kind: EntityKind, { id, born }: RecordKey) => `${kind} ${id} ${born}`
  return {
    async read(kind, keys, today) {
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
        cache.set(name, body)
      }
      return keys.map((key) => {
        const body = bodies.get(makeName(kind, key)) ?? missingRecord(kind, key)
        return labels.show(kind, key, body, today)
      })
    },
  }
}

function missingRecord(kind: EntityKind, { id, born }: RecordKey): never {
  throw new Error(`the record of ${kind} ${id}, commit ${born}, is missing`)
}

/** Outside ids of some versions, by entity id: sealed beside the record, `source` -> id. */
export async function readExternalIds(
  store: RecordStore,
  kind: EntityKind,
  { records, signal }: { records: readonly FoundRecord[]; signal?: AbortSignal | undefined },
): Promise<Map<string, Record<string, string>>> {
  signal?.throwIfAborted()
  const versions = await readVersions(store, kind, { keys: records, sealed: true })
  return new Map(versions.map(({ id, sealed }) => [id, (JSON.parse(sealed) as Sealed).externalIds]))
}
