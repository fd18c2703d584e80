import { showing } from '../../operation/index.ts'
import type { HotelRecord } from '../../corpus/records/index.ts'
import { hotelAmenity } from '../../corpus/reference/index.ts'
import { hotelPricing } from '../../corpus/search-index/index.ts'
import { nightly } from './choose.ts'
import type { Convert } from './money.ts'
import { priceStay, type CalendarNights } from './price-stay.ts'
import { planView, propertyView, buildRate } from './property-view.ts'
import type { HotelDetail } from './schema.ts'
import type { Stay } from './stay.ts'
import { dayMs } from '../../lib/time.ts'

const groups: readonly [group: string, ids: readonly number[]][] = [
  ['Internet', [35]],
  ['Food and drink', [8, 9, 15, 22, 52]],
  ['Pools and wellness', [4, 5, 6, 7, 10, 11]],
  ['Parking and transport', [1, 3, 61]],
  ['Rooms', [40]],
  ['Families and pets', [12, 19]],
  ['Accessibility', [53]],
]

const everyPlan = { freeCancellation: false, specialOffers: false }
const yearDays = 365
/** All details of a property, with every offer for the stay. */
export function detailView(
  record: HotelRecord,
  context: { stay: Stay; language: string; convert: Convert },
): HotelDetail {
  const { stay } = context
  const nights = stay.to - stay.from
  const prices = fullPrices(record, context)
  const [cheapest] = prices
  const detail = {
    ...propertyView(record, context),
    ...planView(cheapest?.plan),
    // The flag is about the property, so an offer that is not the cheapest counts too.
    freeCancellation: prices.some(({ plan }) => planView(plan).freeCancellation),
    ratePerNight: cheapest === undefined ? null : buildRate(cheapest, stay, nights),
    totalRate: cheapest === undefined ? null : buildRate(cheapest, stay),
    address: buildAddress(record),
    phone: record.phone,
    directionsUrl: buildDirections(record),
    amenitiesDetailed: listAmenities(record, context.language),
    offers: prices.map((price) => buildOffer(record, price, stay)),
    typicalPriceRange: findTypicalRange(record, context),
    ratingsBreakdown: readStars(record),
  }
  return showing(detail, record)
}

const fullPrices = (record: HotelRecord, { stay, convert }: { stay: Stay; convert: Convert }) =>
  priceStay(hotelPricing(record), readNights(record, stay), { stay, convert, plans: everyPlan })

type Offered = ReturnType<typeof fullPrices>[number]

function buildOffer(record: HotelRecord, price: Offered, stay: Stay): HotelDetail['offers'][number] {
  const { plan, room, rooms } = price
  return {
    sourceName: plan?.source_name ?? record.name ?? record.property_id,
    url: plan?.url ?? record.url,
    isOfficial: plan?.is_official ?? (plan?.source_name ?? null) === null,
    ratePerNight: buildRate(price, stay, stay.to - stay.from),
    totalRate: buildRate(price, stay),
    roomName: room?.name ?? null,
    rooms,
    planName: plan?.name ?? null,
    ...planView(plan),
  }
}

function readNights({ calendars }: HotelRecord, { from, to }: Pick<Stay, 'from' | 'to'>): CalendarNights[] {
  return (calendars ?? []).map(({ first_date, prices, left }) => {
    const first = Date.parse(first_date) / dayMs
    const days = Array.from({ length: to - from }, (_, night) => from + night - first)
    const hasLeft = (left ?? []).length > 0
    return {
      prices: days.map((day) => prices[day] ?? 0),
      left: hasLeft ? days.map((day) => left?.[day] ?? Number.MAX_SAFE_INTEGER) : [],
    }
  })
}

/** A tenth of the nights of the year are cheaper than the lower bound, a tenth dearer than the upper one. */
function findTypicalRange(
  record: HotelRecord,
  { stay, convert }: { stay: Stay; convert: Convert },
): HotelDetail['typicalPriceRange'] {
  const pricing = hotelPricing(record)
  const year = readNights(record, { from: stay.from, to: stay.from + yearDays })
  const amounts = Array.from({ length: yearDays }, (_, day) => {
    const night = { ...stay, from: stay.from + day, to: stay.from + day + 1 }
    const nights = year.map(({ prices, left }) => ({
      prices: prices.slice(day, day + 1),
      left: left.slice(day, day + 1),
    }))
    const [price] = priceStay(pricing, nights, { stay: night, convert, plans: everyPlan })
    return price === undefined ? [] : [nightly(price, night)]
  }).flat()
  if (amounts.length === 0) return null
  amounts.sort((a, b) => a - b)
  const within = (share: number) => amounts[Math.floor((amounts.length - 1) * share)] as number
  return { lowerBound: within(0.1), upperBound: within(0.9), currencyCode: stay.currency }
}

function readStars({ star_counts: counts }: HotelRecord): HotelDetail['ratingsBreakdown'] {
  if (counts === null || counts.length !== 5) return null
  const [oneStar = 0, twoStars = 0, threeStars = 0, fourStars = 0, fiveStars = 0] = counts
  return { oneStar, twoStars, threeStars, fourStars, fiveStars }
}

function listAmenities(record: HotelRecord, language: string): HotelDetail['amenitiesDetailed'] {
  const has = new Set(record.amenities)
  const lacks = new Set(record.lacking_amenities)
  return groups.flatMap(([group, ids]) => {
    const amenities = ids
      .filter((id) => has.has(id) || lacks.has(id))
      .map((id) => ({ id, name: hotelAmenity(id, language) as string, isAvailable: has.has(id) }))
    return amenities.length === 0 ? [] : [{ group, amenities }]
  })
}

function buildAddress({ location }: HotelRecord): string | null {
  if (location === null) return null
  if (location.full_address !== null) return location.full_address
  const { street_address, postal_code, city, state_name, country_name } = location
  const parts = [street_address, postal_code, city, state_name === city ? null : state_name, country_name]
  return parts.filter((part) => part !== null && part !== '').join(', ') || null
}

function buildDirections({ location }: HotelRecord): string | null {
  const point = location?.coordinates
  return point ? `https://www.openstreetmap.org/directions?to=${point.lat}%2C${point.lon}` : null
}
