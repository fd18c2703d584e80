import { z } from 'zod'
import { nativeHotel, nativeHotelRate } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

/** Which hotels of a place can be had for a stay, and for how much. */
const hotelsQuestion = z.object({
  latitude: z.number(),
  longitude: z.number(),
  radiusKm: z.number().positive(),
  checkInDate: z.iso.date(),
  checkOutDate: z.iso.date(),
  adults: z.number().int().min(1),
  childrenAges: z.array(z.number().int()),
  /** ISO 4217. */
  currency: z.string(),
  /** Alpha-3. */
  market: z.string(),
})

/** Lines of the import format: properties, and their nights of the stay. */
const hotelsAnswer = z.object({
  hotels: lines(nativeHotel, { least: 1, most: 1_000 }),
  rates: lines(nativeHotelRate, { most: 50_000 }),
})

export const hotelsCapabilities = defineCapabilities(
  {
    'hotel.search': { question: hotelsQuestion, answer: hotelsAnswer },
  },
  {
    // The Gulf of Guinea has no hotels.
    'hotel.search': {
      latitude: 0,
      longitude: 0,
      radiusKm: 5,
      checkInDate: '2030-06-14',
      checkOutDate: '2030-06-15',
      adults: 1,
      childrenAges: [],
      currency: 'USD',
      market: 'USA',
    },
  },
)
