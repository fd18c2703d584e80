import type { HotelPricing } from '../../corpus/search-index/index.ts'
import type { Convert } from './money.ts'
import type { Stay } from './stay.ts'

/** Nights of a calendar, from the day of arrival on: prices (0: nothing known, -1: not available) and rooms left. */
export interface CalendarNights {
  prices: readonly number[]
  left: readonly number[]
}

type Room = NonNullable<HotelPricing['rooms']>[number]
type Plan = NonNullable<HotelPricing['rate_plans']>[number]

/** What a stay costs by one rate plan, in the currency asked for. */
export interface StayPrice {
  plan: Plan
  room: Room
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
const anyLeft = 65_535

/**
 * What each rate plan of a property costs a party for all its nights, in the room that costs least; the cheapest first. None
 * where a night has no rate, no room takes the party, or nothing is sold in its market.
 */
export function priceStay(
  pricing: HotelPricing,
  nights: readonly CalendarNights[],
  asked: { stay: Stay; convert: Convert; plans: PlanFilter },
): StayPrice[] {
  const { stay, convert, plans } = asked
  const sold = plansOf(pricing).filter((plan) => isSold(plan, stay, plans))
  if (sold.length === 0) return []
  const cheapest = roomsOf(pricing)
    .map((room) => ({ room, ...costOf({ pricing, nights, stay, convert }, room) }))
    .filter(({ cost }) => cost !== undefined)
    .toSorted((a, b) => (a.cost as number) - (b.cost as number))[0]
  if (cheapest?.cost === undefined) return []
  const { room, rooms, cost } = cheapest
  const market = pricing.market_factors?.find(({ market }) => market === stay.market)?.factor ?? 1
  return sold
    .map((plan) => {
      const base = cost * market * (plan.price_factor ?? 1)
      const allIn = pricing.tax_rate === null ? null : base * (1 + pricing.tax_rate)
      return { plan, room, rooms, base, allIn }
    })
    .toSorted((a, b) => a.base - b.base)
}

/** The amount a guest is shown: with taxes where they are known. */
export const shownAmount = ({ base, allIn }: Pick<StayPrice, 'base' | 'allIn'>): number => allIn ?? base

function isSold(plan: Plan, { market }: Stay, { freeCancellation, specialOffers }: PlanFilter): boolean {
  const markets = plan.markets ?? []
  if (markets.length > 0 && !markets.includes(market)) return false
  if (freeCancellation && plan.free_cancellation !== true) return false
  return !specialOffers || plan.deal !== null
}

interface Priced {
  pricing: HotelPricing
  nights: readonly CalendarNights[]
  stay: Stay
  convert: Convert
}

/** What all nights in a sort of room cost a party, before plan and market; without a cost where it cannot be had. */
function costOf(priced: Priced, room: Room): { rooms: number; cost: number | undefined } {
  const { pricing, stay } = priced
  const party = stay.adults + stay.childrenAges.length
  const takes = room.max_occupancy ?? usualGuests
  const rooms = Math.ceil(party / takes)
  const isRental = pricing.category === 'vacation_rental'
  // A rental is one; and nobody leaves children alone in a room.
  if (rooms > (isRental ? 1 : stay.adults)) return { rooms, cost: undefined }
  const free = pricing.free_child_age ?? 0
  const counted = stay.adults + stay.childrenAges.filter((age) => age > free).length
  const further = Math.max(0, counted - rooms * (room.included_guests ?? takes))
  const times = rooms + further * (room.extra_guest_factor ?? 0)
  let sum = 0
  for (let night = 0; night < stay.to - stay.from; night++) {
    const price = nightPrice(priced, room, { night, rooms })
    if (price === undefined) return { rooms, cost: undefined }
    sum += price
  }
  return { rooms, cost: sum * times }
}

/** The calendar of the room, then that of the property, then the rule; undefined where the night cannot be had. */
function nightPrice(
  { pricing, nights, stay, convert }: Priced,
  room: Room,
  { night, rooms }: { night: number; rooms: number },
): number | undefined {
  for (const roomId of [room.room_id, null]) {
    for (const [index, { room_id, currency }] of pricing.calendars.entries()) {
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
  room: Room,
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

const blankRoom = { name: null, included_guests: null, extra_guest_factor: null, price_factor: null }

/** A property that names no rooms has one sort. */
function roomsOf({ rooms, category, sleeps }: HotelPricing): readonly Room[] {
  if (rooms !== null && rooms.length > 0) return rooms
  const takes = category === 'vacation_rental' ? (sleeps ?? usualRentalGuests) : usualGuests
  return [{ ...blankRoom, room_id: '', max_occupancy: takes }]
}

const onlyPlan: Plan = {
  plan_id: '',
  name: null,
  source_name: null,
  url: null,
  is_official: null,
  free_cancellation: null,
  price_factor: null,
  deal: null,
  deal_description: null,
  markets: [],
}

const plansOf = ({ rate_plans: plans }: HotelPricing): readonly Plan[] =>
  plans !== null && plans.length > 0 ? plans : [onlyPlan]
