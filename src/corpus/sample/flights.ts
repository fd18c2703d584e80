import { airports, type Airport } from '../../lib/airports.ts'
import { distanceKm } from '../../lib/geo.ts'
import { offsetsOfYear } from '../../lib/time-zone.ts'
import type { NativeFlight } from '../records/index.ts'
import network from '../../../data/sample/flight-network.json' with { type: 'json' }
import { hash } from './random.ts'
import { sampleSource } from '../records/index.ts'
import { reservedLabel } from './reserved-names.ts'
import { capitalized, stem } from './stems.ts'
import type { World } from './world.ts'

const carrierSalt = 33
const hubsOfCarrier = 2
/** Hubs that an airport without one is flown to from. */
const hubsOfSpoke = 3
const farthestKm = 14_500

/** A flight of every day, before it has times. */
interface Leg {
  from: Airport
  to: Airport
  km: number
  /** Hub whose airline flies it. */
  hub: number
  /** Of several a day the which. */
  turn: number
}

function pickAircraft(km: number): string {
  if (km > 5_000) return 'Airbus A350-900'
  return km > 1_200 ? 'Airbus A321neo' : 'Embraer E195-E2'
}

let cachedLegs: readonly Leg[] | undefined

/**
 * Between 40 hubs, and from 260 more airports to the nearest of them. Samples of fewer than 1,000 companies have the first
 * of them, five a company.
 */
export const flightCount = ({ companies }: Pick<World, 'companies'>): number =>
  companies < 1_000 ? Math.min(legs().length, 5 * companies) : legs().length

function legs(): readonly Leg[] {
  if (cachedLegs !== undefined) return cachedLegs
  const all = airports()
  const named = (codes: string) => codes.split(' ').flatMap((code) => all.get(code) ?? [])
  const hubs = named(network.hubs)
  const result: Leg[] = []
  const both = (a: Airport, b: Airport, { km, hub, turns }: { km: number; hub: number; turns: number }) => {
    for (let turn = 0; turn < turns; turn++)
      result.push({ from: a, to: b, km, hub, turn }, { from: b, to: a, km, hub, turn })
  }
  for (const [place, hub] of hubs.entries())
    for (const [other, to] of hubs.entries()) {
      const km = distanceKm(hub, to)
      if (other > place && km < farthestKm) both(hub, to, { km, hub: place, turns: km < 5_000 ? 2 : 1 })
    }
  for (const spoke of named(network.spokes)) {
    const near = hubs
      .map((hub, place) => ({ hub, place, km: distanceKm(spoke, hub) }))
      .sort((a, b) => a.km - b.km)
      .slice(0, hubsOfSpoke)
    for (const { hub, place, km } of near) both(spoke, hub, { km, hub: place, turns: 2 })
  }
  return (cachedLegs = result)
}

const agencies = ['Skylark Travel', 'Farewise']

/** A flight of every day, at the same local times the whole year; its fares move with the day and how early it is bought. */
export function flightLine(world: World, index: number): NativeFlight {
  const leg = legs()[index] as Leg
  const { from, to, km } = leg
  const carrier = Math.floor(leg.hub / hubsOfCarrier)
  const name = capitalized(stem(world.seed, carrierSalt, carrier))
  const site = `https://www.${reservedLabel(name.toLowerCase())}.com`
  const departure = 300 + 5 * (hash(world.seed, 61, index) % 200)
  const minutes = 5 * Math.round((35 + km / 14) / 5)
  const arrival = departure + minutes + widestShift(from.zone, to.zone)
  return {
    carrier_code: `${String.fromCharCode(65 + carrier)}${(carrier * 7) % 10}`,
    carrier_name: `${name} Air`,
    carrier_logo_url: `${site}/logo.png`,
    flight_number: String(100 + index),
    departure_airport: from.code,
    arrival_airport: to.code,
    departure_time: toClock(departure),
    arrival_time: toClock(arrival),
    arrival_day_offset: Math.floor(arrival / 1_440),
    aircraft: pickAircraft(km),
    legroom: `${29 + (carrier % 5)} in`,
    fares: makeFares(km, world.seed, index),
    fare_factors: {
      by_days_before: [
        { days: 0, factor: 1.9 },
        { days: 3, factor: 1.6 },
        { days: 7, factor: 1.3 },
        { days: 14, factor: 1.1 },
        { days: 30, factor: 1 },
        { days: 90, factor: 0.94 },
      ],
      by_weekday: [1, 0.92, 0.92, 1, 1.14, 1.02, 1.1],
    },
    fare_conditions: carrier % 2 === 0 ? ['Changes for a fee', 'Not refundable'] : ['Free changes'],
    carry_on_bags: 1,
    checked_bags: km > 5_000 ? 1 : 0,
    emissions_kg: Math.round(12 + km * (0.07 + 0.03 * share(world.seed, 62, index))),
    sellers: agencies.map((agency, place) => ({
      name: agency,
      url: `https://www.${reservedLabel('fares')}${place}.com`,
      price_factor: place === 0 ? 1.03 : 0.99,
    })),
    booking_url: `${site}/book`,
    source: sampleSource,
    observed_at: `${world.asOf}T00:00:00.000Z`,
  }
}

const share = (seed: number, salt: number, index: number) => hash(seed, salt, index) / 2 ** 32

/**
 * Minutes that the clock at the other end is ahead, in the season in which it is the most: with it a flight takes at least its
 * time all year, though clocks are changed on different days.
 */
function widestShift(from: string, to: string): number {
  const shift = (day: number) =>
    (offsetsOfYear(to, 2026)[day] as number) - (offsetsOfYear(from, 2026)[day] as number)
  return Math.max(...[15, 75, 85, 195, 288, 300].map(shift))
}

function toClock(minutes: number): string {
  const inDay = ((minutes % 1_440) + 1_440) % 1_440
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`
}

function makeFares(km: number, seed: number, index: number): NonNullable<NativeFlight['fares']> {
  const economy = (38 + 0.115 * km ** 0.95) * (0.75 + 0.5 * share(seed, 63, index))
  const sold: [NonNullable<NativeFlight['fares']>[number]['cabin'], number, boolean][] = [
    ['economy', 1, true],
    ['premium_economy', 1.7, km > 4_000],
    ['business', 3.4, km > 1_000],
    ['first', 6.5, km > 6_000 && index % 3 === 0],
  ]
  return sold
    .filter(([, , isSold]) => isSold)
    .map(([cabin, factor]) => ({ cabin, amount: Math.round(economy * factor), currency: 'USD' }))
}
