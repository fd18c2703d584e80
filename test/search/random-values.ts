import fc, { type Arbitrary } from 'fast-check'
import { findCity, metroAreasBody, regions } from '../../src/corpus/reference/index.ts'
import type { LocationRecord } from '../../src/corpus/records/index.ts'
import type { GeoPoint } from '../../src/lib/geo.ts'
import type { Dates } from './naive-dates.ts'
import type { Places, Radius, Strategy } from './naive-place.ts'

/** One value of a record, or `otherwise` where it has none. */
export function valueOf<R, T>(
  records: Arbitrary<R>,
  read: (record: R) => readonly (T | null | undefined)[],
  otherwise: T,
): Arbitrary<T> {
  return records.chain((record) => {
    const values = read(record).filter((value): value is T => value !== null && value !== undefined)
    return values.length === 0 ? fc.constant(otherwise) : fc.constantFrom(...values)
  })
}

/** `anyOf` and `allOf` of values near a record, so that something is found; `noneOf` of values of others. */
export function listsOf<T>(near: Arbitrary<T>, others: Arbitrary<T>) {
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ anyOf: fc.array(near, { minLength: 1, maxLength: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ noneOf: fc.array(others, { maxLength: 3 }) }) },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          anyOf: fc.option(fc.array(near, { maxLength: 4 })),
          noneOf: fc.option(fc.array(others, { maxLength: 3 })),
        },
        { requiredKeys: [] },
      ),
    },
  )
}

export function triplesOf<T>(near: Arbitrary<T>, others: Arbitrary<T>) {
  return fc.oneof(
    listsOf(near, others),
    fc.record(
      {
        allOf: fc.array(near, { minLength: 1, maxLength: 2 }),
        anyOf: fc.option(fc.array(near, { minLength: 1, maxLength: 3 })),
        noneOf: fc.array(others, { maxLength: 2 }),
      },
      { requiredKeys: ['allOf'] },
    ),
  )
}

export type Place = LocationRecord | null

const regionCodes = regions().map((region) => region.code)

export function countryCodes(places: Arbitrary<Place>): Arbitrary<string> {
  const own = valueOf(places, (place) => [place?.country_code], 'USA')
  return fc.oneof(
    { weight: 4, arbitrary: own },
    { weight: 1, arbitrary: own.map((code) => code.toLowerCase()) },
    { weight: 2, arbitrary: fc.constantFrom(...regionCodes) },
    { weight: 1, arbitrary: fc.constantFrom('XKX', 'PRI', 'TWN', 'DEU', 'ATA') },
  )
}

export function stateNames(places: Arbitrary<Place>): Arbitrary<string> {
  const own = valueOf(places, (place) => [place?.state_name, place?.state_code], 'California')
  return fc.oneof(
    { weight: 4, arbitrary: own },
    { weight: 1, arbitrary: own.map((name) => ` ${name.toUpperCase().replaceAll(' ', '-')}. `) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'Nowhere',
        'new york',
        '!',
        'Bavaria',
        'Bayern',
        'BY',
        'Île de France',
        'CA',
      ),
    },
  )
}

const radii: Arbitrary<Radius> = fc.oneof(
  fc.record({
    unit: fc.constant('miles' as const),
    quantity: fc.oneof(fc.constantFrom(0, 12_500), fc.double({ min: 0, max: 3_000, noNaN: true })),
  }),
  fc.record({
    unit: fc.constant('kilometers' as const),
    quantity: fc.oneof(fc.constantFrom(0, 1, 20_100), fc.double({ min: 0, max: 1_500, noNaN: true })),
  }),
)

/** A metro area the point is near to, or any. */
function presetAround(point: GeoPoint): Arbitrary<Strategy> {
  const near = metroAreasBody()
    .metroAreas.filter(({ centroid }) => Math.abs(centroid.lat - point.latitude) < 1.5)
    .filter(({ centroid }) => Math.abs(centroid.lon - point.longitude) < 1.5)
    .map(({ slug }) => slug)
  const polygon = metroAreasBody().metroAreas.find(({ type }) => type === 'polygon')!.slug
  return fc
    .constantFrom(...near, 'greater-new-york', 'greater-london', 'chicagoland', polygon)
    .map((region) => ({ strategy: 'preset-region' as const, region }))
}

