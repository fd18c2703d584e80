import { expect, test } from 'vitest'
import { distanceKm, type GeoPoint } from '../../lib/geo.ts'
import { eachCity } from './cities.ts'
import { cityTierAt, cityTiers, countryAt } from './city-tiers.ts'

interface Town extends GeoPoint {
  country: string
  population: number
}
const towns: Town[] = []
eachCity(({ lat, lon, population }, { countryCode: country }) => {
  towns.push({ latitude: lat, longitude: lon, population, country })
})

/** Points around towns of all parts of the world, and some where nobody lives. */
const points: GeoPoint[] = [
  { latitude: 90, longitude: 0 },
  { latitude: -90, longitude: 180 },
  { latitude: 0, longitude: -140 },
  ...[180, -180, 179.99, -179.99].flatMap((longitude) =>
    [-16.8, -43.9, 65, 71].map((latitude) => ({ latitude, longitude })),
  ),
  ...Array.from({ length: 150 }, (_, index) => {
    const town = towns[(index * 7_919) % towns.length] as Town
    const moved = (salt: number) => (((index * salt) % 101) / 101 - 0.5) * 0.6
    return { latitude: town.latitude + moved(37), longitude: town.longitude + moved(61) }
  }),
]

/** Towns at most 30 km away, each looked at. */
function around(point: GeoPoint) {
  const near = towns.filter(({ latitude }) => Math.abs(latitude - point.latitude) < 0.3)
  return near
    .map((town) => ({ ...town, km: distanceKm(point, town) }))
    .filter(({ km }) => km < 30)
    .sort((a, b) => a.km - b.km)
}

test('a point is in the largest city that reaches it, and in the country of the nearest town', () => {
  const found = points.map(({ latitude, longitude }) => [
    cityTierAt(latitude, longitude),
    countryAt(latitude, longitude),
  ])
  const looked = points.map((point) => {
    const near = around(point)
    const tier = cityTiers.find(({ least, reachKm }, index) => {
      const below = cityTiers[index - 1]?.least ?? Infinity
      return near.some(({ population, km }) => population >= least && population < below && km < reachKm)
    })
    return [tier?.id, near[0]?.country]
  })
  expect(found).toEqual(looked)
  expect(new Set(looked.map(([tier]) => tier)).size).toBeGreaterThan(4)
  expect(looked.some(([, country]) => country === undefined)).toBe(true)
})
