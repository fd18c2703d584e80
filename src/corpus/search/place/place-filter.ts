import { z } from 'zod'
import { boundingBoxes, milesToKm, type GeoBox, type GeoPoint } from '../../../lib/geo.ts'
import { circleRegion } from '../../../lib/geo-region.ts'
import { invalidMember, optional } from '../../../operation/index.ts'
import {
  countryByAlpha3,
  findMetroArea,
  labelOfRegion,
  naturalRegionCalled,
  regionCalled,
} from '../../reference/index.ts'
import { wantedCityTokens } from '../../search-index/index.ts'
import { withinAreas, type Area, type Placed } from './area.ts'
import {
  and,
  compileInto,
  hasAny,
  not,
  or,
  type Bind,
  type Condition,
  type TownWanted,
} from '../condition.ts'
import { filter, withFacet, type FilterContext } from '../filter.ts'
import { inRegion } from './country.ts'
import { spendPlace } from '../request-budget.ts'
import { insidePolygon, maxTurns, countTurns } from './polygon.ts'
import { cityAsked, takenAs } from './gazetteer-town.ts'

const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

const radius = z
  .discriminatedUnion('unit', [
    z.object({ unit: z.literal('miles'), quantity: z.number().min(0).max(12_500) }),
    z.object({ unit: z.literal('kilometers'), quantity: z.number().min(0).max(20_100) }),
  ])
  .meta({ id: 'Radius' })

/** A place to search around or within; `strategy` tells the three forms apart. */
export const locationStrategy = z
  .discriminatedUnion('strategy', [
    z.object({
      strategy: z.literal('radial-distance'),
      center: z.object({ latitude, longitude, name: optional(z.string()), address: optional(z.string()) }),
      radius,
    }),
    z.object({
      strategy: z.literal('free-form-city'),
      city: z
        .string()
        .min(1)
        .describe(
          'With state or country after a comma if there are several. A town of the gazetteer, of places on maps, or of the sources that the operator set up; a country, a state or an island of that name (Mallorca, Lake Como) counts as a whole.',
        ),
      countryCode: optional(z.string().length(3)).describe(
        'ISO 3166-1 alpha-3; without it the most populous city of that name.',
      ),
      radius,
    }),
    z.object({
      strategy: z.literal('polygon'),
      vertices: z
        .array(z.object({ latitude, longitude }))
        .min(4)
        .max(1000)
        .describe(
          'Edges are straight in degrees; an edge of more than 180 degrees of longitude crosses the antimeridian.',
        ),
    }),
    z.object({
      strategy: z.literal('preset-region'),
      region: z
        .string()
        .min(1)
        .max(100)
        .describe('Slug of a metro area of getMetroAreas, e.g. sf-bay-area or greater-london.'),
    }),
  ])
  .meta({ id: 'LocationStrategy' })

export type LocationStrategy = z.output<typeof locationStrategy>

/** Within any of `unionAll` and none of `subtractAll`. Records without coordinates never match. */
export const placeFilter = withFacet(
  filter(
    z.object({
      unionAll: optional(z.array(locationStrategy).max(100)),
      subtractAll: optional(z.array(locationStrategy).max(100)),
    }),
    (value, context) => {
      const within = (list: LocationStrategy[], name: string) =>
        placedIn(
          list.flatMap((strategy, index) =>
            listAreas(strategy, { ...context, path: `${context.path}.${name}[${index}]` }, 'row'),
          ),
          { of: 'row', among: list.length },
        )
      const parts: Condition[] = []
      if (value.unionAll !== undefined) parts.push(within(value.unionAll, 'unionAll'))
      if (value.subtractAll !== undefined && value.subtractAll.length > 0) {
        // A row within an area has coordinates, so the test is needed only without areas.
        if (value.unionAll === undefined) parts.push(hasCoordinates)
        parts.push(not(within(value.subtractAll, 'subtractAll')))
      }
      return and(parts)
    },
  ),
  {
    kind: 'area',
    byArea: true,
    readValue: (region) => ({ unionAll: [{ strategy: 'preset-region', region }] }),
    readLabel: (slug) => findMetroArea(slug)?.name ?? slug,
  },
)

