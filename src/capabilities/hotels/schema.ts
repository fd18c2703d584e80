import { z } from 'zod'
import { briefRecord, entityView } from '../../operation/index.ts'

const text = (doc: string) => z.string().nullable().describe(doc)

const rate = z
  .object({
    currencyCode: z.string().describe('ISO 4217, as requested'),
    allInCost: z.int().nullable().describe('Whole units with taxes and fees; null where these are unknown'),
    baseCost: z.int().describe('Whole units before tax: not the final price'),
  })
  .meta({ id: 'HotelRate' })

const named = z.object({ id: z.int(), name: z.string() })

const searchProperty = z.object({
  propertyToken: z.string().describe('Identifies the property in hotelProperty'),
  name: z.string(),
  description: z.string().optional(),
  url: text('Its own page'),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  city: text('City'),
  countryCode: text('ISO 3166-1 alpha-3'),
  propertyCategory: z.enum(['hotel', 'vacationRental']),
  checkInTime: text('From, HH:mm'),
  checkOutTime: text('Until, HH:mm'),
  ratePerNight: rate.describe('Mean per night at the cheapest rate'),
  totalRate: rate.describe('All nights of the party at the cheapest rate'),
  rating: z.number().min(0).max(5).nullable().describe('Score of guests'),
  reviewCount: z.int().nullable(),
  reviewsBreakdown: z.array(
    z.object({
      name: z.string(),
      description: text('What it means'),
      totalCount: z.int(),
      positiveCount: z.int(),
      neutralCount: z.int(),
      negativeCount: z.int(),
    }),
  ),
  hotelStarClass: z.int().nullable().describe('1 to 5; not the guest score'),
  propertyType: named.nullable(),
  brand: named.nullable(),
  amenities: z.array(z.string()).describe('Labels in the requested language'),
  amenityIds: z.array(z.int()),
  excludedAmenities: z.array(z.string()).describe('Amenities it is known to lack'),
  images: z.array(z.object({ thumbnailUrl: z.string().nullable(), originalUrl: z.string().nullable() })),
  nearbyPlaces: z.array(
    z.object({
      name: z.string(),
      transportations: z.array(z.object({ type: z.string().nullable(), duration: z.string().nullable() })),
    }),
  ),
  deal: z.string().optional().describe('Label of a special offer at the cheapest rate'),
  dealDescription: z.string().optional(),
  ecoCertified: z.boolean().nullable(),
  freeCancellation: z
    .boolean()
    .describe('Whether the rate shown (in hotelProperty, any offer) can be cancelled free of charge'),
  bedrooms: z.number().nullable(),
  bathrooms: z.number().nullable(),
  essentialInfo: z
    .array(z.string())
    .optional()
    .describe('For vacation rentals: entire unit, guests and so on'),
})

export const hotelProperty = searchProperty.meta({ id: 'HotelSearchProperty' })
briefRecord(hotelProperty, [
  'propertyToken',
  'name',
  'city',
  'rating',
  'reviewCount',
  'hotelStarClass',
  'ratePerNight',
  'totalRate',
  'freeCancellation',
  'deal',
])

export const hotelDetail = searchProperty
  .extend({
    address: text('In one line'),
    phone: text('E.164'),
    directionsUrl: text('Map with directions'),
    amenitiesDetailed: z.array(
      z.object({
        group: z.string(),
        amenities: z.array(z.object({ id: z.int(), name: z.string(), isAvailable: z.boolean() })),
      }),
    ),
    offers: z
      .array(
        z.object({
          sourceName: z.string(),
          url: text('Where it is sold'),
          isOfficial: z.boolean(),
          ratePerNight: rate,
          totalRate: rate,
          roomName: text('Sort of room'),
          rooms: z.int().describe('Rooms the guests need'),
          planName: text('Rate plan'),
          freeCancellation: z.boolean(),
          deal: z.string().optional(),
          dealDescription: z.string().optional(),
        }),
      )
      .describe('Cheapest first; empty where the stay is not available'),
    typicalPriceRange: z
      .object({ lowerBound: z.int(), upperBound: z.int(), currencyCode: z.string() })
      .nullable()
      .describe('Price range of four in five nights in the year from arrival for the same guests'),
    ratingsBreakdown: z
      .object({
        oneStar: z.int(),
        twoStars: z.int(),
        threeStars: z.int(),
        fourStars: z.int(),
        fiveStars: z.int(),
      })
      .nullable()
      .describe('Reviews by stars'),
    // A stay that is not available has no prices.
    ratePerNight: rate.nullable(),
    totalRate: rate.nullable(),
  })
  .meta({ id: 'HotelPropertyDetail' })

const rates = ['calendars', 'price_rule']
const shownMembers = {
  propertyToken: ['property_id'],
  name: ['name', 'names'],
  description: ['description', 'descriptions'],
  url: ['url'],
  coordinates: ['location'],
  city: ['location'],
  countryCode: ['location'],
  propertyCategory: ['category'],
  checkInTime: ['check_in_time'],
  checkOutTime: ['check_out_time'],
  ratePerNight: rates,
  totalRate: rates,
  rating: ['rating'],
  reviewCount: ['review_count'],
  reviewsBreakdown: ['reviews_breakdown'],
  hotelStarClass: ['star_class'],
  propertyType: ['property_type'],
  brand: ['brand'],
  amenities: ['amenities'],
  amenityIds: ['amenities'],
  excludedAmenities: ['lacking_amenities'],
  images: ['images'],
  nearbyPlaces: ['nearby_places'],
  deal: ['rate_plans'],
  dealDescription: ['rate_plans'],
  ecoCertified: ['eco_certified'],
  freeCancellation: ['rate_plans'],
  bedrooms: ['bedrooms'],
  bathrooms: ['bathrooms'],
  essentialInfo: ['essential_info'],
}
entityView('hotels', hotelProperty, shownMembers)
entityView('hotels', hotelDetail, {
  ...shownMembers,
  address: ['location'],
  phone: ['phone'],
  directionsUrl: ['location'],
  amenitiesDetailed: ['amenities', 'lacking_amenities'],
  offers: rates,
  typicalPriceRange: rates,
  ratingsBreakdown: ['star_counts'],
})

export const brandGroups = z.array(named.extend({ children: z.array(named) }))

export type HotelProperty = z.input<typeof hotelProperty>
export type HotelDetail = z.input<typeof hotelDetail>
export type Rate = z.input<typeof rate>