const wrapped = (longitude: number) =>
  longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
const clamped = (latitude: number) => Math.min(90, Math.max(-90, latitude))

/** A ring around a point with its vertices in order of bearing: simple, mostly concave, often over the antimeridian. */
function ringAround(latitude: number, longitude: number): Arbitrary<Strategy> {
  const vertex = fc.record({
    turn: fc.double({ min: 0, max: 0.85, noNaN: true }),
    reach: fc.double({ min: 0.013, max: 1, noNaN: true }),
  })
  return fc
    .record({
      corners: fc.array(vertex, { minLength: 4, maxLength: 14 }),
      size: fc.constantFrom(0.7, 6, 25, 77),
    })
    .map(({ corners, size }) => ({
      strategy: 'polygon' as const,
      vertices: corners.map(({ turn, reach }, index) => {
        const bearing = (2 * Math.PI * (index + turn)) / corners.length
        return {
          latitude: clamped(latitude + size * reach * Math.sin(bearing)),
          longitude: wrapped(longitude + size * reach * Math.cos(bearing)),
        }
      }),
    }))
}

export function strategies(places: Arbitrary<Place>): Arbitrary<Strategy> {
  return fc.tuple(places, radii).chain(([place, radius]): Arbitrary<Strategy> => {
    const { lat: latitude, lon: longitude } = place?.coordinates ?? { lat: -0.123, lon: 179.7 }
    const center = fc
      .tuple(fc.constantFrom(0, 0.31, -1.7, 41), fc.constantFrom(0, 0.77, -2.9, 181))
      .map(([north, east]) => ({
        latitude: clamped(latitude + north),
        longitude: wrapped(longitude + east),
        name: north === 0 ? null : 'Here',
        ...(east === 0 ? { address: 'Main Street 1' } : {}),
      }))
    const radial = fc.record({
      strategy: fc.constant('radial-distance' as const),
      center,
      radius: fc.constant(radius),
    })
    const city = place?.city
    const preset = presetAround({ latitude, longitude })
    if (!city || findCity(city).length === 0) return fc.oneof(radial, ringAround(latitude, longitude), preset)
    const country = place.country_code
    const narrowed = country !== null && findCity(city, country).length > 0 ? [country, null] : [null]
    const named = fc.constantFrom(...narrowed).map((countryCode) => ({
      strategy: 'free-form-city' as const,
      city,
      countryCode,
      radius,
    }))
    return fc.oneof(radial, named, ringAround(latitude, longitude), preset)
  })
}

export function placeLists(near: Arbitrary<Place>, others: Arbitrary<Place>): Arbitrary<Places> {
  return fc.record(
    {
      unionAll: fc.option(fc.array(strategies(near), { minLength: 1, maxLength: 3 }), { freq: 5 }),
      subtractAll: fc.option(fc.array(strategies(others), { maxLength: 2 })),
    },
    { requiredKeys: [] },
  )
}

const accented: Record<string, string> = { a: 'á', e: 'é', o: 'ö', n: 'ñ', c: 'ç', i: 'Ï', u: 'Ü' }

