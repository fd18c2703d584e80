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
