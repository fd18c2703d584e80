import type { Cabin, Flight } from '../../corpus/records/index.ts'

/** A flight of an itinerary, from the corpus or from a source. */
export interface Segment {
  /** Flight of the corpus. */
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

/** One way of a trip: outbound, return, or one of several. */
export interface Leg {
  segments: Segment[]
  /** Price for all passengers, not rounded. */
  price: number
  /** Minutes from the first departure to the last arrival. */
  duration: number
  emissionsKg: number
}

/** Minutes of the stops of a leg. */
export const listLayovers = ({ segments }: Pick<Leg, 'segments'>): number[] =>
  segments.slice(1).map((next, place) => next.leaves - (segments[place] as Segment).lands)

/** A whole trip. */
export interface Itinerary {
  legs: Leg[]
  price: number
  duration: number
  emissionsKg: number
  stops: number
  /** Sellers of the whole trip other than the airlines. */
  sellers: string[]
  /** Content of its booking token. */
  booking: unknown
}

export const listCarriers = (legs: readonly Pick<Leg, 'segments'>[]): string[] => [
  ...new Set(legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier))),
]

/** Space of a seat in each cabin, as a multiple of one in economy. */
const room: Readonly<Record<Cabin, number>> = { economy: 1, premium_economy: 1.5, business: 2.9, first: 4 }

/** Carbon dioxide of a seat in kilograms: from the known value for economy, else by distance. */
export const estimateEmissions = (km: number, recorded: number | null, cabin: Cabin): number =>
  Math.round((recorded ?? 14 + km * 0.09) * room[cabin])

/** Typical value over a distance: that of direct flights, plus a tenth for detours of connections. */
export const typicalEmissions = (km: number, cabin: Cabin): number =>
  Math.round((14 + km * 0.09) * 1.1 * room[cabin])
