import { boundingBoxes, distanceKm, type GeoPoint } from '../../lib/geo.ts'
import { buildOnce } from './build-once.ts'
import { readCityName, eachCity } from './cities.ts'

/**
 * Sizes of cities, the largest first: fewest inhabitants, and how far from its centre a place still counts as in the
 * city, in km.
 */
export const cityTiers = [
  { id: 'mega', least: 5_000_000, reachKm: 30 },
  { id: 'major', least: 1_000_000, reachKm: 20 },
  { id: 'large', least: 500_000, reachKm: 14 },
  { id: 'medium', least: 100_000, reachKm: 10 },
  { id: 'minor', least: 50_000, reachKm: 7 },
  { id: 'small', least: 10_000, reachKm: 5 },
  { id: 'tiny', least: 1_000, reachKm: 3 },
] as const

export type CityTier = (typeof cityTiers)[number]['id']

export const cityTierIds = cityTiers.map(({ id }) => id) as [CityTier, ...CityTier[]]

interface Centre {
  latitude: number
  longitude: number
  tier: number
  country: string
  /** Index in the gazetteer. */
  index: number
}

/** Cells of a quarter of a degree, which hold a dozen towns in a dense country. */
const perDegree = 4
const columns = 360 * perDegree
/** For latitude; a little less than the true value. */
const minKmPerDegree = 111
/** A place is in the country of a town this near. */
const farthestKm = 30

const toRow = (latitude: number) => Math.floor((latitude + 90) * perDegree)
const toColumn = (longitude: number) => Math.floor((longitude + 180) * perDegree)
const toCell = (row: number, column: number) => row * columns + (((column % columns) + columns) % columns)

/** Centres by their cell, and cities, the largest first, by each cell that may hold a place in them. */
const centres = buildOnce(() => {
  const [within, reached] = [new Map<number, Centre[]>(), new Map<number, Centre[]>()]
  const put = (cells: Map<number, Centre[]>, key: number, centre: Centre) => {
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [centre])
    else cell.push(centre)
  }
  eachCity(({ lat, lon, population, index }, { countryCode: country }) => {
    const tierIndex = cityTiers.findIndex(({ least }) => population >= least)
    const tier = tierIndex === -1 ? cityTiers.length : tierIndex
    const centre = { latitude: lat, longitude: lon, tier, country, index }
    put(within, toCell(toRow(lat), toColumn(lon)), centre)
    const reachKm = cityTiers[tier]?.reachKm
    if (reachKm !== undefined) for (const cell of cellsWithin(centre, reachKm)) put(reached, cell, centre)
  })
  for (const cell of reached.values()) cell.sort((a, b) => a.tier - b.tier)
  return { within, reached }
})

function cellsWithin(centre: Centre, km: number): Set<number> {
  const cells = new Set<number>()
  for (const box of boundingBoxes(centre, km))
    for (let row = toRow(box.minLatitude); row <= toRow(box.maxLatitude); row++)
      for (let column = toColumn(box.minLongitude); column <= toColumn(box.maxLongitude); column++)
        cells.add(toCell(row, column))
  return cells
}

/** The tier of the largest city that a point is in; undefined in the countryside. */
export function cityTierAt(latitude: number, longitude: number): CityTier | undefined {
  const centre = cityAround(latitude, longitude)
  return centre && (cityTiers[centre.tier] as (typeof cityTiers)[number]).id
}

/** The index of that city in the gazetteer, for `readCity`. */
export const cityIndexAt = (latitude: number, longitude: number): number | undefined =>
  cityAround(latitude, longitude)?.index

/** The name of that city. */
export function cityNameAt(latitude: number, longitude: number): string | undefined {
  const centre = cityAround(latitude, longitude)
  return centre && readCityName(centre.index)
}

function cityAround(latitude: number, longitude: number): Centre | undefined {
  const point = { latitude, longitude }
  const cell = toCell(toRow(latitude), toColumn(longitude))
  for (const centre of centres().reached.get(cell) ?? []) {
    const tier = cityTiers[centre.tier] as (typeof cityTiers)[number]
    if (nearerKm(point, centre, tier.reachKm) !== undefined) return centre
  }
  return undefined
}

/** Alpha-3 code of the country of the town nearest to a point; undefined more than 30 km from any. */
export function countryAt(latitude: number, longitude: number): string | undefined {
  const point = { latitude, longitude }
  const { within } = centres()
  const [down, right] = [(latitude + 90) * perDegree, (longitude + 180) * perDegree]
  const [row, column] = [Math.floor(down), Math.floor(right)]
  const cellKm = minKmPerDegree / perDegree
  const narrowKm = cellKm * Math.cos((Math.min(85, Math.abs(latitude) + 1) * Math.PI) / 180)
  let [nearest, least] = [undefined as string | undefined, farthestKm]
  // The point's own cell comes first, since most cells around it are then farther away than the nearest town.
  for (const south of outwards(Math.ceil(farthestKm / cellKm))) {
    if (gapTo(south, down - row) * cellKm > least) continue
    for (const west of outwards(Math.ceil(farthestKm / narrowKm))) {
      if (gapTo(west, right - column) * narrowKm > least) continue
      for (const centre of within.get(toCell(row + south, column + west)) ?? []) {
        const km = nearerKm(point, centre, least)
        if (km === undefined) continue
        nearest = centre.country
        least = km
      }
    }
  }
  return nearest
}

/** 0, -1, 1, -2, 2 … */
function* outwards(most: number): Generator<number> {
  yield 0
  for (let step = 1; step <= most; step++) yield* [-step, step]
}

/**
 * How many cells lie between a point and the cell this many further on; `within` is the point's position in its own,
 * 0 to 1.
 */
function gapTo(cells: number, within: number): number {
  if (cells > 0) return cells - within
  return cells < 0 ? within - cells - 1 : 0
}

/** The distance if it is less than `km`. Latitude alone mostly shows that it is not. */
function nearerKm(point: GeoPoint, centre: Centre, km: number): number | undefined {
  if (Math.abs(point.latitude - centre.latitude) * minKmPerDegree > km) return undefined
  const distance = distanceKm(point, centre)
  return distance < km ? distance : undefined
}
