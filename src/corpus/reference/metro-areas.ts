import { distanceKm } from '../../lib/geo.ts'
import { buildOnce } from './build-once.ts'
import rows from './data/metro-areas.json' with { type: 'json' }
import type { MetroAreasBody } from './schema.ts'

/** A large city with its surroundings. */
export interface MetroArea {
  slug: string
  name: string
  /** Alpha-3. */
  countryCode: string
  /** Centre of the population. */
  lat: number
  lon: number
  /** Two significant figures. */
  population: number
  /** Distance from the centre within which places belong to it. */
  radiusKm: number
}

/** All metro areas, most populous first. */
export const metroAreas: () => readonly MetroArea[] = buildOnce(() =>
  (rows as [string, string, string, number, number, number, number][]).map(
    ([slug, name, countryCode, lat, lon, population, radiusKm]) => ({
      slug,
      name,
      countryCode,
      lat,
      lon,
      population,
      radiusKm,
    }),
  ),
)

/** The body of getMetroAreas. */
export const metroAreasBody: () => MetroAreasBody = buildOnce(() => ({
  metroAreas: metroAreas().map(({ slug, name, countryCode, lat, lon, population }) => ({
    slug,
    name,
    countryCode,
    centroid: { lat, lon },
    population,
  })),
}))

/** The metro area with this slug, else undefined. */
export function metroAreaBySlug(slug: string): MetroArea | undefined {
  return bySlug().get(slug)
}

/**
 * The metro area a place lies in: of those whose radius covers it the one it is deepest in, relative to the
 * radius. Undefined outside all of them.
 */
export function metroAreaAt(place: { lat: number; lon: number }): MetroArea | undefined {
  let best: MetroArea | undefined
  let bestDepth = 1
  const point = { latitude: place.lat, longitude: place.lon }
  for (const area of metroAreas()) {
    // One degree of latitude is 111 km: skips most areas without trigonometry.
    if (Math.abs(area.lat - place.lat) * 111 > area.radiusKm) continue
    const depth = distanceKm(point, { latitude: area.lat, longitude: area.lon }) / area.radiusKm
    if (depth < bestDepth) {
      best = area
      bestDepth = depth
    }
  }
  return best
}

const bySlug = buildOnce(() => new Map(metroAreas().map((area) => [area.slug, area])))
