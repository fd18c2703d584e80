import {
  anyLeft,
  type HotelPricing,
  type PlanTerms,
  type RoomTerms,
} from '../../corpus/search-index/index.ts'
import type { Convert } from './money.ts'
import type { Stay } from './stay.ts'

/** Nights of a calendar from the day of arrival on: prices (0: unknown, -1: not available) and rooms left. */
export interface CalendarNights {
  prices: readonly number[]
  left: readonly number[]
}

/** The cost of a stay under one rate plan, in the requested currency. */
export interface StayPrice<R extends RoomTerms = RoomTerms, P extends PlanTerms = PlanTerms> {
  /** Undefined for the implicit plan of a property that names none. */
  plan: P | undefined
  room: R | undefined
  /** Number of rooms that the party needs. */
  rooms: number
  /** Cost of all nights before tax. */
  base: number
  /** Cost with taxes and fees; null where they are unknown. */
  allIn: number | null
}

/** Filter for rate plans. */
export interface PlanFilter {
  freeCancellation: boolean
  specialOffers: boolean
}

/** Default number of guests of a hotel room. */
const usualGuests = 2
/** Default number of guests of a rental. */
const usualRentalGuests = 4
/**
 * The cost of each rate plan of a property for a party and all its nights, in the cheapest room; cheapest plan first.
 * Empty where a night has no rate, no room fits the party, or nothing is sold in its market.
 */
export function priceStay<R extends RoomTerms, P extends PlanTerms>(
  pricing: HotelPricing<R, P>,
  nights: readonly CalendarNights[],
  context: { stay: Stay; convert: Convert; plans: PlanFilter },
): StayPrice<R, P>[] {
  const { stay, convert, plans } = context
  const sold = soldPlans(pricing, stay, plans)
  if (sold.length === 0) return []
  const cheapest = cheapestRoom({ pricing, nights, stay, convert })
  if (cheapest === undefined) return []
  const { room, rooms, cost } = cheapest
  const market = pricing.market_factors?.find(({ market }) => market === stay.market)?.factor ?? 1
  return sold
    .map((plan) => {
      const base = cost * market * (plan?.price_factor ?? 1)
      const allIn = pricing.tax_rate === null ? null : base * (1 + pricing.tax_rate)
      return { plan, room, rooms, base, allIn }
    })
    .sort((a, b) => a.base - b.base)
}

/** The amount shown to guests: with taxes where they are known. */
export const shownAmount = ({ base, allIn }: Pick<StayPrice, 'base' | 'allIn'>): number => allIn ?? base

/** The plans that pass the filter; undefined is the implicit plan of a property that names none. */
function soldPlans<R extends RoomTerms, P extends PlanTerms>(
  { rate_plans: plans }: HotelPricing<R, P>,
  stay: Stay,
  filter: PlanFilter,
): (P | undefined)[] {
  if (plans === null || plans.length === 0)
    return filter.freeCancellation || filter.specialOffers ? [] : [undefined]
  return plans.filter((plan) => isSold(plan, stay, filter))
}

function isSold(plan: PlanTerms, { market }: Stay, { freeCancellation, specialOffers }: PlanFilter): boolean {
  const markets = plan.markets ?? []
  if (markets.length > 0 && !markets.includes(market)) return false
  if (freeCancellation && plan.free_cancellation !== true) return false
  return !specialOffers || plan.deal !== null
}

interface Priced<R extends RoomTerms = RoomTerms> {
  pricing: HotelPricing<R>
  nights: readonly CalendarNights[]
  stay: Stay
  convert: Convert
}

/** The cheapest room, the first of equal ones. */
function cheapestRoom<R extends RoomTerms>(
  priced: Priced<R>,
): { room: R | undefined; rooms: number; cost: number } | undefined {
  const { rooms } = priced.pricing
  let cheapest: ReturnType<typeof cheapestRoom<R>>
  for (const room of rooms !== null && rooms.length > 0 ? rooms : [undefined]) {
    const total = sumCost(priced, room ?? onlyRoom(priced.pricing))
    if (total !== undefined && (cheapest === undefined || total.cost < cheapest.cost))
      cheapest = { room, ...total }
  }
  return cheapest
}

/** Cost of all nights in a type of room, before plan and market; undefined where it is not available. */
function sumCost(priced: Priced, room: RoomTerms): { rooms: number; cost: number } | undefined {
  const { pricing, stay } = priced
  const party = stay.adults + stay.childrenAges.length
  const takes = room.max_occupancy ?? usualGuests
  const rooms = Math.ceil(party / takes)
  const isRental = pricing.category === 'vacation_rental'
  // A rental is a single unit, and every room needs an adult because children do not stay alone.
  if (rooms > (isRental ? 1 : stay.adults)) return undefined
  const free = pricing.free_child_age ?? 0
  const counted = stay.adults + stay.childrenAges.filter((age) => age > free).length
  const further = Math.max(0, counted - rooms * (room.included_guests ?? takes))
  const times = rooms + further * (room.extra_guest_factor ?? 0)
  let sum = 0
  for (let night = 0; night < stay.to - stay.from; night++) {
    const price = nightPrice(priced, room, { night, rooms })
    if (price === undefined) return undefined
    sum += price
  }
  return { rooms, cost: sum * times }
}

/** From the calendar of the room, else of the property, else the rule; undefined where the night is not available. */
function nightPrice(
  { pricing, nights, stay, convert }: Priced,
  room: RoomTerms,
  { night, rooms }: { night: number; rooms: number },
): number | undefined {
  const { calendars } = pricing
  for (const roomId of [room.room_id, null]) {
    for (let index = 0; index < calendars.length; index++) {
      const { room_id, currency } = calendars[index] as (typeof calendars)[number]
      if (room_id !== roomId) continue
      const price = nights[index]?.prices[night] ?? 0
      if (price === 0) continue
      if (price < 0 || (nights[index]?.left[night] ?? anyLeft) < rooms) return undefined
      return convert(price * (roomId === null ? (room.price_factor ?? 1) : 1), currency)
    }
  }
  return rulePrice(pricing, room, { day: stay.from + night, convert })
}

/** The price of a day according to the property's rule. */
function rulePrice(
  { price_rule: rule }: HotelPricing,
  room: RoomTerms,
  { day, convert }: { day: number; convert: Convert },
): number | undefined {
  if (rule === null) return undefined
  const date = new Date(day * 86_400_000)
  const month = date.getUTCMonth()
  if ((rule.closed_months ?? []).includes(month + 1)) return undefined
  // Weekend nights begin on Friday and Saturday.
  const isWeekend = [5, 6].includes(date.getUTCDay())
  const factor = (rule.month_factors?.[month] ?? 1) * (isWeekend ? (rule.weekend_factor ?? 1) : 1)
  return convert(rule.per_night * factor * (room.price_factor ?? 1), rule.currency)
}

/** A property that names no rooms has a single type. */
const onlyRoom = ({ category, sleeps }: HotelPricing): RoomTerms => ({
  room_id: '',
  max_occupancy: category === 'vacation_rental' ? (sleeps ?? usualRentalGuests) : usualGuests,
  included_guests: null,
  extra_guest_factor: null,
  price_factor: null,
})
