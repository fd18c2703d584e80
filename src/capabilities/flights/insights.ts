import { findFare, seatsPaid, type Passengers, type FarePurchase } from './fares.ts'
import { toDate } from './local-time.ts'
import type { SearchOutput } from './schema.ts'
import type { Departure } from './timetable.ts'

type Insights = NonNullable<SearchOutput['priceInsights']>

/** Days before departure at which the usual price is sampled. */
const usualDaysBefore = [7, 14, 21, 30, 45, 60, 75]
const daysOfHistory = 60
const historyStep = 5

/**
 * Compares the price of the cheapest trip with its flights on every weekday, bought some weeks ahead (the middle three
 * fifths are typical), and with its own price on the days before today.
 */
export function buildInsights(
  flights: readonly Departure[],
  purchase: FarePurchase,
  { lowestPrice, passengers }: { lowestPrice: number; passengers: Passengers },
): Insights {
  const moves = flights.some(({ schedule }) => schedule.record.fare_factors !== null)
  const unknown = { lowestPrice, priceLevel: null, typicalRange: null, history: [] }
  if (!moves) return unknown
  const seats = seatsPaid(passengers)
  const { today } = purchase
  const priceOn = (shift: number, boughtOn: (day: number) => number): number =>
    seats *
    flights.reduce(
      (sum, { schedule, day }) =>
        sum + (findFare({ schedule, day: day + shift }, { ...purchase, today: boughtOn(day + shift) }) ?? 0),
      0,
    )
  const usual = [0, 1, 2, 3, 4, 5, 6]
    .flatMap((shift) => usualDaysBefore.map((days) => priceOn(shift, (day) => day - days)))
    .sort((a, b) => a - b)
  const at = (share: number) => Math.round(usual[Math.floor(share * (usual.length - 1))] ?? lowestPrice)
  const typicalRange = { low: at(0.2), high: at(0.8) }
  const history = Array.from({ length: daysOfHistory / historyStep + 1 }, (_, step) => {
    const bought = today - daysOfHistory + step * historyStep
    return { price: Math.round(priceOn(0, () => bought)), snapshotDate: toDate(bought) }
  })
  return { lowestPrice, priceLevel: compareWith(typicalRange, lowestPrice), typicalRange, history }
}

function compareWith(
  { low, high }: { low: number; high: number },
  price: number,
): 'low' | 'high' | 'typical' {
  if (price < low) return 'low'
  return price > high ? 'high' : 'typical'
}
