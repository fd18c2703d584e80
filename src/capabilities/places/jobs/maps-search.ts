import { endEvent } from '../../../platform/jobs/index.ts'
import { fetchAreas } from '../ask-maps.ts'
import { mapsSearchCompleted } from '../events.ts'
import { findPlaceIds, readPlaces, type MapsSearchParams } from '../find-places.ts'
import type { PlaceView } from '../place-view.ts'
import { defineJob } from '../slice.ts'

/** A place that was found; what it is like is read when it is delivered. */
export interface FoundPlace {
  id: string
}

export const mapsSearch = defineJob<MapsSearchParams, FoundPlace, PlaceView>({
  id: 'mapsSearch',
  batch: 500,
  async plan({ deps, params, signal }) {
    let ids = await findPlaceIds(deps, params, signal)
    if (ids.length < params.maxResults && params.scope.areas !== undefined) {
      await fetchAreas(deps, params, signal)
      ids = await findPlaceIds(deps, params, signal)
    }
    return ids.map((id) => ({ id }))
  },
  async work({ deps, signal }, items) {
    const views = await readPlaces(
      deps,
      items.map(({ input }) => input.id),
      signal,
    )
    return views.map((output) =>
      output === undefined
        ? { state: 'empty' }
        : { state: 'delivered', output, lines: [{ key: 'mapsPlace', units: 1 }] },
    )
  },
  event: endEvent(mapsSearchCompleted, ({ jobId, state, delivered, error }) => ({
    search_id: jobId,
    success: state === 'completed',
    total_results: delivered,
    error,
  })),
})
