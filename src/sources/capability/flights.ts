import { z } from 'zod'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

/** A trip with all of its ways. */
const offersQuestion = z.object({
  ways: z
    .array(z.object({ from: z.array(z.string()), to: z.array(z.string()), date: z.string() }))
    .min(1)
    .max(5),
  cabin: z.enum(['economy', 'premium_economy', 'business', 'first']),
  passengers: z.object({
    adults: z.int(),
    children: z.int(),
    infantsInSeat: z.int(),
    infantsOnLap: z.int(),
  }),
  maxStops: z.int().nullable(),
  currency: z.string(),
  /** Alpha-3 code of the country it is bought in. */
  market: z.string(),
  includeAirlines: z.array(z.string()),
  excludeAirlines: z.array(z.string()),
  maxPrice: z.number().nullable(),
})

/** Local time without a zone. */
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/)

const segment = z.object({
  carrier: z.string().min(2).max(3),
  carrierName: nullable(z.string()),
  operatingCarrier: nullable(z.string()),
  number: z.string().min(1).max(6),
  from: z.string().length(3),
  to: z.string().length(3),
  departs: localTime,
  arrives: localTime,
  aircraft: nullable(z.string()),
  /** Of a seat in economy. */
  emissionsKg: nullable(z.number()),
})

const offersAnswer = z.object({
  offers: lines(
    z.object({
      /** One for each of the question. */
      ways: z
        .array(z.object({ segments: z.array(segment).min(1).max(5) }))
        .min(1)
        .max(5),
      /** Of all passengers. */
      price: z.number().positive(),
      currency: z.string(),
      carryOnBags: nullable(z.number()),
      checkedBags: nullable(z.number()),
      /** Who sells it, the cheapest first. */
      sellers: z.array(z.string()).max(20).default([]),
    }),
    { most: 500 },
  ),
})

export const flightsCapabilities = defineCapabilities(
  {
    'flight.offers': { question: offersQuestion, answer: offersAnswer },
  },
  {
    'flight.offers': {
      ways: [{ from: ['SYD'], to: ['BKK'], date: '2027-06-01' }],
      cabin: 'economy',
      passengers: { adults: 1, children: 0, infantsInSeat: 0, infantsOnLap: 0 },
      maxStops: null,
      currency: 'USD',
      market: 'USA',
      includeAirlines: [],
      excludeAirlines: [],
      maxPrice: null,
    },
  },
)
