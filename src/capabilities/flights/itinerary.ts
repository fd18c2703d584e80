import type { Cabin, Flight } from '../../corpus/records/index.ts'

/** A flight of an itinerary, from the corpus or from a source. */
export interface Segment {
  /** Of the corpus. */
  record?: Flight
  carrier: string
  carrierName: string | null
  logoUrl: string | null
  operatingCarrier: string | null
  number: string
  from: string
  to: string
  /** Local, YYYY-MM-DDTHH:MM. */
  departs: string
  arrives: string
  /** Minutes. */
  duration: number
  /** Minutes since 1970, UTC. */
  leaves: number
  lands: number
  aircraft: string | null
  legroom: string | null
  cabin: Cabin
  km: number
  emissionsKg: number
  carryOnBags: number | null
  checkedBags: number | null
}

/** One of the ways of a trip: out, back, or one of several. */
export interface Leg {
  segments: Segment[]
  /** Of all passengers, not rounded. */
  price: number
  /** Minutes from the first departure to the last arrival. */
  duration: number
  emissionsKg: number
}

/** Minutes of the stops of a leg. */
export const layoversOf = ({ segments }: Pick<Leg, 'segments'>): number[] =>
  segments.slice(1).map((next, place) => next.leaves - (segments[place] as Segment).lands)

/** A whole trip. */
export interface Itinerary {
  legs: Leg[]
  price: number
  duration: number
  emissionsKg: number
  stops: number
  /** Who sells it besides the airlines, of those that sell all of it. */
  sellers: string[]
  /** What its booking token holds. */
  booking: unknown
}

export const carriersOf = (legs: readonly Pick<Leg, 'segments'>[]): string[] => [
  ...new Set(legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier))),
]

/** Seats of a cabin take so many times the room of one in economy. */
const room: Readonly<Record<Cabin, number>> = { economy: 1, premium_economy: 1.5, business: 2.9, first: 4 }

/** Carbon dioxide of a seat, in kilograms: as it is known of economy, else by the distance. */
export const emissionsOf = (km: number, recorded: number | null, cabin: Cabin): number =>
  Math.round((recorded ?? 14 + km * 0.09) * room[cabin])

/** Of a usual way over a distance: direct flights, with a tenth for the detours of the others. */
export const typicalEmissions = (km: number, cabin: Cabin): number =>
  Math.round((14 + km * 0.09) * 1.1 * room[cabin])
