import { completeListing, listing, nativeListing, type Listing } from '../records/index.ts'
import { dayNumber, exactToken, keywordText, ownSort, token } from '../search-index/index.ts'
import { defineKind } from './define-kind.ts'
import { textMentions } from './local-mentions.ts'

const byIdentity = ownSort('lst')

/** Sorts of tokens that listings are filtered by. */
const facet = {
  status: ownSort('lstat'),
  home: ownSort('lhome'),
  country: ownSort('lcountry'),
  state: ownSort('lstate'),
  county: ownSort('lcounty'),
  city: ownSort('lcity'),
  part: ownSort('lpart'),
  zip: ownSort('lzip'),
  is: ownSort('lis'),
}

/** Properties of a listing that filters ask for. */
const listingFlags = {
  hasPool: (record) => record.has_pool === true,
  hasGarage: (record) => record.has_garage === true,
  hasAirConditioning: (record) => record.has_air_conditioning === true,
  isWaterfront: (record) => record.is_waterfront === true,
  isSingleStory: (record) => record.is_single_story === true,
  hasOpenHouse: (record) => record.open_house !== null,
  underContract: (record) => record.is_under_contract === true,
} satisfies Record<string, (record: Listing) => boolean>
export type ListingFlag = keyof typeof listingFlags

/** Token of a value that listings are filtered by. Rows and filters make it with this function. */
export const listingToken = (of: keyof typeof facet, value: string): string => token(facet[of], value)

function writeFacets(record: Listing): string {
  const { city, county, neighborhood, state, postal_code: zip, home_type: home } = record
  const flags = (Object.keys(listingFlags) as ListingFlag[]).filter((flag) => listingFlags[flag](record))
  const named = (of: keyof typeof facet, value: string | null) => (value ? [listingToken(of, value)] : [])
  return [
    listingToken('status', record.listing_status),
    listingToken('country', record.country_code ?? 'USA'),
    ...named('home', home),
    ...named('state', state),
    ...named('county', county?.replace(/ county$/i, '') ?? null),
    ...named('city', city),
    ...named('part', neighborhood),
    ...named('zip', zip?.slice(0, 5) ?? null),
    ...flags.map((flag) => listingToken('is', flag)),
  ].join(' ')
}

const figure = (value: number | null) => value ?? Number.NaN

export const listings = defineKind({
  name: 'listings',
  words: 'real estate listings',

  record: listing,
  line: nativeListing,
  moments: ['listed_on', 'sold_on', 'price_changed_on', 'available_on'],
  own: ['listing_id'],
  complete: (members) => completeListing(members),
  tracked: ({ listing_status, is_under_contract, price, rent }) => ({
    listing_status,
    is_under_contract,
    price,
    rent,
  }),

  identifiers: (record) => [exactToken(byIdentity, record.listing_id)],
  identity: { strong: [byIdentity] },
  suppression: { of: 'nobody' },
  mentions: textMentions,

  table: 'listings',
  columns: [
    'listed',
    'price',
    'rent',
    'estimated_price',
    'bedrooms',
    'bathrooms',
    'floor_area',
    'lot_area',
    'year_built',
    'parking',
    'facets',
    'words',
  ],
  row: (record) => ({
    // Newest first, so a page without another order ends after its first matches.
    rank: 100_000 - Math.max(0, dayNumber(record.listed_on ?? record.sold_on)),
    values: [
      dayNumber(record.listed_on ?? record.sold_on),
      figure(record.price),
      figure(record.rent ?? record.base_rent_min),
      figure(record.estimated_price),
      figure(record.bedroom_count),
      figure(record.bathroom_count),
      figure(record.floor_area_sqft),
      figure(record.lot_area_sqft),
      figure(record.year_built),
      figure(record.parking_spots),
      writeFacets(record),
      keywordText([
        record.address,
        record.street,
        record.neighborhood,
        record.description,
        record.broker_name,
        record.builder_name,
      ]),
    ],
  }),
  lookups: () => [],
  indexVersion: 3,
  indexChanges: { 2: { identifiers: ['men'] }, 3: { columns: ['facets'] } },
})
