import type { Cabin } from '../../corpus/records/index.ts'
import { earlyFactor, findExchangeRate } from './fares.ts'
import { estimateEmissions } from './itinerary.ts'
import type { Route } from './timetable.ts'

/** Minimum fares of a route in a cabin, independent of the request; computed once per timetable. */
export interface CabinFloor {
  kg: number
  /** Difference of the local times. */
  minutes: number
  /** By currency: the minimum fare from a number of days ahead up to the next entry; ascending from 0. */
  fares: ReadonlyMap<string, readonly { days: number; least: number }[]>
}

const floors = new WeakMap<Route, Map<Cabin, CabinFloor>>()

export function routeFloor(route: Route, cabin: Cabin): CabinFloor {
  let cabins = floors.get(route)
  if (cabins === undefined) floors.set(route, (cabins = new Map()))
  let floor = cabins.get(cabin)
  if (floor === undefined) cabins.set(cabin, (floor = measureFloor(route, cabin)))
  return floor
}

/** The minimum over some days; undefined where nothing is sold in any currency with a rate. */
export function leastFare(
  { fares }: CabinFloor,
  currency: string,
  [from, until]: readonly [from: number, until: number],
): number | undefined {
  let floor: number | undefined
  for (const [own, steps] of fares) {
    const rate = findExchangeRate(own, currency)
    if (rate === undefined) continue
    for (const [place, { days, least }] of steps.entries()) {
      const end = steps[place + 1]?.days ?? Number.POSITIVE_INFINITY
      if (days <= until && end > from) floor = Math.min(floor ?? Number.POSITIVE_INFINITY, least * rate)
    }
  }
  return floor
}

function measureFloor({ flights, km }: Route, cabin: Cabin): CabinFloor {
  const sold = flights.flatMap(({ record, departs, arrives }) => {
    const fare = record.fares?.find((each) => each.cabin === cabin)
    return fare === undefined ? [] : [{ fare, record, minutes: arrives - departs }]
  })
  const fares = new Map<string, { days: number; least: number }[]>()
  for (const currency of new Set(sold.map(({ fare }) => fare.currency))) {
    const own = sold.filter(({ fare }) => fare.currency === currency)
    const days = new Set(own.flatMap(({ record }) => readSteps(record).map((step) => step.days)))
    const steps = [...days.add(0)].toSorted((a, b) => a - b)
    fares.set(
      currency,
      steps.map((each) => ({
        days: each,
        least: Math.min(
          ...own.map(
            ({ fare, record }) => fare.amount * earlyFactor(readSteps(record), each) * leastOfWeek(record),
          ),
        ),
      })),
    )
  }
  return {
    kg: Math.min(...sold.map(({ record }) => estimateEmissions(km, record.emissions_kg, cabin))),
    minutes: Math.min(...sold.map(({ minutes }) => minutes)),
    fares,
  }
}

type Record = Route['flights'][number]['record']

const readSteps = ({ fare_factors: factors }: Record) => factors?.by_days_before ?? []

/** A weekday without an entry has the factor 1. */
function leastOfWeek({ fare_factors: factors }: Record): number {
  const byWeekday = factors?.by_weekday ?? []
  return Math.min(...byWeekday, ...(byWeekday.length < 7 ? [1] : []))
}
