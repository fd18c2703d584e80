import { z } from 'zod'
import { nativeHotel, nativeHotelRate } from '../../corpus/records/index.ts'

/** Which hotels of a place can be had for a stay, and for how much. */
export const hotelsQuestion = z.object({
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
export const hotelsAnswer = z.object({
  hotels: z.array(nativeHotel).min(1).max(1_000),
  rates: z.array(nativeHotelRate).max(50_000),
})
