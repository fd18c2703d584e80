import { findFare, seatsPaid, type Passengers, type FarePurchase } from './fares.ts'
import { clockTime } from './local-time.ts'
import { estimateEmissions, type Leg, type Segment } from './itinerary.ts'
import type { Departure } from './timetable.ts'

/** A way of the timetable as a leg with its price; undefined where one of its flights has no fare. */
export function pricedLeg(
  path: readonly Departure[],
  purchase: FarePurchase,
  passengers: Passengers,
): Leg | undefined {
  let fare = 0
  for (const departure of path) {
    const each = findFare(departure, purchase)
    if (each === undefined) return undefined
    fare += each
  }
  const segments = path.map((departure) => buildSegment(departure, purchase))
  const [first, last] = [segments[0] as Segment, segments.at(-1) as Segment]
  return {
    segments,
    price: fare * seatsPaid(passengers),
    duration: last.lands - first.leaves,
    emissionsKg: segments.reduce((sum, { emissionsKg }) => sum + emissionsKg, 0),
  }
}

function buildSegment({ schedule, leaves, lands, day }: Departure, { cabin }: FarePurchase): Segment {
  const { record, from, to, km, departs, arrives } = schedule
  return {
    record,
    carrier: record.carrier_code,
    carrierName: record.carrier_name,
    logoUrl: record.carrier_logo_url,
    operatingCarrier: record.operating_carrier,
    number: record.flight_number,
    from: from.code,
    to: to.code,
    departs: clockTime(day, departs),
    arrives: clockTime(day, arrives),
    duration: lands - leaves,
    leaves,
    lands,
    aircraft: record.aircraft,
    legroom: record.legroom,
    cabin,
    km,
    emissionsKg: estimateEmissions(km, record.emissions_kg, cabin),
    carryOnBags: record.carry_on_bags,
    checkedBags: record.checked_bags,
  }
}
