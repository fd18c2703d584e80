import { beforeAll, expect, test } from 'vitest'
import { distanceKm, milesToKm, type GeoPoint } from '../../../../src/lib/geo.ts'
import { normalText } from '../../../../src/lib/text-normal.ts'
import { sampleWorld } from '../../../worlds/sample.ts'
import type { MapPlace } from '../../../../src/corpus/records/index.ts'
import {
  createWorld,
  generateMapPlace,
  mapPlaceCount,
  sampleSize,
} from '../../../../src/corpus/sample/index.ts'
import { completeMapPlace } from '../../../../src/corpus/records/index.ts'
import { always } from '../../../../src/corpus/search/condition.ts'
import type { CorpusSearch } from '../../../../src/corpus/search/search.ts'
import { mapPlaces, type MapArea, type MapQuestion } from '../../../../src/corpus/search/place/map-places.ts'

const world = createWorld({ ...sampleSize('small'), seed: 1, asOf: '2026-11-01' })
const all = Array.from({ length: mapPlaceCount(world) }, (_, index) =>
  completeMapPlace(generateMapPlace(world, index)),
)

let search: CorpusSearch
/** Of entities their place's id. */
let placeIds: Map<string, string>
beforeAll(async () => {
  search = (await sampleWorld()).almanac.search
  const snapshot = await search.snapshots.newest('places')
  const { ids, bodies } = await search.page('places', { condition: always, snapshot, limit: 10_000 })
  placeIds = new Map(ids.map((id, index) => [id, (JSON.parse(bodies[index]!) as MapPlace).place_id!]))
  expect(placeIds.size).toBe(all.length)
})

/** Ids of the places that a question finds, in their order. */
async function found(question: MapQuestion): Promise<string[]> {
  const snapshot = await search.snapshots.newest('places')
  const condition = mapPlaces(question)
  const { ids } = await search.keys('places', { condition, snapshot, limit: 10_000 })
  return ids.map((id) => placeIds.get(id)!)
}

const idsOf = (places: readonly MapPlace[]) => places.map(({ place_id }) => place_id as string).sort()

const pointOf = ({ location }: MapPlace): GeoPoint => {
  const { lat, lon } = location!.coordinates!
  return { latitude: lat, longitude: lon }
}

function isWithin(place: MapPlace, area: MapArea): boolean {
  const { latitude, longitude } = pointOf(place)
  if (area.regionType === 'circle')
    return distanceKm({ latitude, longitude }, area.center) <= milesToKm(area.radiusMiles)
  const { northwestCorner: first, southeastCorner: last } = area
  const isAcross = first.longitude > last.longitude
  const isEast = longitude >= first.longitude
  const isWest = longitude <= last.longitude
  const isHigh = latitude <= first.latitude && latitude >= last.latitude
  return isHigh && (isAcross ? isEast || isWest : isEast && isWest)
}