/** One to four words as they stand in a text of a record, written another way; or across two texts; or of no text. */
export function phrases(texts: Arbitrary<readonly string[]>): Arbitrary<string> {
  const within = fc
    .tuple(texts, fc.nat(), fc.nat(), fc.constantFrom(1, 1, 2, 2, 3, 4))
    .map(([all, which, where, length]) => {
      const words = (all[which % Math.max(1, all.length)] ?? 'nothing').split(/\s+/)
      const start = where % Math.max(1, words.length - length + 1)
      // A sign alone leaves nothing between two spaces, and an empty keyword is a 400.
      return words.slice(start, start + length).join(' ') || 'nothing'
    })
  const across = fc.tuple(texts, fc.nat()).map(([all, which]) => {
    const index = which % Math.max(1, all.length - 1)
    return `${all[index]?.split(/\s+/).at(-1) ?? 'x'} ${all[index + 1]?.split(/\s+/)[0] ?? 'y'}`
  })
  const rewritten = fc
    .tuple(within, fc.constantFrom('upper', 'accents', 'commas', 'spaces'))
    .map(([text, how]) => {
      if (how === 'upper') return text.toUpperCase()
      if (how === 'commas') return `(${text.replaceAll(' ', ', ')})`
      if (how === 'spaces') return ` ${text.replaceAll(' ', '   ')}\t`
      return text.replace(/[aeoncitu]/g, (letter) => accented[letter] ?? letter)
    })
  return fc.oneof(
    { weight: 8, arbitrary: within },
    { weight: 2, arbitrary: rewritten },
    { weight: 1, arbitrary: across },
    {
      weight: 1,
      arbitrary: fc.constantFrom('C++', 'c#', 'zzyzx', '!?', 'a', 'new york', "it's", '東京', 'müller'),
    },
  )
}

const periods = fc.constantFrom(
  'day' as const,
  'week' as const,
  'month' as const,
  'quarter' as const,
  'year' as const,
)

const isoDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** A range of days around a recorded date, or relative to today. Never an empty one: that is a 400. */
export function dateRanges(dates: Arbitrary<string | null>): Arbitrary<Dates> {
  const absolute = fc
    .tuple(
      dates,
      fc.option(fc.constantFrom(0, 1, 30, 400, 4000)),
      fc.option(fc.constantFrom(0, 1, 200, 5000)),
    )
    .map(([date, before, after]): Dates => {
      const day = date === null ? '2015-06-30' : `${date}-01-01`.slice(0, 10)
      return {
        strategy: 'absolute',
        range: {
          lowerBound: before === null ? null : isoDay(day, -before),
          upperBound: after === null ? null : isoDay(day, after),
        },
      }
    })
  const quantity = fc.constantFrom(1, 2, 3, 12, 30, 260)
  const relative = fc.oneof(
    fc.record({ method: fc.constant('lastN' as const), period: periods, quantity }),
    fc.tuple(periods, fc.option(quantity), fc.option(quantity)).map(([period, a, b]) => ({
      method: 'within' as const,
      period,
      lowerBound: a === null || b === null ? a : Math.min(a, b),
      upperBound: a === null || b === null ? b : Math.max(a, b),
    })),
    fc.record({
      method: fc.constant('calendar' as const),
      which: fc.constantFrom('current' as const, 'previous' as const),
      period: periods,
    }),
  )
  const open: Dates[] = [
    { strategy: 'absolute' },
    { strategy: 'absolute', range: null },
    { strategy: 'relative', window: null },
  ]
  return fc.oneof(
    { weight: 6, arbitrary: absolute },
    { weight: 6, arbitrary: relative.map((window): Dates => ({ strategy: 'relative', window })) },
    { weight: 1, arbitrary: fc.constantFrom(...open) },
  )
}

/** A range around a number of a record, with at least one bound, never an empty one. */
export function rangesAround(numbers: Arbitrary<number>, steps: readonly number[] = [0, 1, 3, 50]) {
  const step = fc.option(fc.constantFrom(...steps))
  return fc.tuple(numbers, step, step).map(([number, below, above]) => ({
    lowerBound: below === null ? null : number - below,
    upperBound: above === null && below !== null ? null : number + (above ?? 0),
  }))
}

/** The same without bounds below zero. */
export const positive = (range: Arbitrary<{ lowerBound: number | null; upperBound: number | null }>) =>
  range.map(({ lowerBound, upperBound }) => ({
    lowerBound: lowerBound === null ? null : Math.max(0, lowerBound),
    upperBound: upperBound === null ? null : Math.max(0, upperBound),
  }))
