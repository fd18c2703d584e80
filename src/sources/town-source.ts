import type { TownSource } from '../corpus/search/index.ts'
import type { Sources } from './open-sources.ts'

/** Milliseconds a search waits for the sources to say where a town is. */
const withinMs = 8_000

/** The sources of `place.geocode` for towns that searches name and nothing here knows; undefined without any. */
export function townSource({ names, ask }: Pick<Sources, 'names' | 'ask'>): TownSource | undefined {
  if (names('place.geocode').length === 0) return undefined
  return async ({ city, countryCode = null }) => {
    const { signal } = new AbortController()
    const { answers } = await ask('place.geocode', { text: city, countryCode }, { signal, withinMs })
    const place = answers[0]?.answer.places[0]
    return place && { label: place.label, center: { latitude: place.latitude, longitude: place.longitude } }
  }
}
