import type { MapPlace } from '../../corpus/records/index.ts'
import { mapPlaces } from '../../corpus/search/index.ts'
import type { MapScope } from './map-strategy.ts'
import { buildPlaceView, type PlaceView } from './place-view.ts'
import type { PlacesDeps } from './slice.ts'

/** The question of a search for places. */
export interface MapsSearchParams {
  name: string | null
  query: string
  maxResults: number
  scope: MapScope
}

/** Entities of the places that a question finds, the most prominent first. */
export async function findPlaceIds(
  { search }: Pick<PlacesDeps, 'search'>,
  { query, scope, maxResults }: MapsSearchParams,
  signal: AbortSignal,
): Promise<string[]> {
  const snapshot = await search.snapshots.newest('places')
  const condition = mapPlaces({ query, ...scope })
  const { ids } = await search.keys('places', { condition, snapshot, limit: maxResults, signal })
  return ids
}

/** Places as returned, aligned; undefined for places no longer in the corpus. */
export async function readPlaces(
  { search }: Pick<PlacesDeps, 'search'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<(PlaceView | undefined)[]> {
  const snapshot = await search.snapshots.newest('places')
  const records = await search.lookupIds('places', { ids: [...ids], snapshot, signal })
  const views = new Map(records.map(({ id, body }) => [id, buildPlaceView(id, JSON.parse(body) as MapPlace)]))
  return ids.map((id) => views.get(id))
}
