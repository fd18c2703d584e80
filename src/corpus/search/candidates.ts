import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'
import type { ConditionCompiler } from './compiler.ts'
import type { Condition } from './condition.ts'
import { anyPolygon } from './count.ts'
import { requireColumns } from './lacking-rows.ts'
import { visibleAt } from './visibility.ts'

export interface CandidatesRequest {
  condition: Condition
  snapshot: Snapshot
  limit: number
  signal?: AbortSignal | undefined
}

/**
 * The most prominent rows of a search in rank order, with their traits. The arrays lie side by side, so that two
 * thousand rows take a quarter of a megabyte and need no parsing.
 */
export interface Candidates {
  ranks: Uint32Array
  ids: BigUint64Array
  borns: Uint32Array
  /** Numbers of the traits (search-index/traits.ts) of all rows, one row after the other. */
  traits: Uint32Array
  /** Where the traits of each row end. */
  ends: Uint32Array
}

/** Reads candidates with one statement. */
export async function readCandidates(
  { engine, compiler }: { engine: ClickHouse; compiler: ConditionCompiler },
  kind: EntityKind,
  { condition, snapshot, limit, signal }: CandidatesRequest,
): Promise<Candidates> {
  if (condition.kind === 'never') return candidatesIn(Buffer.alloc(0))
  requireColumns(kind, 'traits', snapshot.lacks)
  const { sql, params } = await compiler.compile(visibleAt(kind, condition, snapshot))
  const bytes = await engine.raw(
    {
      tag: `candidates-${kind}`,
      sql: `SELECT rank, id, born, traits FROM ${kinds[kind].table} WHERE ${sql}
        ORDER BY rank, id, born LIMIT {limit:UInt32}`,
      params: { ...params, limit },
      // Traits are read together with their rows instead of by a later join.
      settings: { ...anyPolygon, max_threads: 1, query_plan_optimize_lazy_materialization: 0 },
      ...(signal === undefined ? {} : { signal }),
    },
    'RowBinary',
  )
  return candidatesIn(bytes)
}

/** Bytes of a row before the length of its array: rank, id, born. */
const head = 4 + 8 + 4

function candidatesIn(bytes: Buffer): Candidates {
  const ranks: number[] = []
  const ids: bigint[] = []
  const borns: number[] = []
  const ends: number[] = []
  const traits = new Uint32Array(Math.ceil(bytes.length / 4))
  let count = 0
  for (let at = 0; at < bytes.length;) {
    ranks.push(bytes.readUInt32LE(at))
    ids.push(bytes.readBigUInt64LE(at + 4))
    borns.push(bytes.readUInt32LE(at + 12))
    at += head
    // The engine writes the length in groups of seven bits; every group but the last has the eighth bit set.
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const group = bytes[at++] as number
      length += (group & 0x7f) * 2 ** shift
      if (group < 0x80) break
    }
    for (let index = 0; index < length; index++, at += 4) traits[count++] = bytes.readUInt32LE(at)
    ends.push(count)
  }
  return {
    ranks: Uint32Array.from(ranks),
    ids: BigUint64Array.from(ids),
    borns: Uint32Array.from(borns),
    traits: traits.slice(0, count),
    ends: Uint32Array.from(ends),
  }
}
