import { z } from 'zod'
import { entityView, optional, pageInput, withDefault } from '../../operation/index.ts'
import { freshness } from '../../sources/index.ts'

const listingStatuses = ['forSale', 'forRent', 'sold'] as const
const homeTypes = [
  'apartment',
  'condo',
  'house',
  'land',
  'manufactured',
  'multi_family',
  'townhouse',
] as const
const sorts = [
  'newest',
  'priceAscending',
  'priceDescending',
  'estimatedPriceAscending',
  'estimatedPriceDescending',
  'bedroomCountDescending',
  'bathroomCountDescending',
  'floorAreaDescending',
  'lotAreaDescending',
] as const

/** Bounds of a number, both inclusive; one whose value is not known is in none. */
function range(doc: string) {
  const bound = optional(z.number().min(0).max(1e12))
  return optional(
    z
      .object({ min: bound, max: bound })
      .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
        path: ['max'],
        message: 'Expected at least min.',
      }),
  ).describe(doc)
}

/** Numbers that listings are filtered by. */
export const rangeNames = [
  'price',
  'rent',
  'bedrooms',
  'bathrooms',
  'floorAreaSqFt',
  'lotAreaSqFt',
  'yearBuilt',
  'parkingSpots',
] as const
export type RangeName = (typeof rangeNames)[number]

const flag = withDefault(z.boolean(), false)

const filters = {
  location: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('raw'),
        query: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .describe('A city, state, county, postal code, part of a city or address: Austin, TX'),
      }),
      z.object({
        type: z.literal('structured'),
        city: z.string().trim().min(1).max(100),
        stateCode: z
          .string()
          .trim()
          .regex(/^[A-Za-z]{2,3}$/, 'Expected the code of a state such as TX.'),
      }),
    ])
    .describe('Where'),
  listingStatus: withDefault(z.enum(listingStatuses), 'forSale'),
  homeTypes: optional(z.array(z.enum(homeTypes)).max(homeTypes.length)).describe(
    'Any of these; all if omitted',
  ),
  price: range('Asked or paid, in the currency of the listing; not for rentals'),
  rent: range('A month, for rentals'),
  bedrooms: range('Bedrooms'),
  bathrooms: range('Bathrooms'),
  floorAreaSqFt: range('Square feet'),
  lotAreaSqFt: range('Square feet'),
  yearBuilt: range('Year'),
  parkingSpots: range('Cars'),
  keywords: optional(z.string().trim().max(200)).describe(
    'Words in a row that address, text or broker must have; several phrases separated by commas must all be there',
  ),
  features: optional(
    z.object({
      hasPool: flag,
      hasGarage: flag,
      hasAirConditioning: flag,
      isWaterfront: flag,
      isSingleStory: flag,
      hasOpenHouse: flag,
      includeUnderContract: flag.describe('Adds those with an accepted offer'),
    }),
  ).describe('Required features; false requires nothing'),
  sortBy: withDefault(z.enum(sorts), 'newest').describe(
    'For rentals the price is the rent. Listings without the number come last.',
  ),
}

export const input = z.object({
  ...filters,
  nextPageToken: pageInput({ sizes: { default: 1, most: 1 } }).cursor.describe(
    'nextPageToken of the previous page, with the same question.',
  ),
})
export type ListingQuestion = Omit<z.output<typeof input>, 'nextPageToken'>

const number = (doc: string) => z.number().nullable().describe(doc)
const text = (doc: string) => z.string().nullable().describe(doc)
const flagShown = (doc: string) => z.boolean().nullable().describe(doc)

/** What few sources say: absent where none does. */
const seldom = {
  unitNumber: z.string().optional().describe('Unit in the building'),
  priceReductionNote: z.string().optional().describe('Cut of the price in words, $5,000 (Nov 12)'),
  newConstructionType: z.string().optional().describe('Type of a new building, BUILDER_SPEC'),
  streetViewUrl: z.string().optional().describe('Picture from the street'),
  isShowcaseListing: z.boolean().optional().describe('Shown larger by its site'),
  isFeaturedListing: z.boolean().optional().describe('Put first by its site'),
  primaryTag: z.string().optional().describe('First label on its site'),
  listingTags: z.array(z.string()).optional().describe('Labels on its site'),
  contactPhone: z.string().optional().describe('Number to call about it'),
  buildingName: z.string().optional().describe('Name of the building'),
  availabilityCount: z.number().optional().describe('Units that are free'),
  isInstantTourEnabled: z.boolean().optional().describe('A visit can be booked at once'),
  factsAndFeatures: z
    .array(z.object({ name: z.string(), value: z.string().nullable() }))
    .optional()
    .describe('Details listed on its site'),
}

