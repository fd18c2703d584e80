import { z } from 'zod'
import { invalidMember, positionIn, sealPage } from '../../operation/index.ts'
import type { Passengers } from './fares.ts'
import type { Trip } from './schema.ts'

const cabin = z.enum(['economy', 'premium_economy', 'business', 'first'])

/** Flights of the corpus, with entity and local day of each, by way. */
const ofCorpus = z.object({
  of: z.literal('corpus'),
  cabin,
  ways: z.array(z.array(z.tuple([z.string(), z.int()]))),
})

/** The offer of a source. */
const ofSource = z.object({
  of: z.literal('source'),
  cabin,
  source: z.string(),
  sellers: z.array(z.string()),
  price: z.number(),
  currency: z.string(),
  flights: z.array(z.string()),
  airlines: z.array(z.tuple([z.string(), z.string().nullable()])),
  bags: z.tuple([z.number().nullable(), z.number().nullable()]),
  /** Departure of the first flight, in minutes since 1970. */
  leaves: z.int(),
})

const booking = z.discriminatedUnion('of', [ofCorpus, ofSource])
export type Booking = z.output<typeof booking>

/** The question and organization a token is bound to, besides the installation. */
export interface BoundTo {
  key: Buffer
  organizationId: string
  trip: Trip
  passengers: Passengers
}

const buildSeal = ({ key, organizationId, trip, passengers }: BoundTo) => {
  const { adults, children, infantsInSeat, infantsOnLap } = passengers
  const query = { trip, passengers: { adults, children, infantsInSeat, infantsOnLap } }
  return { key, of: 'flight booking', organizationId, query }
}

export const sealBooking = (value: unknown, bound: BoundTo): string => sealPage(value, buildSeal(bound))

/** Content of a token. Throws a 400 where it is for another trip, party or organization, or not issued here. */
export function openBooking(token: string, bound: BoundTo): Booking {
  const opened = positionIn(token, buildSeal(bound), booking)
  if (opened === undefined)
    throw invalidMember(
      'bookingToken',
      'The token is for another trip or other passengers. Send both as in the search, or search again.',
    )
  return opened
}
