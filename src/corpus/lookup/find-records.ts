import { requireTokens } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import {
  readByIds,
  readByTokens,
  readMostAlike,
  type ReadRecord,
  type RecordStore,
} from '../record-store/index.ts'
import type { CarrierCache } from './carrier-cache.ts'
import type { AlikeRequest, FoundRecord, LookupIdsRequest, LookupRequest } from './lookup-request.ts'

/** Identifiers of one statement: more at once are no faster, and hold more records in memory. */
const chunk = 5_000

/** Records of many identifiers at once, in rank order; a record that several find appears once, with all of them. */
export async function lookup(
  store: RecordStore,
  kind: EntityKind,
  { tokens, snapshot, perToken, sealed, signal }: LookupRequest,
): Promise<FoundRecord[]> {
  const wanted = [...new Set(tokens)]
  requireTokens(kind, wanted, snapshot.lacks)
  const byId = new Map<string, FoundRecord>()
  for (let start = 0; start < wanted.length; start += chunk) {
    signal?.throwIfAborted()
    const part = { tokens: wanted.slice(start, start + chunk), asOf: snapshot.number, perToken, sealed }
    for (const record of await readByTokens(store, kind, part)) {
      const existing = byId.get(record.id)
      if (existing === undefined) byId.set(record.id, shownAs(record, record.tokens))
      else existing.tokens.push(...record.tokens)
    }
  }
  return [...byId.values()].sort(byRank)
}

/** Records of some entities, in rank order; entities that no longer exist are left out. `tokens` is empty. */
export async function lookupIds(
  store: RecordStore,
  kind: EntityKind,
  { ids, snapshot, sealed, signal }: LookupIdsRequest,
): Promise<FoundRecord[]> {
  signal?.throwIfAborted()
  const records = await readByIds(store, kind, { ids, asOf: snapshot.number, sealed })
  return records.map((record) => shownAs(record, [])).sort(byRank)
}

/** Tokens that are counted: the rarest. Common ones are read by the thousand and tell little. */
const rarest = 12
/** Tokens a record must share. */
const minCarriers = 2

/** Records that share the most of some tokens, a rare token counting more than a common one: trigrams of a misspelt name. */
export async function alike(
  store: RecordStore,
  kind: EntityKind,
  { tokens, snapshot, most, signal, carriers }: AlikeRequest & { carriers?: CarrierCache },
): Promise<FoundRecord[]> {
  const wanted = [...new Set(tokens)]
  if (wanted.length < minCarriers) return []
  requireTokens(kind, wanted, snapshot.lacks)
  signal?.throwIfAborted()
  const asOf = snapshot.number
  const request = { tokens: wanted, asOf, rarest, least: minCarriers, most }
  const ids = await (carriers?.mostAlike(kind, request) ?? readMostAlike(store, kind, request))
  const records = await readByIds(store, kind, { ids, asOf })
  const byId = new Map(records.map((record) => [record.id, shownAs(record, [])]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function shownAs({ id, rank, born, body, sealed }: ReadRecord, tokens: string[]): FoundRecord {
  return { id, rank, born: String(born), body, sealed, tokens }
}

function byRank(a: FoundRecord, b: FoundRecord): number {
  // Ids are decimal numbers that may not fit a double.
  return a.rank - b.rank || a.id.length - b.id.length || (a.id < b.id ? -1 : 1)
}