const property = z.object({
  listingId: z.string(),
  address: text('Whole address'),
  street: text('Street and number'),
  city: text('City'),
  state: text('Code of the state'),
  postalCode: text('Postal code'),
  countryCode: z.string().describe('ISO 3166-1 alpha-3'),
  latitude: number('Degrees'),
  longitude: number('Degrees'),
  currencyCode: z.string().describe('ISO 4217, of all prices but price.usd'),
  price: z
    .object({ usd: number('US dollars'), local: number('In currencyCode') })
    .nullable()
    .describe('Asked, or paid if it is sold'),
  rent: number('A month'),
  baseRent: z.object({ min: number('A month'), max: number('A month') }).nullable(),
  rentalUnits: z.array(
    z.object({
      price: number('A month'),
      bedroomCount: number('Bedrooms'),
      isRoomForRent: flagShown('A room of a shared home'),
    }),
  ),
  bedroomCount: number('Bedrooms'),
  bathroomCount: number('Bathrooms'),
  estimatedPrice: number('Estimated value'),
  estimatedMonthlyRent: number('Estimated rent a month'),
  priceChangeAmount: number('Last change of the price'),
  datePriceChanged: text('Day of that'),
  taxAssessedValue: number('By the tax office'),
  floorAreaSqFt: number('Square feet'),
  lotAreaSqFt: number('Square feet'),
  yearBuilt: number('Year'),
  homeType: z.enum(homeTypes).nullable(),
  listingLifecycleStatus: z.enum([...listingStatuses, 'underContract']),
  listingStatusLabel: text('The same in words'),
  listingType: text('Who offers it'),
  dateSold: text('Day'),
  timeOnMarketDays: number('Days since it was first offered, until it was sold'),
  availabilityDate: text('First day it can be moved into'),
  url: text('Address of the listing'),
  thumbnailUrl: text('Picture'),
  imageUrls: z.array(z.string()),
  has3DModel: flagShown('It can be walked through'),
  brokerName: text('Broker'),
  builderName: text('Builder'),
  openHouse: z
    .object({
      description: text('In words'),
      startDate: text('ISO 8601'),
      endDate: text('ISO 8601'),
    })
    .nullable(),
  ...seldom,
  position: z.int().describe('In the page, from 1'),
})
entityView('listings', property, {
  listingId: ['listing_id'],
  unitNumber: ['unit_number'],
  priceReductionNote: ['price_reduction_note'],
  newConstructionType: ['new_construction_type'],
  streetViewUrl: ['street_view_url'],
  isShowcaseListing: ['is_showcase_listing'],
  isFeaturedListing: ['is_featured_listing'],
  primaryTag: ['primary_tag'],
  listingTags: ['listing_tags'],
  contactPhone: ['contact_phone'],
  buildingName: ['building_name'],
  availabilityCount: ['availability_count'],
  isInstantTourEnabled: ['is_instant_tour_enabled'],
  factsAndFeatures: ['facts_and_features'],
  address: ['address'],
  street: ['street'],
  city: ['city'],
  state: ['state'],
  postalCode: ['postal_code'],
  countryCode: ['country_code'],
  latitude: ['latitude'],
  longitude: ['longitude'],
  currencyCode: ['currency'],
  price: ['price'],
  rent: ['rent'],
  baseRent: ['base_rent_min', 'base_rent_max'],
  rentalUnits: ['rental_units'],
  bedroomCount: ['bedroom_count'],
  bathroomCount: ['bathroom_count'],
  estimatedPrice: ['estimated_price'],
  estimatedMonthlyRent: ['estimated_monthly_rent'],
  priceChangeAmount: ['price_change_amount'],
  datePriceChanged: ['price_changed_on'],
  taxAssessedValue: ['tax_assessed_value'],
  floorAreaSqFt: ['floor_area_sqft'],
  lotAreaSqFt: ['lot_area_sqft'],
  yearBuilt: ['year_built'],
  homeType: ['home_type'],
  listingLifecycleStatus: ['listing_status'],
  listingStatusLabel: ['status_label'],
  listingType: ['listing_type'],
  dateSold: ['sold_on'],
  timeOnMarketDays: ['listed_on'],
  availabilityDate: ['available_on'],
  url: ['url'],
  thumbnailUrl: ['thumbnail_url'],
  imageUrls: ['image_urls'],
  has3DModel: ['has_3d_model'],
  brokerName: ['broker_name'],
  builderName: ['builder_name'],
  openHouse: ['open_house'],
})
export type Property = z.input<typeof property>

export const output = z.object({
  runId: z.string().describe('The same on all pages of a question on one day'),
  properties: z.array(property),
  totalResultCount: z.int().nullable().describe('Of all pages; null if the live source does not say'),
  regionName: text('How the location was understood'),
  nextPageToken: z.string().nullable(),
  warnings: z.array(z.string()),
  ...freshness,
})
