import type { Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { readExternalIds } from './bodies.ts'
import type { RecordStore } from '../record-store/index.ts'
import { openLabels, type Labels } from './labels.ts'
import { alike, lookup, lookupIds } from './find-records.ts'
import type { AlikeRequest, FoundRecord, LookupIdsRequest, LookupRequest } from './lookup-request.ts'
import { trace, type TraceRequest } from './trace-origins.ts'
import type { TracedRecord } from '../../operation/index.ts'
import { openCarrierCache } from './carrier-cache.ts'
import { pictures, type FoundPicture, type PicturedKind } from './pictures.ts'

/** Entities by what identifies them. Reads only; every question is bounded by the store's limits. */
export interface Lookups {
  readonly snapshots: Snapshots
  /** Records that carry one of some identifiers, in rank order, with the identifiers that found them. */
  lookup(kind: EntityKind, request: LookupRequest): Promise<FoundRecord[]>
  /** Records of some entities, in rank order; entities that no longer exist are left out. */
  lookupIds(kind: EntityKind, request: LookupIdsRequest): Promise<FoundRecord[]>
  /** Records that share the most of some identifier tokens, the most alike first. */
  alike(kind: EntityKind, request: AlikeRequest): Promise<FoundRecord[]>
  /** Pictures of the records that carry one of some identifiers, thousands at once. */
  pictures(kind: PicturedKind, request: LookupRequest): Promise<FoundPicture[]>
  /** Where the members of records are from, aligned; undefined if the corpus does not hold the record. */
  trace(kind: EntityKind, request: TraceRequest): Promise<(TracedRecord | undefined)[]>
  /** Outside ids (`source` -> id) of records found, by entity id, with the names of accounts that answers of searches never hold. */
  externalIds(
    kind: EntityKind,
    request: { records: readonly FoundRecord[]; signal?: AbortSignal | undefined },
  ): Promise<Map<string, Record<string, string>>>
}

export function openLookups(
  store: RecordStore,
  snapshots: Snapshots,
  labels: Labels = openLabels(undefined),
): Lookups {
  const carriers = openCarrierCache(store)
  return {
    snapshots,
    lookup: async (kind, request) => labelRecords(labels, kind, request, await lookup(store, kind, request)),
    lookupIds: async (kind, request) =>
      labelRecords(labels, kind, request, await lookupIds(store, kind, request)),
    async alike(kind, request) {
      const manyRequest = request.isOneOfMany === true ? { ...request, carriers } : request
      return labelRecords(labels, kind, {}, await alike(store, kind, manyRequest))
    },
    trace: (kind, request) => trace(store, kind, { snapshots, ...request }),
    pictures: (kind, request) => pictures(store, kind, request),
    externalIds: (kind, request) => readExternalIds(store, kind, request),
  }
}

/** Many records are looked at for who they are alone, so labels are worked out when a text is read. */
function labelRecords(
  labels: Labels,
  kind: EntityKind,
  { isAsStored = false }: { isAsStored?: boolean | undefined },
  records: FoundRecord[],
): FoundRecord[] {
  if (isAsStored || !labels.showMore(kind)) return records
  return records.map(({ id, rank, born, body, sealed, tokens }) => ({
    id,
    rank,
    born,
    get body() {
      return labels.show(kind, { id, born }, body)
    },
    sealed,
    tokens,
  }))
}
