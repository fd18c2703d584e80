import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Snapshots } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { alike, type AlikeRequest } from './alike.ts'
import type { BodyReader } from './bodies.ts'
import { openCarriers } from './carriers.ts'
import { readExternalIds } from './external-ids.ts'
import { lookup, lookupIds } from './find-records.ts'
import type { FoundRecord, LookupIdsRequest, LookupRequest } from './lookup-request.ts'
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
  /** Outside ids (`source` -> id) of records found, by entity id; search answers never hold them. */
  externalIds(
    kind: EntityKind,
    request: { records: readonly FoundRecord[]; signal?: AbortSignal | undefined },
  ): Promise<Map<string, Record<string, string>>>
}

/** `bodies` keeps the records read last, for pages of searches as well. */
export function openLookups({
  engine,
  snapshots,
  bodies,
}: {
  engine: ClickHouse
  snapshots: Snapshots
  bodies: BodyReader
}): Lookups {
  const carriers = openCarriers(engine)
  // On shards a statement within another would be asked by every shard of every shard.
  const mayNest = engine.topology.kind !== 'cluster'
  return {
    snapshots,
    lookup: (kind, request) => lookup({ bodies, carriers, mayNest }, kind, request),
    lookupIds: (kind, request) => lookupIds({ engine, bodies }, kind, request),
    alike: (kind, request) => alike({ engine, bodies }, kind, request),
    pictures: (kind, request) => pictures({ engine, carriers }, kind, request),
    externalIds: (kind, request) => readExternalIds(engine, kind, request),
  }
}
