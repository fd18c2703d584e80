import { memo } from '../../lib/memo.ts'
import type { HotelRecord } from '../records/index.ts'

type Room = NonNullable<HotelRecord['rooms']>[number]
type Plan = NonNullable<HotelRecord['rate_plans']>[number]
type Rule = NonNullable<HotelRecord['price_rule']>

/** What prices a room type. */
export type RoomTerms = Pick<
  Room,
  'room_id' | 'max_occupancy' | 'included_guests' | 'extra_guest_factor' | 'price_factor'
>

/** What prices a rate plan. */
export type PlanTerms = Pick<Plan, 'free_cancellation' | 'price_factor' | 'deal' | 'markets'>

/**
 * What the prices of a property are made of. Nights of its calendars are stored elsewhere, in the same order. Rooms
 * and plans are the record's, or the parts of them that a search keeps.
 */
export interface HotelPricing<R extends RoomTerms = RoomTerms, P extends PlanTerms = PlanTerms> extends Pick<
  HotelRecord,
  'category' | 'sleeps' | 'tax_rate' | 'free_child_age' | 'market_factors' | 'price_rule'
> {
  rooms: R[] | null
  rate_plans: P[] | null
  calendars: { room_id: string | null; currency: string }[]
}

/** What the prices of a property are made of, without its nights. */
export function hotelPricing(record: HotelRecord): HotelPricing<Room, Plan> {
  const { category, sleeps, tax_rate, free_child_age, market_factors, rooms, rate_plans, price_rule } = record
  const calendars = (record.calendars ?? []).map(({ room_id, currency }) => ({ room_id, currency }))
  return {
    category,
    sleeps,
    tax_rate,
    free_child_age,
    market_factors,
    rooms,
    rate_plans,
    price_rule,
    calendars,
  }
}

type RoomRow = [string, number | null, number | null, number | null, number | null]
type PlanRow = [boolean | null, number | null, string | null, string[]]
type RuleRow = [number, string, number | null, number[], number[]]
type Packed = [
  category: HotelRecord['category'],
  sleeps: number | null,
  taxRate: number | null,
  freeChildAge: number | null,
  markets: [string, number][],
  rooms: RoomRow[],
  plans: PlanRow[],
  rule: RuleRow | null,
  calendars: [string | null, string][],
]

/** The same in a search row: JSON without names of members, because a search reads thousands of them. */
export function packedPricing(record: HotelRecord): string {
  const { price_rule: rule } = record
  const packed: Packed = [
    record.category,
    record.sleeps,
    record.tax_rate,
    record.free_child_age,
    (record.market_factors ?? []).map(({ market, factor }) => [market, factor]),
    (record.rooms ?? []).map((room) => [
      room.room_id,
      room.max_occupancy,
      room.included_guests,
      room.extra_guest_factor,
      room.price_factor,
    ]),
    (record.rate_plans ?? []).map((plan) => [
      plan.free_cancellation,
      plan.price_factor,
      plan.deal,
      plan.markets ?? [],
    ]),
    rule && [
      rule.per_night,
      rule.currency,
      rule.weekend_factor,
      rule.month_factors ?? [],
      rule.closed_months ?? [],
    ],
    (record.calendars ?? []).map(({ room_id, currency }) => [room_id, currency]),
  ]
  return JSON.stringify(packed)
}

/** Must not be changed, since most properties of a city are priced again and again. */
export const unpackedPricing = memo(unpacked, { entries: 20_000, longest: 2_000 })

function unpacked(text: string): HotelPricing {
  const [category, sleeps, tax_rate, free_child_age, markets, rooms, plans, rule, calendars] = JSON.parse(
    text,
  ) as Packed
  return {
    category,
    sleeps,
    tax_rate,
    free_child_age,
    market_factors: markets.map(([market, factor]) => ({ market, factor })),
    rooms: rooms.map(([room_id, max_occupancy, included_guests, extra_guest_factor, price_factor]) => ({
      room_id,
      max_occupancy,
      included_guests,
      extra_guest_factor,
      price_factor,
    })),
    rate_plans: plans.map(([free_cancellation, price_factor, deal, markets]) => ({
      free_cancellation,
      price_factor,
      deal,
      markets,
    })),
    price_rule: rule && readRule(rule),
    calendars: calendars.map(([room_id, currency]) => ({ room_id, currency })),
  }
}

const readRule = ([per_night, currency, weekend_factor, month_factors, closed_months]: RuleRow): Rule => ({
  per_night,
  currency,
  weekend_factor,
  month_factors,
  closed_months,
})
