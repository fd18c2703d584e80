import {
  anyLeft,
  type HotelPricing,
  type PlanTerms,
  type RoomTerms,
} from '../../corpus/search-index/index.ts'
import type { Convert } from './money.ts'
import type { Stay } from './stay.ts'

/** Nights of a calendar, from the day of arrival on: prices (0: nothing known, -1: not available) and rooms left. */
export interface CalendarNights {
  prices: readonly number[]
  left: readonly number[]
}

/** What a stay costs by one rate plan, in the currency asked for. */
export interface StayPrice<R extends RoomTerms = RoomTerms, P extends PlanTerms = PlanTerms> {
  /** Undefined for a property that names none, and has one. */
  plan: P | undefined
  room: R | undefined
  /** How many of the room the party takes. */
  rooms: number
  /** Of all nights, before tax. */
  base: number
  /** With taxes and fees; null where those are not known. */
  allIn: number | null
}

/** Which rate plans count. */
export interface PlanFilter {
  freeCancellation: boolean
  specialOffers: boolean
}

/** Guests a hotel room takes where nobody says. */
const usualGuests = 2
/** Guests a rental takes where nobody says. */
const usualRentalGuests = 4
/**
 * What each rate plan of a property costs a party for all its nights, in the room that costs least; the cheapest first. None
 * where a night has no rate, no room takes the party, or nothing is sold in its market.
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

/** The amount a guest is shown: with taxes where they are known. */
export const shownAmount = ({ base, allIn }: Pick<StayPrice, 'base' | 'allIn'>): number => allIn ?? base

/** The plans that count; undefined stands for the one of a property that names none. */
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

/** The room that costs least, the first of equal ones. */
function cheapestRoom<R extends RoomTerms>(
  priced: Priced<R>,
): { room: R | undefined; rooms: number; cost: number } | undefined {
  const { rooms } = priced.pricing
  let cheapest: ReturnType<typeof cheapestRoom<R>>
  for (const room of rooms !== null && rooms.length > 0 ? rooms : [undefined]) {
    const total = costOf(priced, room ?? onlyRoom(priced.pricing))
    if (total !== undefined && (cheapest === undefined || total.cost < cheapest.cost))
      cheapest = { room, ...total }
  }
  return cheapest
}

/** What all nights in a sort of room cost a party, before plan and market; undefined where it cannot be had. */
function costOf(priced: Priced, room: RoomTerms): { rooms: number; cost: number } | undefined {
  const { pricing, stay } = priced
  const party = stay.adults + stay.childrenAges.length
  const takes = room.max_occupancy ?? usualGuests
  const rooms = Math.ceil(party / takes)
  const isRental = pricing.category === 'vacation_rental'
  // A rental is one; and nobody leaves children alone in a room.
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

/** The calendar of the room, then that of the property, then the rule; undefined where the night cannot be had. */
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

/** The price of a day by the rule of the property. */
function rulePrice(
  { price_rule: rule }: HotelPricing,
  room: RoomTerms,
  { day, convert }: { day: number; convert: Convert },
): number | undefined {
  if (rule === null) return undefined
  const date = new Date(day * 86_400_000)
  const month = date.getUTCMonth()
  if ((rule.closed_months ?? []).includes(month + 1)) return undefined
  // Nights that begin on Friday and Saturday.
  const isWeekend = [5, 6].includes(date.getUTCDay())
  const factor = (rule.month_factors?.[month] ?? 1) * (isWeekend ? (rule.weekend_factor ?? 1) : 1)
  return convert(rule.per_night * factor * (room.price_factor ?? 1), rule.currency)
}

/** A property that names no rooms has one sort. */
const onlyRoom = ({ category, sleeps }: HotelPricing): RoomTerms => ({
  room_id: '',
  max_occupancy: category === 'vacation_rental' ? (sleeps ?? usualRentalGuests) : usualGuests,
  included_guests: null,
  extra_guest_factor: null,
  price_factor: null,
})
