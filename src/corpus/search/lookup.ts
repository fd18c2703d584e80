import type { ClickHouse, Param } from '../../store/clickhouse/index.ts'
import type { EntityKind, Snapshot } from '../commits/index.ts'
import { compile, type Condition } from './condition.ts'
import { seen, tables } from './visibility.ts'

export interface LookupRequest {
  /** Identifier tokens (`slug:ada`, `dom:example.org`, `name:acme`), made by search-index. */
  tokens: readonly string[]
  snapshot: Snapshot
  /** Most records one token finds, the most prominent first. */
  perToken: number
  signal?: AbortSignal | undefined
}

/** A record and the tokens that found it. */
export interface FoundRecord {
  /** Entity id, decimal. */
  id: string
  /** Small is prominent. */
  rank: number
  /** Stored JSON. */
  body: string
  tokens: string[]
}

/**
 * Point look-up of many identifiers in one question: the sorted identifier table, then the records by primary key.
 * Answers in rank order; a record that several tokens find appears once.
 */
export async function lookup(
  engine: ClickHouse,
  kind: EntityKind,
  request: LookupRequest & { within: 'IN' | 'GLOBAL IN' },
): Promise<FoundRecord[]> {
  if (request.tokens.length === 0) return []
  const { sql, params } = lookupQuery(kind, request)
  const answer = await engine.raw(
    {
      tag: `lookup-${kind}`,
      sql,
      params,
      settings: { max_threads: 1 },
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    },
    'TSVRaw',
  )
  return readFound(answer.toString('utf8'))
}

/** One round trip instead of two costs reading the few identifier rows twice, which is the cheaper by far. */
function lookupQuery(
  kind: EntityKind,
  { tokens, snapshot, perToken, within }: LookupRequest & { within: 'IN' | 'GLOBAL IN' },
): { sql: string; params: Record<string, Param> } {
  const named: Condition = {
    kind: 'sql',
    text: (bind) => `kind = '${kind}' AND token IN ${bind('Array(String)', [...new Set(tokens)])}`,
  }
  const { sql, params } = compile(seen(kind, named, snapshot), within)
  const found = `SELECT token, rank, id, born FROM identifiers WHERE ${sql}
    ORDER BY token, rank, id LIMIT {per_token:UInt32} BY token`
  return {
    sql: `SELECT 't' AS part, rank, id, token AS text FROM (${found})
      UNION ALL
      SELECT 'b' AS part, rank, id, body AS text FROM ${tables[kind].bodies}
      WHERE (rank, id, born) ${within} (SELECT rank, id, born FROM (${found}))`,
    params: { ...params, per_token: perToken },
  }
}

function readFound(text: string): FoundRecord[] {
  const found = new Map<string, FoundRecord>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [part, rank, id] = line.split('\t', 3) as [string, string, string]
    const value = line.slice(part.length + rank.length + id.length + 3)
    let record = found.get(id)
    if (record === undefined) found.set(id, (record = { id, rank: Number(rank), body: '', tokens: [] }))
    if (part === 'b') record.body = value
    else record.tokens.push(value)
  }
  return [...found.values()].sort((a, b) => a.rank - b.rank || compareIds(a.id, b.id))
}

/** Decimal ids as numbers, however long. */
const compareIds = (a: string, b: string) => a.length - b.length || (a < b ? -1 : 1)
