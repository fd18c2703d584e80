import { requireTokens } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import {
  readByIds,
  readByTokens,
  readMergedInto,
  readMostAlike,
  type ReadRecord,
  type RecordStore,
} from '../record-store/index.ts'
import type { CarrierCache } from './carrier-cache.ts'
import type {
  AlikeEachRequest,
  AlikeRequest,
  FoundRecord,
  LookupIdsRequest,
  LookupRequest,
} from './lookup-request.ts'

/** Identifiers of one statement. More at once are no faster, and hold more records in memory. */
const chunk = 5_000

/** Records of many identifiers, in rank order. A record that several of them find appears once, with all of them. */
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

/** Records of some entities, in rank order. Entities that ended are missing. `tokens` is empty. */
export async function lookupIds(
  store: RecordStore,
  kind: EntityKind,
  { ids, snapshot, sealed, signal }: LookupIdsRequest,
): Promise<FoundRecord[]> {
  signal?.throwIfAborted()
  const records = await readByIds(store, kind, { ids, asOf: snapshot.number, sealed })
  return records.map((record) => shownAs(record, [])).sort(byRank)
}

/** Greater ids are not assigned yet; other words name no entity. */
const isAssignable = (id: string) => /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n

/** Some entities with those that became part of them; ids that are none stay. */
export async function withMerged(
  store: RecordStore,
  kind: EntityKind,
  { ids, snapshot }: Pick<LookupIdsRequest, 'ids' | 'snapshot'>,
): Promise<string[]> {
  const merged = await readMergedInto(store, kind, { ids: ids.filter(isAssignable), asOf: snapshot.number })
  return [...new Set([...ids, ...merged])]
}

/** Tokens that count: the rarest. Common ones are read by the thousand and tell little. */
const rarest = 12
/** Tokens that a record must share. */
const minCarriers = 2

/**
 * Records that share the most of some tokens, such as trigrams of a misspelt name. A rare token counts more than a
 * common one.
 */
export async function alike(
  store: RecordStore,
  kind: EntityKind,
  { tokens, snapshot, most, signal }: AlikeRequest,
): Promise<FoundRecord[]> {
  const wanted = [...new Set(tokens)]
  if (wanted.length < minCarriers) return []
  requireTokens(kind, wanted, snapshot.lacks)
  signal?.throwIfAborted()
  const asOf = snapshot.number
  const request = { tokens: wanted, asOf, rarest, least: minCarriers, most }
  const ids = await readMostAlike(store, kind, request)
  const byId = await readShown(store, kind, { ids, asOf })
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The same for each of many names of a list, with two statements. */
export async function alikeEach(
  store: RecordStore,
  kind: EntityKind,
  { names, snapshot, most, carriers }: AlikeEachRequest & { carriers: CarrierCache },
): Promise<FoundRecord[][]> {
  const tokenLists = names
    .map((tokens) => [...new Set(tokens)])
    .map((tokens) => (tokens.length < minCarriers ? [] : tokens))
  requireTokens(kind, tokenLists.flat(), snapshot.lacks)
  const asOf = snapshot.number
  const idLists = await carriers.mostAlike(
    kind,
    asOf,
    tokenLists.map((tokens) => ({ tokens, rarest, least: minCarriers, most })),
  )
  const byId = await readShown(store, kind, { ids: idLists.flat(), asOf })
  return idLists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
}

async function readShown(
  store: RecordStore,
  kind: EntityKind,
  request: { ids: readonly string[]; asOf: number },
): Promise<Map<string, FoundRecord>> {
  const records = await readByIds(store, kind, request)
  return new Map(records.map((record) => [record.id, shownAs(record, [])]))
}

function shownAs({ id, rank, born, body, sealed }: ReadRecord, tokens: string[]): FoundRecord {
  return { id, rank, born: String(born), body, sealed, tokens }
}

function byRank(a: FoundRecord, b: FoundRecord): number {
  // Ids are decimal numbers that may not fit a double.
  return a.rank - b.rank || a.id.length - b.id.length || (a.id < b.id ? -1 : 1)
}
