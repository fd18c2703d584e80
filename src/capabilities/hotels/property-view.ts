import type { HotelRecord } from '../../corpus/records/index.ts'
import { hotelAmenity, hotelBrand, hotelPropertyType } from '../../corpus/reference/index.ts'
import type { StayPrice } from './price-stay.ts'
import { propertyToken } from './property-token.ts'
import type { HotelProperty, Rate } from './schema.ts'
import type { Stay } from './stay.ts'

type RatePlan = NonNullable<HotelRecord['rate_plans']>[number]

/** An amount as shown, in whole units. */
export function buildRate({ base, allIn }: Pick<StayPrice, 'base' | 'allIn'>, stay: Stay, nights = 1): Rate {
  return {
    currencyCode: stay.currency,
    allInCost: allIn === null ? null : Math.round(allIn / nights),
    baseCost: Math.round(base / nights),
  }
}

/** A text in the requested language, by full tag or language alone; undefined where there is none. */
function inLanguage(texts: HotelRecord['names'], language: string): string | undefined {
  if (texts === null) return undefined
  const wanted = language.toLowerCase()
  const find = (tag: string) => Object.entries(texts).find(([each]) => each.toLowerCase() === tag)?.[1]
  return find(wanted) ?? find(wanted.split('-', 1)[0] as string)
}

const labels = (ids: readonly number[] | null, language: string): string[] =>
  (ids ?? []).flatMap((id) => hotelAmenity(id, language) ?? [])

/** A property as in search results, with the cost of the stay: the members that both views share. */
export function propertyView(
  record: HotelRecord,
  context: { stay: Stay; language: string },
): Omit<HotelProperty, 'ratePerNight' | 'totalRate' | 'freeCancellation' | 'deal' | 'dealDescription'> {
  const { stay, language } = context
  const description = inLanguage(record.descriptions, language) ?? record.description
  const type = record.property_type === null ? undefined : hotelPropertyType(record.property_type)
  const brand = record.brand === null ? undefined : hotelBrand(record.brand)
  const isRental = record.category === 'vacation_rental'
  const essentials = record.essential_info ?? []
  return {
    propertyToken: propertyToken(record.property_id, stay),
    name: inLanguage(record.names, language) ?? record.name ?? record.property_id,
    ...(description === null ? {} : { description }),
    url: record.url,
    ...buildPlace(record),
    propertyCategory: isRental ? 'vacationRental' : 'hotel',
    checkInTime: record.check_in_time,
    checkOutTime: record.check_out_time,
    rating: record.rating,
    reviewCount: record.review_count,
    reviewsBreakdown: buildTopics(record),
    hotelStarClass: record.star_class,
    propertyType: type === undefined ? null : { id: record.property_type as number, name: type },
    brand: brand === undefined ? null : { id: brand.id, name: brand.name },
    amenities: labels(record.amenities, language),
    amenityIds: record.amenities ?? [],
    excludedAmenities: labels(record.lacking_amenities, language),
    ...buildSurroundings(record),
    ecoCertified: record.eco_certified,
    bedrooms: record.bedrooms,
    bathrooms: record.bathrooms,
    ...(isRental && essentials.length > 0 ? { essentialInfo: essentials } : {}),
  }
}

function buildPlace({ location }: HotelRecord): Pick<HotelProperty, 'coordinates' | 'city' | 'countryCode'> {
  const { coordinates } = location ?? {}
  return {
    coordinates: coordinates ? { latitude: coordinates.lat, longitude: coordinates.lon } : null,
    city: location?.city ?? null,
    countryCode: location?.country_code ?? null,
  }
}

function buildSurroundings(record: HotelRecord): Pick<HotelProperty, 'images' | 'nearbyPlaces'> {
  return {
    images: (record.images ?? []).map((image) => ({
      thumbnailUrl: image.thumbnail_url,
      originalUrl: image.original_url,
    })),
    nearbyPlaces: (record.nearby_places ?? []).map(({ name, transportations }) => ({
      name: name ?? '',
      transportations: transportations ?? [],
    })),
  }
}

function buildTopics({ reviews_breakdown: topics }: HotelRecord): HotelProperty['reviewsBreakdown'] {
  return (topics ?? []).map((topic) => ({
    name: topic.name ?? '',
    description: topic.description,
    totalCount: topic.total_count ?? 0,
    positiveCount: topic.positive_count ?? 0,
    neutralCount: topic.neutral_count ?? 0,
    negativeCount: topic.negative_count ?? 0,
  }))
}

/** Labels beside the amounts of a price. */
export function planView(plan: RatePlan | undefined) {
  return {
    freeCancellation: plan?.free_cancellation === true,
    ...(plan === undefined || plan.deal === null ? {} : { deal: plan.deal }),
    ...(plan?.deal_description ? { dealDescription: plan.deal_description } : {}),
  }
}
