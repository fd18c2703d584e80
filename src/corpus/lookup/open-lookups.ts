import type { Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { readExternalIds } from './bodies.ts'
import type { RecordStore } from '../record-store/index.ts'
import { openLabels, type Labels } from './labels.ts'
import { alike, alikeEach, lookup, lookupIds, withMerged } from './find-records.ts'
import type {
  AlikeEachRequest,
  AlikeRequest,
  FoundRecord,
  LookupIdsRequest,
  LookupRequest,
} from './lookup-request.ts'
import { trace, type TraceRequest } from './trace-origins.ts'
import type { TracedRecord } from '../../operation/index.ts'
import { openCarrierCache } from './carrier-cache.ts'
import { pictures, type FoundPicture, type PicturedKind } from './pictures.ts'

/** Entities by their identifiers. It only reads, and the store's limits bound every question. */
export interface Lookups {
  readonly snapshots: Snapshots
  /** Records that carry one of some identifiers, in rank order, with the identifiers that found them. */
  lookup(kind: EntityKind, request: LookupRequest): Promise<FoundRecord[]>
  /** Records of some entities, in rank order. Entities that ended are missing. */
  lookupIds(kind: EntityKind, request: LookupIdsRequest): Promise<FoundRecord[]>
  /** Ids of some entities and of those that merges made part of them: what was stored about these is about those. */
  withMerged(kind: EntityKind, request: Pick<LookupIdsRequest, 'ids' | 'snapshot'>): Promise<string[]>
  /** Records that share the most of some identifier tokens, the most alike first. */
  alike(kind: EntityKind, request: AlikeRequest): Promise<FoundRecord[]>
  /** The same for each of many names of a list, whose tokens are cached for the next. */
  alikeEach(kind: EntityKind, request: AlikeEachRequest): Promise<FoundRecord[][]>
  /** Pictures of the records that carry one of some identifiers, thousands at once. */
  pictures(kind: PicturedKind, request: LookupRequest): Promise<FoundPicture[]>
  /** Where the members of records are from, aligned; undefined where the corpus does not have the record. */
  trace(kind: EntityKind, request: TraceRequest): Promise<(TracedRecord | undefined)[]>
  /** Outside ids (`source` -> id) of some records, by entity id. Only here are names of accounts among them. */
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
    withMerged: (kind, request) => withMerged(store, kind, request),
    alike: async (kind, request) => labelRecords(labels, kind, {}, await alike(store, kind, request)),
    async alikeEach(kind, request) {
      const lists = await alikeEach(store, kind, { ...request, carriers })
      return lists.map((records) => labelRecords(labels, kind, {}, records))
    },
    trace: (kind, request) => trace(store, kind, { snapshots, ...request }),
    pictures: (kind, request) => pictures(store, kind, request),
    externalIds: (kind, request) => readExternalIds(store, kind, request),
  }
}

/** Labels are worked out when a text is read, because many records are looked at for their identity alone. */
function labelRecords(
  labels: Labels,
  kind: EntityKind,
  { isAsStored = false }: { isAsStored?: boolean | undefined },
  records: FoundRecord[],
): FoundRecord[] {
  if (isAsStored || !labels.showMore(kind)) return records
  return records.map(({ id, rank, born, body, sealed, tokens }) => {
    let text: string | undefined
    return {
      id,
      rank,
      born,
      get body() {
        return (text ??= labels.show(kind, { id, born }, body))
      },
      storedBody: body,
      sealed,
      tokens,
    }
  })
}
