import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { CorpusKind, EntityKind, Sealed } from '../kinds/index.ts'

/** The newest stored version of an entity. */
export interface KnownVersion {
  id: string
  born: number
  observedAt: string
  members: Record<string, unknown>
  sealed: Sealed
  body: string
  sealedText: string
}

const chunk = 5_000

/** Newest versions of some entities, with their records. An entity that was retired has none: it is written anew. */
export async function knownVersions(
  engine: ClickHouse,
  kind: CorpusKind,
  ids: readonly string[],
  published: number,
): Promise<Map<string, KnownVersion>> {
  const known = new Map<string, KnownVersion>()
  for (let start = 0; start < ids.length; start += chunk) {
    const rows = await engine.query<{
      id: string
      born: number
      observed_at: string
      body: string
      sealed: string
    }>({
      tag: 'known-versions',
      sql: `WITH newest AS (
          SELECT id, max(born) AS last_born, argMax(rank, born) AS last_rank, argMax(observed_at, born) AS observed_at
          FROM versions WHERE kind = {kind:String} AND id IN {ids:Array(UInt64)} AND born <= {published:UInt32}
            AND (id, born) NOT IN (SELECT id, born FROM ${kind.supersededTable}
              WHERE id IN {ids:Array(UInt64)} AND dead <= {published:UInt32})
          GROUP BY id)
        SELECT toString(b.id) AS id, b.born AS born, toString(n.observed_at) AS observed_at, b.body AS body, b.sealed AS sealed
        FROM ${kind.bodyTable} AS b INNER JOIN newest AS n ON n.id = b.id AND n.last_born = b.born
        WHERE (b.rank, b.id, b.born) IN (SELECT last_rank, id, last_born FROM newest)`,
      params: { kind: kind.name, ids: ids.slice(start, start + chunk).map(BigInt), published },
      maxMs: 60_000,
      settings: { max_result_bytes: 2_000_000_000 },
    })
    for (const row of rows) {
      known.set(row.id, {
        id: row.id,
        born: row.born,
        observedAt: isoTime(row.observed_at),
        members: JSON.parse(row.body) as Record<string, unknown>,
        sealed: JSON.parse(row.sealed) as Sealed,
        body: row.body,
        sealedText: row.sealed,
      })
    }
  }
  return known
}

/** Which of some entities already have a snapshot of an instant: a repeated import adds none. */
export async function observedSnapshots(
  engine: ClickHouse,
  kind: EntityKind,
  observations: readonly { id: string; observedAt: string }[],
  published: number,
): Promise<Set<string>> {
  const found = new Set<string>()
  const ids = [...new Set(observations.map(({ id }) => id))]
  for (let start = 0; start < ids.length; start += 20_000) {
    const rows = await engine.query<{ id: string; observed_at: string }>({
      tag: 'observed-snapshots',
      sql: `SELECT toString(id) AS id, toString(observed_at) AS observed_at FROM snapshots
        WHERE kind = {kind:String} AND id IN {ids:Array(UInt64)} AND born <= {published:UInt32}`,
      params: { kind, ids: ids.slice(start, start + 20_000).map(BigInt), published },
      maxMs: 60_000,
    })
    for (const row of rows) found.add(`${row.id} ${isoTime(row.observed_at)}`)
  }
  return found
}

/** `2026-01-15 12:00:00.000` -> ISO 8601. */
export function isoTime(engineText: string): string {
  return `${engineText.replace(' ', 'T')}Z`
}
