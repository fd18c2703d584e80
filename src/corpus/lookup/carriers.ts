import { LRUCache } from 'lru-cache'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { LookupRequest } from './lookup-request.ts'
import { askRows, publishedBy, withoutSuperseded, type VersionKey } from './versions.ts'

/** A version that carries a token. */
export interface Carrier extends VersionKey {
  token: string
}

/** Which versions carry an identifier, as a snapshot shows them. */
export interface CarrierReader {
  read(kind: EntityKind, request: LookupRequest): Promise<Carrier[]>
  /** Whether what a look-up of one token needs is kept. */
  isKept(kind: EntityKind, request: LookupRequest, token: string): boolean
  /** Keeps what was read in another way: all that `read` would answer for the token. */
  keep(kind: EntityKind, request: LookupRequest, found: { token: string; carriers: readonly Carrier[] }): void
}

/** Identifiers kept, about 300 bytes each. */
const mostKept = 50_000
/** A look-up of more is a batch of its own: keeping it would push out what many ask for. */
const mostAtOnce = 1_000

/**
 * Reads carriers and keeps those read last. A snapshot shows the same for ever, so what is kept under its number is never
 * stale: a look-up of an identifier that was asked for since the last commit costs no statement.
 */
export function openCarriers(engine: ClickHouse): CarrierReader {
  const kept = new LRUCache<string, readonly Carrier[]>({ max: mostKept })
  const nameOf = (kind: EntityKind, { snapshot, perToken }: LookupRequest, token: string) =>
    `${kind} ${snapshot.number} ${perToken} ${token}`
  return {
    isKept: (kind, request, token) => kept.has(nameOf(kind, request, token)),
    keep: (kind, request, { token, carriers }) => void kept.set(nameOf(kind, request, token), carriers),
    async read(kind, request) {
      const tokens = [...new Set(request.tokens)]
      if (tokens.length > mostAtOnce) return visibleCarriers(engine, kind, request)
      const found: Carrier[] = []
      const missing: string[] = []
      for (const token of tokens) {
        const known = kept.get(nameOf(kind, request, token))
        if (known === undefined) missing.push(token)
        else found.push(...known)
      }
      if (missing.length === 0) return found
      const read = await visibleCarriers(engine, kind, { ...request, tokens: missing })
      const byToken = Map.groupBy(read, ({ token }) => token)
      for (const token of missing) kept.set(nameOf(kind, request, token), byToken.get(token) ?? [])
      return [...found, ...read]
    },
  }
}

/** Carriers asked for beyond those wanted, in case some are superseded. */
const spare = 8

/** At most `perToken` carriers of each token that the snapshot shows. */
async function visibleCarriers(
  engine: ClickHouse,
  kind: EntityKind,
  request: LookupRequest,
): Promise<Carrier[]> {
  const { perToken, snapshot } = request
  if (!snapshot.mayHoldSuperseded) return findCarriers(engine, kind, { ...request, most: perToken })
  for (let most = perToken + spare; ; most *= 8) {
    const carriers = await findCarriers(engine, kind, { ...request, most })
    const shown = await withoutSuperseded(engine, kind, { ...request, tag: 'lookup', versions: carriers })
    const [all, left] = [countByToken(carriers), countByToken(shown)]
    // A token whose carriers were cut off, and too many of those read are superseded, is asked for again.
    const isShort = [...all].some(([token, count]) => count === most && (left.get(token) ?? 0) < perToken)
    if (!isShort) return firstOfEach(shown, perToken)
  }
}

function countByToken(carriers: readonly Carrier[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { token } of carriers) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

function firstOfEach(carriers: readonly Carrier[], most: number): Carrier[] {
  const taken = new Map<string, number>()
  return carriers.filter(({ token }) => {
    const before = taken.get(token) ?? 0
    taken.set(token, before + 1)
    return before < most
  })
}

async function findCarriers(
  engine: ClickHouse,
  kind: EntityKind,
  { tokens, snapshot, most, signal }: LookupRequest & { most: number },
): Promise<Carrier[]> {
  const published = publishedBy(snapshot)
  const rows = await askRows(engine, {
    tag: `lookup-${kind}`,
    sql: `SELECT token, rank, id, born FROM identifiers
      WHERE kind = '${kind}' AND token IN {tokens:Array(String)}${published.sql}
      ORDER BY token, rank, id LIMIT {most:UInt32} BY token`,
    params: { ...published.params, tokens: [...new Set(tokens)], most },
    signal,
  })
  return rows.map(([token = '', rank = '', id = '', born = '']) => ({ token, rank, id, born }))
}
