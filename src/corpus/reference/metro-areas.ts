import { distanceKm, milesToKm } from '../../lib/geo.ts'
import { memo } from '../../lib/memo.ts'
import { buildOnce } from './build-once.ts'
import { countryByAlpha3 } from './countries.ts'
import rows from '../../../data/reference/metro-areas.json' with { type: 'json' }
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
  /** Places that belong to it. */
  outline: Outline
  /** The largest cities first; for regions only. */
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
      outline: { type: 'circle', latitude: lat, longitude: lon, radiusMiles: toMiles(radiusKm) },
      cities: [],
      synonyms: [],
    }),
  )
}

/** To the hundredth, as it is shown and searched. */
const toMiles = (km: number) => Math.round((km / 1.609344) * 100) / 100

function regionAreas(): MetroArea[] {
  return presetRegions().map((region) => ({ ...region, ...findCentre(region.outline) }))
}

function findCentre(outline: Outline): { lat: number; lon: number } {
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

/** Metro areas reach no further north and south than this, in degrees. */
const maxDegrees = 2

const citiesAround = buildOnce(() => cityAreas().toSorted((a, b) => a.lat - b.lat))

const areaAt = memo((point) => {
  const [lat = Number.NaN, lon = Number.NaN] = point.split(',').map(Number)
  let best: MetroArea | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (const area of citiesAround()) {
    if (area.lat < lat - maxDegrees) continue
    if (area.lat > lat + maxDegrees) break
    const { outline } = area
    if (outline.type !== 'circle') continue
    // Where two overlap, the one counts whose middle is nearer in proportion to its size.
    const share =
      distanceKm({ latitude: lat, longitude: lon }, { latitude: area.lat, longitude: area.lon }) /
      milesToKm(outline.radiusMiles)
    if (share > 1 || share >= nearest) continue
    nearest = share
    best = area
  }
  return best
})

/** The metro area that a place lies in, to the hundredth of a degree; one at most. Regions do not count. */
export function metroAreaAt({ lat, lon }: { lat: number; lon: number }): MetroArea | undefined {
  return Number.isNaN(lat) || Number.isNaN(lon) ? undefined : areaAt(`${lat.toFixed(2)},${lon.toFixed(2)}`)
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
