import { listingToken, type ListingFlag } from '../../corpus/kinds/index.ts'
import {
  and,
  containsWords,
  hasAll,
  hasAny,
  not,
  type Bind,
  type Condition,
  type Order,
} from '../../corpus/search/index.ts'
import { toRegion } from './location.ts'
import { rangeNames, type ListingQuestion, type RangeName } from './schema.ts'

/** Statuses as records have them. */
export const statusOf = { forSale: 'for_sale', forRent: 'for_rent', sold: 'sold' } as const

const columns: Readonly<Record<RangeName, string>> = {
  price: 'price',
  rent: 'rent',
  bedrooms: 'bedrooms',
  bathrooms: 'bathrooms',
  floorAreaSqFt: 'floor_area',
  lotAreaSqFt: 'lot_area',
  yearBuilt: 'year_built',
  parkingSpots: 'parking',
}

/** Ranges that mean nothing of a status: a home for rent has no price, one for sale no rent. */
export const ignoredRange = ({ listingStatus }: ListingQuestion): RangeName =>
  listingStatus === 'forRent' ? 'price' : 'rent'

const features = [
  'hasPool',
  'hasGarage',
  'hasAirConditioning',
  'isWaterfront',
  'isSingleStory',
  'hasOpenHouse',
] as const satisfies readonly ListingFlag[]

/** What a listing must satisfy. */
export function buildCondition(question: ListingQuestion): Condition {
  const { homeTypes, keywords, features: wanted, listingStatus } = question
  const phrases = (keywords ?? '').split(',').map((phrase) => phrase.trim())
  return and([
    hasAll('facets', [
      listingToken('status', statusOf[listingStatus]),
      ...features.filter((name) => wanted?.[name] === true).map((name) => listingToken('is', name)),
    ]),
    toRegion(question.location).condition,
    ...(homeTypes === undefined || homeTypes.length === 0
      ? []
      : [
          hasAny(
            'facets',
            homeTypes.map((type) => listingToken('home', type)),
          ),
        ]),
    ...(wanted?.includeUnderContract === true
      ? []
      : [not(hasAll('facets', [listingToken('is', 'underContract')]))]),
    ...rangeNames.flatMap((name) => (name === ignoredRange(question) ? [] : between(name, question[name]))),
    ...phrases.filter((phrase) => phrase !== '').map(containsWords),
  ])
}

function between(name: RangeName, range: ListingQuestion[RangeName]): Condition[] {
  const { min, max } = range ?? {}
  if (min === undefined && max === undefined) return []
  // NaN, which is unknown, is neither at least nor at most anything.
  const text = (bind: Bind) =>
    [
      ...(min === undefined ? [] : [`${columns[name]} >= ${bind.value('Float64', min)}`]),
      ...(max === undefined ? [] : [`${columns[name]} <= ${bind.value('Float64', max)}`]),
    ].join(' AND ')
  return [{ kind: 'sql', text: (bind) => `(${text(bind)})` }]
}

/** The order of the pages; undefined is the order of the rows, newest first. */
export function chooseOrder({ sortBy, listingStatus }: ListingQuestion): Order | undefined {
  const by = (column: string, descending: boolean): Order => ({
    value: () => column,
    isKnown: `NOT isNaN(${column})`,
    descending,
  })
  const price = listingStatus === 'forRent' ? 'rent' : 'price'
  switch (sortBy) {
    case 'newest':
      return undefined
    case 'priceAscending':
      return by(price, false)
    case 'priceDescending':
      return by(price, true)
    case 'estimatedPriceAscending':
      return by('estimated_price', false)
    case 'estimatedPriceDescending':
      return by('estimated_price', true)
    case 'bedroomCountDescending':
      return by('bedrooms', true)
    case 'bathroomCountDescending':
      return by('bathrooms', true)
    case 'floorAreaDescending':
      return by('floor_area', true)
    default:
      return by('lot_area', true)
  }
}
