import { z } from 'zod'
import { entityRecord } from '../../operation/index.ts'
import { hotelAmenity, hotelBrand, hotelPropertyType } from '../reference/index.ts'
import { currencyCode, flag, list, notBelowZero, number, text, texts, textMap, quantity } from './fields.ts'
import { locationRecord, nativeLocation } from './location.ts'
import { dayMs } from '../../lib/time.ts'

const count = (doc: string) => z.number().int().min(0).nullable().describe(doc)

const room = z
  .object({
    room_id: z.string().min(1).describe('Id of the room type within the property'),
    name: text('Name'),
    max_occupancy: z.number().int().min(1).nullable().describe('Guests it takes, children included'),
    included_guests: z
      .number()
      .int()
      .min(1)
      .nullable()
      .describe('Guests its price is for; all it takes if not given'),
    extra_guest_factor: z.number().min(0).nullable().describe('Share of its price for each additional guest'),
    price_factor: z
      .number()
      .positive()
      .nullable()
      .describe('Price relative to that of the property; its own calendar takes precedence'),
  })
  .meta({ id: 'HotelRoom' })

const ratePlan = z
  .object({
    plan_id: z.string().min(1).describe('Id of the plan within the property'),
    name: text('Name'),
    source_name: text('Who sells it'),
    url: text('Where it is sold'),
    is_official: flag('The property sells it itself'),
    free_cancellation: flag('It can be cancelled free of charge'),
    price_factor: z
      .number()
      .positive()
      .nullable()
      .describe('Price relative to the room price; 1 if not given'),
    deal: text('Label of a special offer'),
    deal_description: text('What the special offer is'),
    markets: list(z.string(), 'Countries it is sold in, alpha-3; everywhere if none is named'),
  })
  .meta({ id: 'HotelRatePlan' })

/** Prices by the date alone, for properties that publish no calendar. */
const priceRule = z
  .object({
    currency: z.string().length(3).describe('ISO 4217 code'),
    per_night: z.number().positive().describe('A night before tax, before the factors'),
    weekend_factor: number('Nights to Saturday and Sunday'),
    month_factors: list(z.number(), 'Twelve factors, January first'),
    closed_months: list(z.number().int(), 'Months without rooms, 1 to 12'),
  })
  .meta({ id: 'HotelPriceRule' })

const calendar = z
  .object({
    room_id: text('Room type; null for the whole property'),
    currency: z.string().length(3).describe('ISO 4217 code'),
    first_date: z.string().describe('Day of the first price, ISO 8601'),
    prices: z
      .array(z.number().nullable())
      .describe('Per night, before tax; null: unknown, -1: not available'),
    left: list(z.number().nullable(), 'Rooms left, night by night; null: unknown'),
  })
  .meta({ id: 'HotelCalendar' })

const marketFactor = z
  .object({
    market: z.string().length(3).describe('Alpha-3'),
    factor: z.number().positive().describe('Factor on the price'),
  })
  .meta({ id: 'HotelMarketFactor' })

const reviewTopic = z
  .object({
    name: text('Topic of reviews'),
    description: text('The same in words'),
    total_count: number('Reviews that mention it'),
    positive_count: number('Positive ones of these'),
    neutral_count: number('Neither'),
    negative_count: number('In complaint'),
  })
  .meta({ id: 'HotelReviewTopic' })

const image = z
  .object({ thumbnail_url: text('Small'), original_url: text('Whole') })
  .meta({ id: 'HotelImage' })

const nearbyPlace = z
  .object({
    name: text('What is near'),
    transportations: list(
      z.object({ type: text('Walking, taxi, public transport'), duration: text('How long') }),
      'Ways there',
    ),
  })
  .meta({ id: 'HotelNearbyPlace' })

/** A hotel or a vacation rental with its rooms, rate plans, nightly calendar and reviews. */
export const hotelRecord = z
  .object({
    property_id: z.string().describe('Id of the property at its source'),
    category: z.enum(['hotel', 'vacation_rental']).nullable(),
    name: text('Name'),
    names: textMap('Names by language (BCP-47)'),
    description: text('Description'),
    descriptions: textMap('The same by language (BCP-47)'),
    url: text('Its own page'),
    location: locationRecord.nullable(),
    phone: text('E.164'),
    check_in_time: text('From, HH:mm'),
    check_out_time: text('Until, HH:mm'),
    star_class: number('1 to 5'),
    property_type: number('Id of getHotelPropertyTypes'),
    amenities: list(z.number().int(), 'Ids of getHotelAmenities'),
    lacking_amenities: list(z.number().int(), 'Ids of amenities it is known not to have'),
    brand: number('Id from getHotelBrands, of a brand or a group'),
    eco_certified: flag('It has an environmental certificate'),
    rating: number('Of guests, 0 to 5'),
    review_count: number('Reviews'),
    star_counts: list(z.number(), 'Reviews of 1 to 5 stars'),
    reviews_breakdown: list(reviewTopic, 'Reviews by topic'),
    images: list(image, 'Pictures'),
    nearby_places: list(nearbyPlace, 'What is near'),
    bedrooms: number('Bedrooms of a rental'),
    bathrooms: number('Bathrooms of a rental'),
    sleeps: number('Guests a rental takes'),
    essential_info: texts('Short facts about a rental'),
    tax_rate: number('Taxes and fees as a share of the price before them'),
    free_child_age: quantity('workingYears', 'Children up to this age do not count as guests'),
    market_factors: list(marketFactor, 'Price factors by market'),
    rooms: list(room, 'Sorts of rooms'),
    rate_plans: list(ratePlan, 'How rooms are sold'),
    price_rule: priceRule.nullable(),
    calendars: list(calendar, 'Prices and rooms left, night by night'),
  })
  .meta({ id: 'HotelRecord' })
