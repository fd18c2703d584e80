import { z } from 'zod'
import { cityTierIds, cityTiers, countries, type CityTier } from '../../corpus/reference/index.ts'
import { countriesIn, type MapQuestion } from '../../corpus/search/index.ts'
import { invalidMember, optional, outsideId, withDefault, type Call } from '../../operation/index.ts'

const point = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})

const circle = z.object({
  regionType: z.literal('circle'),
  center: point,
  radiusMiles: withDefault(z.number().positive().max(250), 25),
})

/** Wider ones are taken for corners that changed places. */
const widest = 180

const rectangle = z
  .object({
    regionType: z.literal('rectangle'),
    northwestCorner: point.describe(
      'A rectangle across the antimeridian has its west at, say, 170 and its east at -170.',
    ),
    southeastCorner: point,
  })
  .superRefine(({ northwestCorner: first, southeastCorner: last }, context) => {
    const issue = (member: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['southeastCorner', member], message })
    if (last.latitude >= first.latitude)
      issue('latitude', 'Expected a southeast corner that lies south of the northwest one.')
    const width = last.longitude - first.longitude
    if (width === 0 || (width < 0 && width + 360 > widest))
      issue(
        'longitude',
        `Expected a southeast corner that lies east of the northwest one, by at most ${widest} degrees across the antimeridian.`,
      )
  })

const codes = z.array(z.string().min(1).max(100)).max(400)
const tier = outsideId(z.enum(cityTierIds))
const tierWords = cityTiers.map(({ id, least }) => `${id} from ${least.toLocaleString('en')}`).join(', ')

/** Where places are looked for; `strategy` tells the three forms apart. */
export const mapStrategy = z
  .discriminatedUnion('strategy', [
    z.object({ strategy: z.literal('whole-usa') }),
    z.object({
      strategy: z.literal('specific-areas'),
      unionAll: z
        .array(z.discriminatedUnion('regionType', [circle, rectangle]))
        .min(1)
        .max(100),
    }),
    z.object({
      strategy: z.literal('world-cities'),
      countriesAndRegions: z.object({
        unionAll: optional(codes.min(1)).describe(
          'ISO 3166-1 alpha-3 and region codes; everywhere if omitted.',
        ),
        subtractAll: optional(codes).describe('Codes of countries and regions to leave out.'),
      }),
      smallestCityTierID: optional(tier).describe(`Inhabitants: ${tierWords}.`),
      largestCityTierID: optional(tier),
    }),
  ])
  .meta({ id: 'MapStrategy' })

export type MapStrategy = z.output<typeof mapStrategy>

/** Where a search goes, without the words; kept with its job. */
export type MapScope = Omit<MapQuestion, 'query' | 'types'>

/** Throws a 400 at the code that names no country or region, at tiers that exclude each other, and where nothing is left. */
export function mapScope(strategy: MapStrategy, call: Pick<Call, 'advise'>): MapScope {
  switch (strategy.strategy) {
    case 'whole-usa':
      return { countries: ['USA'] }
    case 'specific-areas':
      return { areas: strategy.unionAll }
    default: {
      const tiers = tiersBetween(strategy)
      return { tiers, ...countriesLeft(strategy.countriesAndRegions, call) }
    }
  }
}

type WorldCities = Extract<MapStrategy, { strategy: 'world-cities' }>

function tiersBetween({ smallestCityTierID, largestCityTierID }: WorldCities): readonly CityTier[] {
  const first = largestCityTierID === undefined ? 0 : cityTierIds.indexOf(largestCityTierID)
  const last =
    smallestCityTierID === undefined ? cityTierIds.length - 1 : cityTierIds.indexOf(smallestCityTierID)
  if (first > last)
    throw invalidMember(
      'strategy.smallestCityTierID',
      `Expected a tier no larger than largestCityTierID (${String(largestCityTierID)}).`,
      'tiers_reversed',
    )
  return cityTierIds.slice(first, last + 1)
}

function countriesLeft(
  { unionAll, subtractAll = [] }: WorldCities['countriesAndRegions'],
  call: Pick<Call, 'advise'>,
): Pick<MapScope, 'countries'> {
  if (unionAll === undefined && subtractAll.length === 0) return {}
  const path = 'strategy.countriesAndRegions'
  const context = { advise: (text: string) => call.advise(text) }
  const out = new Set(countriesIn(subtractAll, (index) => `${path}.subtractAll[${index}]`, context))
  const words =
    unionAll === undefined
      ? everyCountry()
      : countriesIn(unionAll, (index) => `${path}.unionAll[${index}]`, context)
  const left = words.filter((code) => !out.has(code))
  if (left.length === 0)
    throw invalidMember(`${path}.subtractAll`, 'This removes all of unionAll.', 'nothing_left')
  return { countries: left }
}

const everyCountry = () => countries().map(({ alpha3 }) => alpha3)
