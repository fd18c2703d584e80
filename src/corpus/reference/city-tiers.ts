import { distanceKm } from '../../lib/geo.ts'
import { buildOnce } from './build-once.ts'
import { eachCity } from './cities.ts'

/** Sizes of cities, the largest first: least inhabitants, and how far from its centre a place counts as in it, in km. */
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
}

/** Cells of a quarter of a degree: in a dense country they hold a dozen towns. */
const perDegree = 4
const columns = 360 * perDegree
const kmPerDegree = 111.2
/** No city reaches farther; the country of a place is that of a town this near. */
const farthestKm = 30

const rowOf = (latitude: number) => Math.floor((latitude + 90) * perDegree)
const cellOf = (row: number, column: number) => row * columns + (((column % columns) + columns) % columns)

const centres = buildOnce(() => {
  const cells = new Map<number, Centre[]>()
  eachCity(({ lat, lon, population }, { countryCode: country }) => {
    const found = cityTiers.findIndex(({ least }) => population >= least)
    const tier = found === -1 ? cityTiers.length : found
    const key = cellOf(rowOf(lat), Math.floor((lon + 180) * perDegree))
    const centre = { latitude: lat, longitude: lon, tier, country }
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [centre])
    else cell.push(centre)
  })
  return cells
})

/** Centres at most so far from a point, with the distance in km, in no order. */
function* near(latitude: number, longitude: number): Generator<[Centre, number]> {
  const row = rowOf(latitude)
  const column = Math.floor((longitude + 180) * perDegree)
  const down = Math.ceil((farthestKm / kmPerDegree) * perDegree)
  const narrow = Math.cos((Math.min(85, Math.abs(latitude) + 1) * Math.PI) / 180)
  const across = Math.ceil(down / narrow)
  for (let south = -down; south <= down; south++)
    for (let west = -across; west <= across; west++)
      for (const centre of centres().get(cellOf(row + south, column + west)) ?? []) {
        const km = distanceKm({ latitude, longitude }, centre)
        if (km <= farthestKm) yield [centre, km]
      }
}

/** The tier of the largest city that a point counts as in; undefined in the country. */
export function cityTierAt(latitude: number, longitude: number): CityTier | undefined {
  let best: number = cityTiers.length
  for (const [{ tier }, km] of near(latitude, longitude))
    if (tier < best && km <= (cityTiers[tier]?.reachKm ?? 0)) best = tier
  return cityTiers[best]?.id
}

/** Alpha-3 code of the country of the town nearest to a point; undefined more than 30 km from any. */
export function countryAt(latitude: number, longitude: number): string | undefined {
  let [nearest, least] = [undefined as string | undefined, Infinity]
  for (const [{ country }, km] of near(latitude, longitude)) {
    if (km >= least) continue
    nearest = country
    least = km
  }
  return nearest
}
