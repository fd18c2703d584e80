import { z } from 'zod'
import { findCountry } from '../reference/index.ts'
import { completer } from './completer.ts'
import {
  currencyCode,
  date,
  flag,
  latitude,
  list,
  longitude,
  notBelowZero,
  number,
  text,
  texts,
  quantity,
} from './fields.ts'
import { countryCode } from './location.ts'
import { provenance } from './native.ts'

export const listingStatuses = ['for_sale', 'for_rent', 'sold'] as const
export const homeTypes = [
  'apartment',
  'condo',
  'house',
  'land',
  'manufactured',
  'multi_family',
  'townhouse',
] as const

/** A home or a piece of land that is offered, or was sold. */
export const listing = z
  .object({
    listing_id: z.string().describe('Id where it is listed'),
    url: text('Address of the listing'),
    listing_status: z.enum(listingStatuses),
    status_label: text('The same in words, Open house'),
    listing_type: text('Who offers it: agent, owner, builder, auction, foreclosure'),
    is_under_contract: flag('An offer is accepted'),
    home_type: z.enum(homeTypes).nullable(),
    address: text('Whole address in one line'),
    street: text('Street and number'),
    neighborhood: text('Part of the city'),
    city: text('City'),
    county: text('County'),
    state: text('State, by its code: TX'),
    postal_code: text('Postal code'),
    country_code: text('ISO 3166-1 alpha-3; USA if not given'),
    latitude: number('Degrees'),
    longitude: number('Degrees'),
    currency: text('ISO 4217, of all its prices; USD if not given'),
    price: number('Asked, or paid if it is sold'),
    rent: number('A month'),
    base_rent_min: number('For a building with several units, per month'),
    base_rent_max: number('For a building with several units, per month'),
    rental_units: list(
      z.object({
        price: number('A month'),
        bedroom_count: number('Bedrooms'),
        is_room_for_rent: flag('A room of a shared home'),
      }),
      'Units of a building',
    ),
    estimated_price: number('Estimated value'),
    estimated_monthly_rent: number('Estimated rent a month'),
    price_change_amount: number('Last change of the price, less than 0 for a cut'),
    price_changed_on: date('Day of that'),
    tax_assessed_value: number('By the tax office'),
    bedroom_count: number('Bedrooms'),
    bathroom_count: number('Bathrooms; a half is one without bath'),
    floor_area_sqft: number('Square feet'),
    lot_area_sqft: number('Square feet'),
    year_built: quantity('year', 'Year'),
    parking_spots: number('Cars'),
    listed_on: date('First day it was offered'),
    sold_on: date('Day it was sold'),
    available_on: date('First day it can be moved into'),
    thumbnail_url: text('Picture'),
    image_urls: texts('Pictures'),
    has_3d_model: flag('It can be walked through'),
    broker_name: text('Broker'),
    builder_name: text('Builder'),
    open_house: z
      .object({
        description: text('When, in words'),
        start_date: text('ISO 8601'),
        end_date: text('ISO 8601'),
      })
      .nullable(),
    unit_number: text('Unit in the building'),
    price_reduction_note: text('Cut of the price in words, $5,000 (Nov 12)'),
    new_construction_type: text('Type of a new building, BUILDER_SPEC'),
    street_view_url: text('Picture from the street'),
    is_showcase_listing: flag('Shown larger by its site'),
    is_featured_listing: flag('Put first by its site'),
    primary_tag: text('First label on its site'),
    listing_tags: texts('Labels on its site'),
    contact_phone: text('Number to call about it'),
    building_name: text('Name of the building'),
    availability_count: number('Units that are free'),
    is_instant_tour_enabled: flag('A visit can be booked at once'),
    facts_and_features: list(
      z.object({ name: z.string(), value: text('As it is written there') }),
      'Details listed on its site',
    ),
    has_pool: flag('Pool'),
    has_garage: flag('Garage'),
    has_air_conditioning: flag('Air conditioning'),
    is_waterfront: flag('At the water'),
    is_single_story: flag('One storey'),
    description: text('Text of the listing'),
  })
  .meta({ id: 'ListingRecord' })

/** One line of a `native` listings file. */
export const nativeListing = listing
  .partial()
  .extend({
    listing_id: z.string().min(1),
    listing_status: listing.shape.listing_status,
    country_code: countryCode.nullish(),
    currency: currencyCode.nullish(),
    latitude: latitude.nullish(),
    longitude: longitude.nullish(),
    price: notBelowZero,
    rent: notBelowZero,
    base_rent_min: notBelowZero,
    base_rent_max: notBelowZero,
    bedroom_count: notBelowZero,
    bathroom_count: notBelowZero,
    floor_area_sqft: notBelowZero,
    lot_area_sqft: notBelowZero,
    parking_spots: notBelowZero,
    availability_count: notBelowZero,
    ...provenance,
  })
  .meta({ id: 'NativeListing' })

export type Listing = z.infer<typeof listing>
export type NativeListing = z.infer<typeof nativeListing>

const complete = completer(listing)

/** The stored form of a listing: every member, its country as alpha-3. */
export function completeListing(members: NativeListing): Listing {
  const record = complete(members)
  if (record.country_code !== null)
    record.country_code = findCountry(record.country_code)?.alpha3 ?? record.country_code
  return record
}
