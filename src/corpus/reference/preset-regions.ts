import { buildOnce } from './build-once.ts'
import islands from '../../../data/reference/islands-and-regions.json' with { type: 'json' }
import rows from '../../../data/reference/preset-regions.json' with { type: 'json' }

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

/** The regions that are drawn by hand. Other metro areas are circles, of metro-areas.ts. */
export const presetRegions: () => readonly PresetRegion[] = buildOnce(() => [
  ...drawn(rows as Row[]),
  ...islandsAndRegions(),
])

/** Islands, coasts and landscapes that have a name and are no subdivision of their country. */
export const islandsAndRegions: () => readonly PresetRegion[] = buildOnce(() => drawn(islands as Row[]))

const drawn = (of: readonly Row[]): PresetRegion[] =>
  of.map(([slug, name, countryCode, population, cities, synonyms, outline]) => ({
    slug,
    name,
    countryCode,
    population,
    cities,
    synonyms,
    outline: readOutline(outline),
  }))

function readOutline(outline: number[] | number[][]): Outline {
  const [first] = outline
  if (typeof first === 'number') {
    const [latitude = 0, longitude = 0, radiusMiles = 0] = outline as number[]
    return { type: 'circle', latitude, longitude, radiusMiles }
  }
  const corners = outline as [number, number][]
  return { type: 'polygon', vertices: corners.map(([latitude, longitude]) => ({ latitude, longitude })) }
}
