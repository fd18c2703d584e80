import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { monotonicMs } from '../../lib/clock.ts'
import type { Param } from '../../store/clickhouse/index.ts'
import type { Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { SnapshotRows } from './condition.ts'

/** What is asked of the engine, and every snapshot that its conditions read. */
export interface SnapshotStatement {
  sql: string
  params: Record<string, Param>
  snapshots: readonly SnapshotRows[]
}

export type AnswerKind = 'count' | 'page'

/** Where answers came from, and how many. */
export type AnswerUse = Record<AnswerKind, { memory: number; engine: number }>

/**
 * Answers of the engine to counts and first pages: numbers and keys, no records. A statement names all that decides its
 * answer, exclusion lists with their versions included, except the snapshots where nothing is being written; these are
 * part of the key. So an answer is one organization's as far as its question is.
 */
export interface AnswerCache {
  /** Only answers in the newest snapshots are stored; when a newer one is searched, all others go. */
  read(kind: AnswerKind, statement: SnapshotStatement, ask: () => Promise<StoredAnswer>): Promise<string>
  use(): AnswerUse
}

/** `isFinal` is false for what was read while rows were being removed. */
export interface StoredAnswer {
  text: string
  isFinal: boolean
}

/** Two bytes a character at most. */
const maxCharacters = 8_000_000
const charactersPerEntry = 200
const maxTextCharacters = 50_000
/** A later program may build the rows of a snapshot again, in another order. */
const entryTtlMs = 300_000

export function openAnswerCache(snapshots: Pick<Snapshots, 'newest'>): AnswerCache {
  const texts = new LRUCache<string, string>({
    maxSize: maxCharacters,
    sizeCalculation: (text) => text.length + charactersPerEntry,
    ttl: entryTtlMs,
    perf: { now: monotonicMs },
  })
  const newestNumbers = new Map<EntityKind, number>()
  const use: AnswerUse = { count: { memory: 0, engine: 0 }, page: { memory: 0, engine: 0 } }

  /** Whether all of them are the newest that was searched. */
  function areNewest(all: readonly SnapshotRows[]): boolean {
    for (const { kind, snapshot } of all) {
      const newest = newestNumbers.get(kind) ?? 0
      if (snapshot.number < newest || snapshot.lacks !== undefined) return false
      if (snapshot.number === newest) continue
      newestNumbers.set(kind, snapshot.number)
      texts.clear()
    }
    return true
  }

  /**
   * Whether they are the newest still, and no row of a later commit can have been there when the statement was carried
   * out: it may have waited for longer than a snapshot is trusted.
   */
  async function wereExact(all: readonly SnapshotRows[]): Promise<boolean> {
    const each = all.map(async ({ kind, snapshot }) => {
      const now = await snapshots.newest(kind)
      return now.number === snapshot.number && (snapshot.mayHoldLater || !now.mayHoldLater)
    })
    const areExact = await Promise.all(each).catch(() => [false])
    return areExact.every(Boolean) && areNewest(all)
  }

  return {
    async read(kind, statement, ask) {
      const key = areNewest(statement.snapshots) ? makeKey(kind, statement) : undefined
      const atHand = key === undefined ? undefined : texts.get(key)
      if (atHand !== undefined) {
        use[kind].memory++
        return atHand
      }
      use[kind].engine++
      const { text, isFinal } = await ask()
      if (key !== undefined && isFinal && text.length <= maxTextCharacters)
        if (await wereExact(statement.snapshots)) texts.set(key, text)
      return text
    },
    use: () => structuredClone(use),
  }
}

function makeKey(kind: AnswerKind, { sql, params, snapshots }: SnapshotStatement): string {
  const numbers = new Set(snapshots.map(({ kind: of, snapshot }) => `${of} ${snapshot.number}`))
  const text = JSON.stringify([kind, [...numbers].toSorted(), sql, params], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return createHash('sha256').update(text).digest('base64')
}