const hasCoordinates: Condition = { kind: 'sql', text: () => 'NOT isNaN(lat)' }

/** The part of a filter's context that a place needs. */
type PlaceContext = Pick<FilterContext, 'path' | 'advise' | 'budget'>

/** Rows whose place is at most some kilometres from a point. */
export const around = (center: GeoPoint, km: number): Condition => withinAreas([withinKm(center, km)], 'row')

/** The place of a row, or one of its offices. `among` is how many places a search asks for one by one. */
export function near(
  strategy: LocationStrategy,
  context: PlaceContext,
  { of = 'row', among = 1 }: { of?: Placed; among?: number } = {},
): Condition {
  return placedIn(listAreas(strategy, context, of), { of, among })
}

/** A circle round a town that must be looked up. */
interface TownArea {
  town: TownWanted
  km: number
}

/** Rows that name a place in words where no coordinates would tell: a state, a country, or a city by its name. */
interface WrittenArea {
  rows: Condition
}

/** Within any of some areas, including circles whose centre is looked up when the search is compiled. */
function placedIn(
  all: readonly (Area | TownArea | WrittenArea)[],
  { of, among }: { of: Placed; among: number },
): Condition {
  const areas = all.flatMap((each) => ('town' in each || 'rows' in each ? [] : [each]))
  const others = all.flatMap((each) => {
    if ('town' in each) return [aroundTown(each, { of, among })]
    return 'rows' in each ? [each.rows] : []
  })
  if (others.length === 0) return withinAreas(areas, of, { among })
  return or([...(areas.length === 0 ? [] : [withinAreas(areas, of, { among })]), ...others])
}

const aroundTown = ({ town, km }: TownArea, { of, among }: { of: Placed; among: number }): Condition => ({
  kind: 'sql',
  text(bind) {
    const center = bind.locateTown(town)
    return center === undefined ? '0' : compileInto(withinAreas([withinKm(center, km)], of, { among }), bind)
  },
})

/**
 * A place as areas. A name that an island, country or state shares with a city means the larger one. Rows that name a
 * city and say no more count as well. Offices are compared by their coordinates alone.
 */
function listAreas(
  strategy: LocationStrategy,
  context: PlaceContext,
  of: Placed,
): (Area | TownArea | WrittenArea)[] {
  if (strategy.strategy !== 'free-form-city') return [toArea(strategy, context)]
  const island = naturalRegionCalled(strategy.city, strategy.countryCode)
  if (island !== undefined) {
    context.advise(`"${strategy.city}" was taken as ${labelOfRegion(island)}, without its radius.`)
    const area = toArea({ strategy: 'preset-region', region: island.slug }, context)
    if (of === 'office' || strategy.city.includes(',')) return [area]
    return [area, { rows: hasAny('facets', wantedCityTokens(strategy.city, island.countryCode)) }]
  }
  if (of === 'office') return [toArea(strategy, context)]
  const region = strategy.countryCode === undefined ? regionCalled(strategy.city) : undefined
  if (region !== undefined) {
    spendPlace(context.budget, strategy, context.path)
    context.advise(`"${strategy.city}" was taken as ${region.name}, without its radius.`)
    return [{ rows: inRegion(region) }]
  }
  const area = toArea(strategy, context)
  const isQualified = strategy.city.includes(',')
  if (isQualified) return [area]
  return [area, { rows: hasAny('facets', wantedCityTokens(strategy.city, strategy.countryCode)) }]
}

