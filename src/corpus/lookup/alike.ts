import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshot } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { BodyReader } from './bodies.ts'
import type { FoundRecord } from './lookup-request.ts'
import { askRows, publishedBy, withoutSuperseded } from './versions.ts'

export interface AlikeRequest {
  /** Identifier tokens, of which records are to share as many as they can. */
  tokens: readonly string[]
  snapshot: Snapshot
  /** Most records, the most alike first. */
  most: number
  signal?: AbortSignal | undefined
}

/** Tokens that are counted: the rarest. Common ones are read by the thousand and tell little. */
const rarest = 12
/** Tokens a record must share. */
const least = 2
/** Records read beyond those wanted, in case some are superseded. */
const spare = 8

/**
 * Records that share the most of some tokens, a rare token counting more than a common one: the trigrams of a
 * misspelt name. One reading of the tokens' rows in the sorted table of identifiers, then the records by primary key.
 */
export async function alike(
  { engine, bodies }: { engine: ClickHouse; bodies: BodyReader },
  kind: EntityKind,
  request: AlikeRequest,
): Promise<FoundRecord[]> {
  const { tokens, snapshot, most, signal } = request
  if (tokens.length < least) return []
  const published = publishedBy(snapshot)
  const rows = await askRows(engine, {
    tag: `alike-${kind}`,
    sql: `SELECT carrier.1, carrier.2, carrier.3 FROM (
        SELECT arrayJoin(carriers) AS carrier, 1 / log2(2 + n) AS weight FROM (
          SELECT groupArray((rank, id, born)) AS carriers, count() AS n FROM identifiers
          WHERE kind = '${kind}' AND token IN {tokens:Array(String)}${published.sql}
          GROUP BY token ORDER BY n, token LIMIT ${rarest}))
      GROUP BY carrier HAVING count() >= ${least} ORDER BY sum(weight) DESC, carrier LIMIT {most:UInt32}`,
    params: {
      ...published.params,
      tokens: [...new Set(tokens)],
      most: most + (snapshot.mayHoldSuperseded ? spare : 0),
    },
    signal,
  })
  const versions = rows.map(([rank = '', id = '', born = '']) => ({ rank, id, born }))
  const shown = snapshot.mayHoldSuperseded
    ? await withoutSuperseded(engine, kind, { tag: 'lookup', versions, snapshot, signal })
    : versions
  const kept = shown.slice(0, most)
  const texts = await bodies.read(kind, kept, signal)
  return kept.map(({ id, rank, born }, at) => ({
    id,
    rank: Number(rank),
    born,
    sealed: '',
    tokens: [],
    body: texts[at] as string,
  }))
}
