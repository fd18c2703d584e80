import { LRUCache } from 'lru-cache'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { EntityKind } from '../commits/index.ts'
import { tables } from './visibility.ts'

/** Where a version of a record is stored. Decimal numbers, as the engine wrote them. */
export interface VersionKey {
  rank: string
  id: string
  born: string
}

export interface BodyReader {
  /** Stored JSON of some versions, aligned with `keys`. Fails when one is missing: a page would have a gap. */
  read(kind: EntityKind, keys: readonly VersionKey[], signal: AbortSignal | undefined): Promise<string[]>
}

/** Characters of records kept, about as many bytes. */
const mostKept = 128 * 1024 * 1024

/**
 * Reads records by primary key and keeps those read last: a version never changes, so a kept one is never stale, and
 * who may see it was decided by the statement that found its key. A page whose records are kept costs one statement
 * instead of two (2.4 ms of the engine instead of 5.1, one part, 300,000 people).
 */
export function openBodies(engine: ClickHouse): BodyReader {
  const kept = new LRUCache<string, string>({
    maxSize: mostKept,
    sizeCalculation: (body) => body.length + 100,
  })
  return {
    async read(kind, keys, signal) {
      const bodies = new Map<string, string>()
      const missing: VersionKey[] = []
      for (const key of keys) {
        const body = kept.get(nameOf(kind, key.id, key.born))
        if (body === undefined) missing.push(key)
        else bodies.set(key.id, body)
      }
      if (missing.length > 0) {
        for (const [key, body] of await readStored(engine, kind, { keys: missing, signal })) {
          kept.set(nameOf(kind, key.id, key.born), body)
          bodies.set(key.id, body)
        }
      }
      return keys.map(({ id, born }) => {
        const body = bodies.get(id)
        if (body === undefined) throw new Error(`the record of ${kind} ${id}, commit ${born}, is missing`)
        return body
      })
    },
  }
}

const nameOf = (kind: EntityKind, id: string, born: string) => `${kind} ${id} ${born}`

const tab = 9
const newline = 10

async function readStored(
  engine: ClickHouse,
  kind: EntityKind,
  { keys, signal }: { keys: readonly VersionKey[]; signal: AbortSignal | undefined },
): Promise<[Pick<VersionKey, 'id' | 'born'>, string][]> {
  const answer = await engine.raw(
    {
      tag: `bodies-${kind}`,
      sql: `SELECT id, born, body FROM ${tables[kind].bodies}
        WHERE (rank, id, born) IN {keys:Array(Tuple(UInt32, UInt64, UInt32))}`,
      params: { keys: `[${keys.map(({ rank, id, born }) => `(${rank},${id},${born})`).join(',')}]` },
      settings: { max_threads: 1 },
      ...(signal === undefined ? {} : { signal }),
    },
    'TSVRaw',
  )
  const found: [Pick<VersionKey, 'id' | 'born'>, string][] = []
  // Stored JSON has neither raw tabs nor newlines. Cut from the bytes: a slice of a string would keep all of it alive.
  for (let at = 0; at < answer.length;) {
    const end = answer.indexOf(newline, at)
    const [first, second] = [answer.indexOf(tab, at), answer.indexOf(tab, answer.indexOf(tab, at) + 1)]
    const id = answer.toString('latin1', at, first)
    const born = answer.toString('latin1', first + 1, second)
    found.push([{ id, born }, answer.toString('utf8', second + 1, end)])
    at = end + 1
  }
  return found
}
