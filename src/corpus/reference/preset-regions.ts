import { buildOnce } from './build-once.ts'
import rows from './data/preset-regions.json' with { type: 'json' }

/** A part of the earth by centre and distance, or by the corners of its outline. */
export type Outline =
  | { type: 'circle'; latitude: number; longitude: number; radiusMiles: number }
  | { type: 'polygon'; vertices: { latitude: number; longitude: number }[] }

/** A business region with a name of its own, which one circle around a city does not always describe. */
export interface PresetRegion {
  slug: string
  name: string
  /** Alpha-3. */
  countryCode: string
  /** Two significant figures. */
  population: number
  /** The largest cities first. */
  cities: string[]
  synonyms: string[]
  outline: Outline
}

type Row = [string, string, string, number, string[], string[], number[] | number[][]]

/** The regions that are drawn by hand; other metro areas are circles, of metro-areas.ts. */
export const presetRegions: () => readonly PresetRegion[] = buildOnce(() =>
  (rows as Row[]).map(([slug, name, countryCode, population, cities, synonyms, drawn]) => ({
    slug,
    name,
    countryCode,
    population,
    cities,
    synonyms,
    outline: outlineOf(drawn),
  })),
)

function outlineOf(drawn: number[] | number[][]): Outline {
  const [first] = drawn
  if (typeof first === 'number') {
    const [latitude = 0, longitude = 0, radiusMiles = 0] = drawn as number[]
    return { type: 'circle', latitude, longitude, radiusMiles }
  }
  const corners = drawn as [number, number][]
  return { type: 'polygon', vertices: corners.map(([latitude, longitude]) => ({ latitude, longitude })) }
}