/** Deterministic, in [0, 1). */
function* draws() {
  for (let seed = 1; ; seed++) yield (Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32
}
const draw = draws()
const next = (from: number, to: number) => from + (to - from) * (draw.next().value as number)

test('circles and rectangles hold what a look at every place holds', async () => {
  let most = 0
  for (let round = 0; round < 24; round++) {
    const near = pointOf(all[Math.floor(next(0, all.length))]!)
    const around = { latitude: near.latitude, longitude: near.longitude + next(-0.2, 0.2) }
    const [high, wide] = [next(0.01, 8), next(0.01, 12)]
    const area: MapArea =
      round % 2 === 0
        ? { regionType: 'circle', center: around, radiusMiles: next(0.2, 250) }
        : {
            regionType: 'rectangle',
            northwestCorner: {
              latitude: Math.min(90, near.latitude + high),
              longitude: Math.max(-180, near.longitude - wide),
            },
            southeastCorner: { latitude: near.latitude - high, longitude: near.longitude + wide },
          }
    const truth = idsOf(all.filter((place) => isWithin(place, area)))
    most = Math.max(most, truth.length)
    expect((await found({ areas: [area] })).sort(), JSON.stringify(area)).toEqual(truth)
  }
  expect(most).toBeGreaterThan(50)
})

test('a rectangle across the antimeridian, and several areas at once, each place once', async () => {
  const pacific: MapArea = {
    regionType: 'rectangle',
    northwestCorner: { latitude: 0, longitude: 140 },
    southeastCorner: { latitude: -60, longitude: -150 },
  }
  const center = pointOf(all[0]!)
  const areas: MapArea[] = [
    pacific,
    { regionType: 'circle', center, radiusMiles: 100 },
    { regionType: 'circle', center, radiusMiles: 60 },
  ]
  for (const asked of [[pacific], areas]) {
    const truth = idsOf(all.filter((place) => asked.some((area) => isWithin(place, area))))
    expect(truth.length).toBeGreaterThan(10)
    expect((await found({ areas: asked })).sort()).toEqual(truth)
  }
})

/** Words of a text, one of a thing and several alike: written out for the words these tests ask for. */
const alike: Record<string, string> = {
  coffees: 'coffee',
  shops: 'shop',
  dentists: 'dentist',
  bakeries: 'bakery',
}
const wordsOf = (texts: readonly (string | null | undefined)[]) =>
  new Set(texts.flatMap((text) => normalText(text ?? '').split(' ')).map((word) => alike[word] ?? word))

/** What the sorts of place of these tests are called besides. */
const besides: Record<string, string> = {
  cafe: 'coffee shop coffee house coffeehouse',
  dentist: 'dental clinic dental practice',
  bakery: 'bake shop bread',
}

test.each([['coffee shops'], ['Dentists'], ['the best bakeries'], ['pizza restaurant'], ['books'], ['zzz']])(
  'every word of “%s” is one of the place',
  async (query) => {
    const asked = [...wordsOf([query])].filter((word) => !['the', 'best'].includes(word))
    const truth = all.filter((place) => {
      const { name, types, keywords, location } = place
      const called = (types ?? []).map((type) => besides[type])
      const held = wordsOf([name, ...(types ?? []), ...called, ...(keywords ?? []), location?.city])
      // `books` is the word for one book, too, on both sides.
      return asked.every((word) => held.has(word))
    })
    const ids = (await found({ query })).sort()
    expect(idsOf(truth).filter((id) => !ids.includes(id))).toEqual([])
    const extra = ids.filter((id) => !idsOf(truth).includes(id))
    // Other sorts are called by some of these words, too.
    const others = all.filter(({ place_id }) => extra.includes(place_id as string))
    expect(others.filter(({ types }) => besides[types![0]!] !== undefined)).toEqual([])
    expect(ids.length > 0).toBe(query !== 'zzz')
  },
)

test('types, countries and the size of the town', async () => {
  const inCountry = (code: string) => (place: MapPlace) => place.location?.country_code === code
  expect((await found({ types: ['cafe', 'bar'] })).sort()).toEqual(
    idsOf(all.filter(({ types }) => types!.includes('cafe') || types!.includes('bar'))),
  )
  expect((await found({ countries: ['DEU'], types: ['cafe'] })).sort()).toEqual(
    idsOf(all.filter(inCountry('DEU')).filter(({ types }) => types!.includes('cafe'))),
  )
  // Cities of the sample lie within a few kilometres of their centres.
  const london = all.filter(({ location }) => location?.city === 'London' && location.country_code === 'GBR')
  expect(london.length).toBeGreaterThan(3)
  expect(await found({ countries: ['GBR'], tiers: ['mega'] })).toEqual(expect.arrayContaining(idsOf(london)))
  expect(await found({ areas: [] })).toEqual([])
})

test('the most prominent come first', async () => {
  const byReviews = new Map(all.map((place) => [place.place_id, place.review_count ?? 0]))
  const ids = await found({ types: ['restaurant'] })
  const counts = ids.map((id) => byReviews.get(id)!)
  expect(counts[0]).toBeGreaterThan(counts.at(-1)!)
})