entityRecord('hotels', hotelRecord)

const some = <Shape extends z.ZodRawShape>(entry: z.ZodObject<Shape>) => z.array(entry.partial()).nullish()
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 15:00')
  .nullish()
const day = z.iso.date('expected a day such as 2026-05-30')

const provenance = {
  source: z.string().min(1).nullish().describe('Where the line comes from'),
  observed_at: z.string().nullish().describe('When it was true, ISO 8601; the time of import if absent'),
  confidence: z.number().min(0).max(1).nullish().describe('How sure the source is, 0 to 1'),
}

/** An id of one of the hotel enumerations. No filter would find another one. */
const makeIdSchema = (isKnown: (id: number) => boolean, operation: string) =>
  z.number().int().refine(isKnown, `No such id; ${operation} lists them.`)
const amenities = z.array(makeIdSchema((id) => hotelAmenity(id) !== undefined, 'getHotelAmenities')).nullish()

/** One line of a `native` hotels file. */
export const nativeHotel = hotelRecord
  .partial()
  .extend({
    property_id: z.string().min(1).max(300),
    location: nativeLocation.nullish(),
    check_in_time: time,
    check_out_time: time,
    star_class: z.number().int().min(1).max(5).nullish(),
    property_type: makeIdSchema(
      (id) => hotelPropertyType(id) !== undefined,
      'getHotelPropertyTypes',
    ).nullish(),
    amenities,
    lacking_amenities: amenities,
    brand: makeIdSchema((id) => hotelBrand(id) !== undefined, 'getHotelBrands').nullish(),
    bedrooms: notBelowZero,
    bathrooms: notBelowZero,
    sleeps: notBelowZero,
    rating: z.number().min(0).max(5).nullish(),
    review_count: count('Reviews').optional(),
    star_counts: z.array(z.number().int().min(0)).length(5).nullish(),
    tax_rate: z.number().min(0).max(5).nullish(),
    reviews_breakdown: some(reviewTopic),
    images: some(image),
    nearby_places: some(nearbyPlace),
    rooms: z.array(room.partial().extend({ room_id: room.shape.room_id })).nullish(),
    rate_plans: z.array(ratePlan.partial().extend({ plan_id: ratePlan.shape.plan_id })).nullish(),
    price_rule: priceRule
      .partial()
      .extend({ currency: currencyCode, per_night: priceRule.shape.per_night })
      .nullish(),
    calendars: z
      .array(
        calendar.partial().extend({ currency: currencyCode, first_date: day, prices: calendar.shape.prices }),
      )
      .nullish(),
    ...provenance,
  })
  .meta({ id: 'NativeHotel' })

/** Nights that one row of rates may cover. */
const maxNights = 750
/** One line of a `native` rates file: a night of a property, or all nights up to `last_date` alike. */
export const nativeHotelRate = z
  .object({
    property_id: z.string().min(1).max(300).describe('Id of the property at its source'),
    room_id: z.string().min(1).nullish().describe('Room type; the whole property if absent'),
    date: day.describe('The night that begins on this day'),
    last_date: day.nullish().describe('The last night it applies to; `date` if absent'),
    price: z.number().positive().max(1e9).nullish().describe('Per night, before tax'),
    currency: currencyCode.describe('ISO 4217 code'),
    available: z.number().int().min(0).max(65_000).nullish().describe('Rooms left; 0: not available'),
    ...provenance,
  })
  .refine(({ price, available }) => (price ?? null) !== null || available === 0, {
    path: ['price'],
    message: 'expected a price, or available 0',
  })
  .refine(({ date, last_date }) => !last_date || last_date >= date, {
    path: ['last_date'],
    message: 'expected a day that is not before date',
  })
  .refine(
    ({ date, last_date }) => !last_date || Date.parse(last_date) - Date.parse(date) < maxNights * dayMs,
    {
      path: ['last_date'],
      message: `expected at most ${maxNights} nights`,
    },
  )
  .meta({ id: 'NativeHotelRate' })

export type HotelRecord = z.infer<typeof hotelRecord>
export type HotelCalendar = z.infer<typeof calendar>
export type NativeHotel = z.infer<typeof nativeHotel>
export type NativeHotelRate = z.infer<typeof nativeHotelRate>
