import type { Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { readExternalIds } from './external-ids.ts'
import type { RecordStore } from '../record-store/index.ts'
import { alike, lookup, lookupIds } from './find-records.ts'
import type { AlikeRequest, FoundRecord, LookupIdsRequest, LookupRequest } from './lookup-request.ts'
import { trace, type TraceRequest } from './trace.ts'
import type { TracedRecord } from '../../operation/index.ts'
import { openKeptCarriers } from './kept-carriers.ts'
import { pictures, type FoundPicture, type PicturedKind } from './pictures.ts'

/** Entities by what identifies them. Reads only; every question is bounded by the store's limits. */
export interface Lookups {
  readonly snapshots: Snapshots
  /** Records that carry one of some identifiers, in rank order, with the identifiers that found them. */
  lookup(kind: EntityKind, request: LookupRequest): Promise<FoundRecord[]>
  /** Records of some entities, in rank order; entities that are no more are left out. */
  lookupIds(kind: EntityKind, request: LookupIdsRequest): Promise<FoundRecord[]>
  /** Records that share the most of some identifier tokens, the most alike first. */
  alike(kind: EntityKind, request: AlikeRequest): Promise<FoundRecord[]>
  /** Pictures of the records that carry one of some identifiers, thousands at once. */
  pictures(kind: PicturedKind, request: LookupRequest): Promise<FoundPicture[]>
  /** Where the members of records are from, aligned; undefined where the corpus does not hold the record. */
  trace(kind: EntityKind, request: TraceRequest): Promise<(TracedRecord | undefined)[]>
  /** Outside ids (`source` -> id) of records found, by entity id, with the names of accounts that answers of searches never hold. */
  externalIds(
    kind: EntityKind,
    request: { records: readonly FoundRecord[]; signal?: AbortSignal | undefined },
  ): Promise<Map<string, Record<string, string>>>
}

export function openLookups(store: RecordStore, snapshots: Snapshots): Lookups {
  const carriers = openKeptCarriers(store)
  return {
    snapshots,
    lookup: (kind, request) => lookup(store, kind, request),
    lookupIds: (kind, request) => lookupIds(store, kind, request),
    alike: (kind, request) =>
      alike(store, kind, request.isOneOfMany === true ? { ...request, carriers } : request),
    trace: (kind, request) => trace(store, kind, { snapshots, ...request }),
    pictures: (kind, request) => pictures(store, kind, request),
    externalIds: (kind, request) => readExternalIds(store, kind, request),
  }
}
