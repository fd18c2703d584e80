import type { Cabin, Flight } from '../../corpus/records/index.ts'
import { dollarRate } from '../../corpus/reference/index.ts'
import { weekdayOf, type Departure } from './timetable.ts'

/** Who travels. */
export interface Passengers {
  adults: number
  children: number
  infantsInSeat: number
  infantsOnLap: number
}

/** What a passenger pays of an adult's fare. */
const shares = { adults: 1, children: 0.75, infantsInSeat: 0.75, infantsOnLap: 0.1 } as const

export const seatsPaid = (passengers: Passengers): number =>
  (Object.keys(shares) as (keyof Passengers)[]).reduce(
    (sum, sort) => sum + shares[sort] * passengers[sort],
    0,
  )

/** How a fare moves on a day, bought so many days before. */
export function fareFactor(
  { fare_factors: factors }: Pick<Flight, 'fare_factors'>,
  { weekday, daysBefore }: { weekday: number; daysBefore: number },
): number {
  return earlyFactor(factors?.by_days_before ?? [], daysBefore) * (factors?.by_weekday?.[weekday] ?? 1)
}

export type EarlyFactors = readonly { days: number; factor: number }[]

/** Of the most days that are not more, else of the fewest there are. */
export function earlyFactor(steps: EarlyFactors, daysBefore: number): number {
  let early: EarlyFactors[number] | undefined
  for (const step of steps) {
    const fits = step.days <= daysBefore
    if (early === undefined) early = step
    else if (early.days > daysBefore ? step.days < early.days : fits && step.days >= early.days) early = step
  }
  return early?.factor ?? 1
}

/** What units of one currency are worth in another; undefined where a rate is not known. */
export function exchange(from: string, to: string): number | undefined {
  if (from === to) return 1
  const [one, other] = [from, to].map((code) => (code === 'USD' ? 1 : dollarRate(code, null)?.usd_per_unit))
  return one === undefined || other === undefined ? undefined : one / other
}

/** In what and when something is bought. */
export interface Purchase {
  cabin: Cabin
  currency: string
  /** Day of it, in days since 1970. */
  today: number
}

/** What an adult pays for a flight on a day; undefined where the cabin is not sold, or in no currency with a rate. */
export function fareOf(
  { schedule, day }: Pick<Departure, 'schedule' | 'day'>,
  { cabin, currency, today }: Purchase,
): number | undefined {
  const fare = schedule.record.fares?.find((each) => each.cabin === cabin)
  const rate = fare === undefined ? undefined : exchange(fare.currency, currency)
  if (fare === undefined || rate === undefined) return undefined
  const factor = fareFactor(schedule.record, {
    weekday: weekdayOf(day),
    daysBefore: Math.max(0, day - today),
  })
  return fare.amount * factor * rate
}