function toArea(placeStrategy: LocationStrategy, context: PlaceContext): Area | TownArea {
  // The request pays for the object it holds; the outline of a metro area is the same object for everybody.
  spendPlace(context.budget, placeStrategy, context.path)
  const strategy =
    placeStrategy.strategy === 'preset-region'
      ? presetRegion(placeStrategy.region, context.path)
      : placeStrategy
  if (strategy.strategy === 'polygon') {
    if (countTurns(strategy.vertices) > maxTurns)
      throw invalidMember(
        `${context.path}.vertices`,
        `The ring circles the earth more than ${maxTurns} times.`,
        'wound_ring',
      )
    return insidePolygon(strategy.vertices)
  }
  const km = strategy.radius.unit === 'miles' ? milesToKm(strategy.radius.quantity) : strategy.radius.quantity
  if (strategy.strategy === 'radial-distance') return withinKm(strategy.center, km)
  const city = cityAsked(strategy)
  if (city === undefined && strategy.countryCode !== undefined && !countryByAlpha3(strategy.countryCode)) {
    const message = `No country "${strategy.countryCode}" is known; expected ISO 3166-1 alpha-3.`
    throw invalidMember(`${context.path}.countryCode`, message, 'unknown_country')
  }
  if (city === undefined) {
    const { path, advise } = context
    return {
      town: { city: strategy.city, countryCode: strategy.countryCode, path, advise: once(advise) },
      km,
    }
  }
  context.advise(takenAs(strategy, city))
  return withinKm(city.center, km)
}

/** A search is compiled twice, for its count and for its page, and gives its advice once. */
function once(advise: PlaceContext['advise']): PlaceContext['advise'] {
  let isTold = false
  return (line) => {
    if (!isTold) advise(line)
    isTold = true
  }
}

const presets = new Map<string, DrawnPlace>()

/** A place whose outline is known. */
export type DrawnPlace = Exclude<LocationStrategy, { strategy: 'preset-region' }>

/** The outline of a metro area, as a drawn place. */
export function presetRegion(slug: string, path: string): DrawnPlace {
  const preset = presets.get(slug)
  if (preset !== undefined) return preset
  const area = findMetroArea(slug)
  if (area === undefined)
    throw invalidMember(
      `${path}.region`,
      `No metro area "${slug}" is known; getMetroAreas lists them.`,
      'unknown_region',
    )
  const { outline } = area
  const drawn: DrawnPlace =
    outline.type === 'polygon'
      ? { strategy: 'polygon', vertices: outline.vertices }
      : {
          strategy: 'radial-distance',
          center: {
            latitude: outline.latitude,
            longitude: outline.longitude,
            name: undefined,
            address: undefined,
          },
          radius: { unit: 'miles', quantity: outline.radiusMiles },
        }
  presets.set(slug, drawn)
  return drawn
}

/** Within a great-circle distance of a point. */
export function withinKm(center: GeoPoint, km: number): Area {
  return {
    region: circleRegion(center, km),
    holds(bind) {
      const [lat, lon] = [bind.value('Float64', center.latitude), bind.value('Float64', center.longitude)]
      // The haversine of lib/geo, term by term, so that the engine and the tests' oracle agree as closely as they
      // can.
      const half = (a: string, b: string) => `pow(sin((radians(${a}) - radians(${b})) / 2), 2)`
      const chord = `${half('lat', lat)} + cos(radians(lat)) * cos(radians(${lat})) * ${half('lon', lon)}`
      return `2 * 6371.0088 * asin(sqrt(least(1, ${chord}))) <= ${bind.value('Float64', km)}`
    },
    around: (bind) =>
      `(${boundingBoxes(center, km)
        .map((box) => boxTest(bind, box))
        .join(' OR ')})`,
  }
}

function boxTest(bind: Bind, box: GeoBox): string {
  const value = (degrees: number) => bind.value('Float64', degrees)
  return `(lat BETWEEN ${value(box.minLatitude)} AND ${value(box.maxLatitude)} AND lon BETWEEN ${value(box.minLongitude)} AND ${value(box.maxLongitude)})`
}
