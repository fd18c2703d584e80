import { z } from 'zod'
import { kinds } from '../../corpus/kinds/index.ts'
import { homeTypes, listingStatuses, nativeListing } from '../../corpus/records/index.ts'
import { defineCapabilities } from '../capability.ts'
import { lines } from '../lines.ts'

const bounds = z.object({ min: z.number().nullable(), max: z.number().nullable() })

/** A page of listings; a source answers only such as satisfy all of it, or leaves the question out. */
const listingsQuestion = z.object({
  /** `Austin, TX`, a postal code, an address. */
  query: z.string(),
  listingStatus: z.enum(listingStatuses),
  /** Any of these; of every sort when empty. */
  homeTypes: z.array(z.enum(homeTypes)),
  price: bounds,
  rent: bounds,
  bedrooms: bounds,
  bathrooms: bounds,
  floorAreaSqFt: bounds,
  lotAreaSqFt: bounds,
  yearBuilt: bounds,
  parkingSpots: bounds,
  keywords: z.string().nullable(),
  /** `hasPool`, `includeUnderContract` and so on. */
  features: z.array(z.string()),
  sortBy: z.string(),
  cursor: z.string().nullable().describe('Of the page before; null for the first.'),
})

const listingsAnswer = z.object({
  listings: lines(nativeListing, { most: 1_000, moments: kinds.listings.moments }),
  /** How many there are on all pages. */
  total: z
    .number()
    .int()
    .min(0)
    .nullish()
    .transform((value) => value ?? null),
  cursor: z
    .string()
    .max(4_000)
    .nullish()
    .transform((value) => value ?? null),
})

const unbounded = { min: null, max: null }

export const realEstateCapabilities = defineCapabilities(
  {
    'realestate.listings': { question: listingsQuestion, answer: listingsAnswer },
  },
  {
    'realestate.listings': {
      query: 'Almanaccheck, TX',
      listingStatus: 'for_sale',
      homeTypes: [],
      price: unbounded,
      rent: unbounded,
      bedrooms: unbounded,
      bathrooms: unbounded,
      floorAreaSqFt: unbounded,
      lotAreaSqFt: unbounded,
      yearBuilt: unbounded,
      parkingSpots: unbounded,
      keywords: null,
      features: [],
      sortBy: 'newest',
      cursor: null,
    },
  },
)
