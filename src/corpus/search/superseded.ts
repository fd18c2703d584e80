import type { ClickHouse, Param } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import { kinds, type EntityKind } from '../kinds/index.ts'

/** A version of a record, and where its search row is. Decimal numbers, as the engine wrote them. */
export interface VersionKey {
  rank: string
  id: string
  born: string
}

type Asking = { snapshot: Snapshot; signal?: AbortSignal | undefined }

/** Rows of a small statement on one thread, split at tabs. */
async function askRows(
  engine: ClickHouse,
  ask: { tag: string; sql: string; params: Record<string, Param>; signal?: AbortSignal | undefined },
): Promise<string[][]> {
  const { signal, ...query } = ask
  const settings = { max_threads: 1 }
  const answer = await engine.raw(
    { ...query, settings, ...(signal === undefined ? {} : { signal }) },
    'TSVRaw',
  )
  const text = answer.toString('utf8')
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => line.split('\t'))
}

/**
 * Picks the versions that a snapshot still shows. Superseded ones are found by primary key, while a condition would
 * read every superseded version there is.
 */
export async function withoutSuperseded<V extends Pick<VersionKey, 'id' | 'born'>>(
  engine: ClickHouse,
  kind: EntityKind,
  { tag, versions, snapshot, signal }: Asking & { tag: string; versions: readonly V[] },
): Promise<readonly V[]> {
  if (versions.length === 0) return versions
  const ids = [...new Set(versions.map(({ id }) => BigInt(id)))]
  const rows = await askRows(engine, {
    tag: `${tag}-${kind}`,
    sql: `SELECT id, born FROM ${kinds[kind].supersededTable}
      WHERE id IN {ids:Array(UInt64)} AND dead <= {number:UInt32}`,
    params: { ids, number: snapshot.number },
    signal,
  })
  const superseded = new Set(rows.map(([id, born]) => `${id} ${born}`))
  return versions.filter(({ id, born }) => !superseded.has(`${id} ${born}`))
}
