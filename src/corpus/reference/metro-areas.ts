import { buildOnce } from './build-once.ts'
import { countryByAlpha3 } from './countries.ts'
import rows from './data/metro-areas.json' with { type: 'json' }
import { presetRegions, type Outline } from './preset-regions.ts'
import type { MetroAreasBody } from './schema.ts'

/** A large city with its surroundings, or a region of several. */
export interface MetroArea {
  slug: string
  name: string
  /** Alpha-3. */
  countryCode: string
  /** Centre of the population, or of the region. */
  lat: number
  lon: number
  /** Two significant figures. */
  population: number
  /** What belongs to it. */
  outline: Outline
  /** The largest cities first; of regions only. */
  cities: readonly string[]
  synonyms: readonly string[]
}

/** All metro areas, most populous first. */
export const metroAreas: () => readonly MetroArea[] = buildOnce(() =>
  [...cityAreas(), ...regionAreas()].sort((a, b) => b.population - a.population),
)

function cityAreas(): MetroArea[] {
  return (rows as [string, string, string, number, number, number, number][]).map(
    ([slug, name, countryCode, lat, lon, population, radiusKm]) => ({
      slug,
      name,
      countryCode,
      lat,
      lon,
      population,
      outline: { type: 'circle', latitude: lat, longitude: lon, radiusMiles: milesOf(radiusKm) },
      cities: [],
      synonyms: [],
    }),
  )
}

/** To the hundredth, as it is shown and searched. */
const milesOf = (km: number) => Math.round((km / 1.609344) * 100) / 100

function regionAreas(): MetroArea[] {
  return presetRegions().map((region) => ({ ...region, ...centreOf(region.outline) }))
}

function centreOf(outline: Outline): { lat: number; lon: number } {
  if (outline.type === 'circle') return { lat: outline.latitude, lon: outline.longitude }
  const { vertices } = outline
  const mean = (values: number[]) =>
    Number((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4))
  return { lat: mean(vertices.map((at) => at.latitude)), lon: mean(vertices.map((at) => at.longitude)) }
}

const bySlug = buildOnce(() => Object.fromEntries(metroAreas().map((area) => [area.slug, area])))

/** The metro area of a slug. */
export function findMetroArea(slug: string): MetroArea | undefined {
  return Object.hasOwn(bySlug(), slug) ? bySlug()[slug] : undefined
}

/** The body of getMetroAreas. */
export const metroAreasBody: () => MetroAreasBody = buildOnce(() => ({
  metroAreas: metroAreas().map(
    ({ slug, name, countryCode, lat, lon, population, outline, cities, synonyms }) => ({
      slug,
      name,
      emoji: countryByAlpha3(countryCode)?.flag ?? null,
      countryCode,
      centroid: { lat, lon },
      population,
      cities: [...cities],
      synonyms: [...synonyms],
      ...outline,
    }),
  ),
}))
