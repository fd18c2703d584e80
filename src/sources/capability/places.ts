import { z } from 'zod'
import { nativeMapPlace } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

const point = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

/** Which places of a part of the earth are what the words say. */
const placesQuestion = z.object({
  /** As it was asked. */
  query: z.string(),
  area: z.discriminatedUnion('regionType', [
    z.object({ regionType: z.literal('circle'), center: point, radiusMiles: z.number() }),
    /** West of the antimeridian to east of it where the northwest corner is east of the other. */
    z.object({ regionType: z.literal('rectangle'), northwestCorner: point, southeastCorner: point }),
  ]),
  limit: z.int().min(1),
})

/** Lines of the import format; more than what was asked for may be among them. */
const placesAnswer = z.object({ records: lines(nativeMapPlace, { most: 10_000 }) })

/** Where a place, town or address is that is written in words. */
const geocodeQuestion = z.object({
  text: z.string(),
  /** ISO 3166-1 alpha-3. */
  countryCode: z.string().nullable(),
})

/** The likeliest first. */
const geocodeAnswer = z.object({
  places: lines(
    point.extend({
      /** The whole address in one line. */
      label: z.string(),
      /** The place as a line of the import format, where it is a place that maps show. */
      record: nativeMapPlace.nullish().transform((value) => value ?? null),
    }),
    { least: 1, most: 50 },
  ),
})

export const placesCapabilities = defineCapabilities(
  {
    'places.search': { question: placesQuestion, answer: placesAnswer },
    'place.geocode': { question: geocodeQuestion, answer: geocodeAnswer },
  },
  {
    'places.search': {
      query: 'almanac check',
      area: { regionType: 'circle', center: { latitude: 0, longitude: -30 }, radiusMiles: 0.1 },
      limit: 1,
    },
    'place.geocode': { text: 'almanac check, no such place', countryCode: null },
  },
)
