import type { Cabin, Flight } from '../../corpus/records/index.ts'
import { dollarRate } from '../../corpus/reference/index.ts'
import { toWeekday, type Departure } from './timetable.ts'

/** The passengers. */
export interface Passengers {
  adults: number
  children: number
  infantsInSeat: number
  infantsOnLap: number
}

/** Share of an adult's fare that each type of passenger pays. */
const shares = { adults: 1, children: 0.75, infantsInSeat: 0.75, infantsOnLap: 0.1 } as const

export const seatsPaid = (passengers: Passengers): number =>
  (Object.keys(shares) as (keyof Passengers)[]).reduce(
    (sum, sort) => sum + shares[sort] * passengers[sort],
    0,
  )

/** Factor of a fare on a day, bought a number of days ahead. */
export function fareFactor(
  { fare_factors: factors }: Pick<Flight, 'fare_factors'>,
  { weekday, daysBefore }: { weekday: number; daysBefore: number },
): number {
  return earlyFactor(factors?.by_days_before ?? [], daysBefore) * (factors?.by_weekday?.[weekday] ?? 1)
}

export type EarlyFactors = readonly { days: number; factor: number }[]

/** The entry with the most days that do not exceed the given ones, else the one with the fewest. */
export function earlyFactor(steps: EarlyFactors, daysBefore: number): number {
  let early: EarlyFactors[number] | undefined
  for (const step of steps) {
    const fits = step.days <= daysBefore
    if (early === undefined) early = step
    else if (early.days > daysBefore ? step.days < early.days : fits && step.days >= early.days) early = step
  }
  return early?.factor ?? 1
}

/** Converts between currencies; undefined where a rate is unknown. */
export function findExchangeRate(from: string, to: string): number | undefined {
  if (from === to) return 1
  const [one, other] = [from, to].map((code) => (code === 'USD' ? 1 : dollarRate(code, null)?.usd_per_unit))
  return one === undefined || other === undefined ? undefined : one / other
}

/** Currency and time of a purchase. */
export interface FarePurchase {
  cabin: Cabin
  currency: string
  /** Day of the purchase, in days since 1970. */
  today: number
}

/** An adult's fare for a flight on a day; undefined where the cabin is not sold in any currency with a rate. */
export function findFare(
  { schedule, day }: Pick<Departure, 'schedule' | 'day'>,
  { cabin, currency, today }: FarePurchase,
): number | undefined {
  const fare = schedule.record.fares?.find((each) => each.cabin === cabin)
  const rate = fare === undefined ? undefined : findExchangeRate(fare.currency, currency)
  if (fare === undefined || rate === undefined) return undefined
  const factor = fareFactor(schedule.record, {
    weekday: toWeekday(day),
    daysBefore: Math.max(0, day - today),
  })
  return fare.amount * factor * rate
}
