import { z } from 'zod'
import { hotelAmenity, hotelBrand, hotelPropertyType } from '../../corpus/reference/index.ts'
import { optional, pageToken, withDefault } from '../../operation/index.ts'
import { checkStay, stayMembers, tooLarge } from './stay.ts'

const sorts = ['relevance', 'lowestPrice', 'highestRating', 'mostReviewed'] as const
export type HotelSort = (typeof sorts)[number]

/** A list of ids of one of the hotel enumerations; an unknown id is refused. */
const ids = (isKnown: (id: number) => boolean, operation: string) =>
  optional(
    z
      .array(z.int().refine(isKnown, `No such id; ${operation} lists them.`))
      .min(1)
      .max(100),
  )
const amenities = ids((id) => hotelAmenity(id) !== undefined, 'getHotelAmenities')

const amount = z.number().positive().max(1e9)

const category = z
  .object({
    propertyCategory: withDefault(z.enum(['hotel', 'vacationRental']), 'hotel'),
    hotelStarClasses: optional(z.array(z.int().min(2).max(5)).min(1).max(4)).describe(
      'Any of these classes. Not the guest score. Hotels only.',
    ),
    propertyTypes: ids((id) => hotelPropertyType(id) !== undefined, 'getHotelPropertyTypes').describe(
      'Any of these ids of getHotelPropertyTypes. Hotels only.',
    ),
    amenities: amenities.describe('All of these ids of getHotelAmenities. Hotels only.'),
    excludedAmenities: amenities.describe('None of these ids of getHotelAmenities. Hotels only.'),
    brands: ids((id) => hotelBrand(id) !== undefined, 'getHotelBrands').describe(
      'Any of these ids of getHotelBrands; a group means all its brands. Hotels only.',
    ),
    freeCancellation: optional(z.boolean()).describe(
      'true: a rate that can be cancelled free of charge. Hotels only.',
    ),
    specialOffers: optional(z.boolean()).describe('true: a rate that is a special offer. Hotels only.'),
    ecoCertified: optional(z.boolean()).describe('true: with an environmental certificate. Hotels only.'),
    minBedrooms: optional(z.int().min(1).max(100)).describe('Vacation rentals only.'),
    minBathrooms: optional(z.number().min(1).max(100)).describe('Vacation rentals only.'),
  })
  .meta({ id: 'HotelCategoryFilter' })

export type CategoryInput = z.output<typeof category>

/** Filters of one category that do not apply to the other. */
const filtersOf = {
  hotel: [
    'hotelStarClasses',
    'propertyTypes',
    'amenities',
    'excludedAmenities',
    'brands',
    'freeCancellation',
    'specialOffers',
    'ecoCertified',
  ],
  vacationRental: ['minBedrooms', 'minBathrooms'],
} as const satisfies Record<CategoryInput['propertyCategory'], readonly (keyof CategoryInput)[]>

export const searchInput = z
  .object({
    query: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .describe(
        'A destination ("Paris", "hotels in Kyoto", "Springfield, IL", "near Hotel Nova") or the name of a property.',
      ),
    ...stayMembers,
    sortBy: withDefault(z.enum(sorts), 'relevance'),
    minRating: optional(z.enum(['3.5', '4.0', '4.5'])).describe('Minimum guest score, of 5.'),
    priceRange: optional(
      z
        .object({ maxPerNight: optional(amount), minPerNight: optional(amount) })
        .meta({ id: 'HotelPriceRange' }),
    ).describe('Price of a night as shown, in currencyCode.'),
    category: optional(category).describe('Type of property, with its own filters.'),
    nextPageToken: pageToken(8_192).describe(
      'nextPageToken of the previous page, with the same query and filters; null or omitted for the first page.',
    ),
  })
  .superRefine((input, ctx) => {
    checkStay(input, ctx)
    const { minPerNight, maxPerNight } = input.priceRange ?? {}
    if (minPerNight !== undefined && maxPerNight !== undefined && minPerNight > maxPerNight)
      ctx.addIssue({
        code: 'custom',
        path: ['priceRange', 'minPerNight'],
        message: 'Expected at most maxPerNight.',
      })
    const large = tooLarge(input, input.category?.propertyCategory ?? 'hotel')
    if (large !== undefined)
      ctx.addIssue({ code: 'custom', path: [input.children > 0 ? 'children' : 'adults'], message: large })
  })

export type SearchInput = z.output<typeof searchInput>

/** The requested category with the filters that apply to it. */
export function readCategory(input: SearchInput): CategoryInput {
  const chosen = input.category ?? category.parse({})
  const other = chosen.propertyCategory === 'hotel' ? 'vacationRental' : 'hotel'
  const applied: CategoryInput = { ...chosen }
  for (const name of filtersOf[other]) applied[name] = undefined
  return applied
}

/** Filters in the request that do not apply to the category: each is ignored with a warning. */
export function warnUnapplied(input: SearchInput, warn: (field: string, message: string) => void): void {
  const chosen = input.category
  if (chosen === undefined) return
  const isHotel = chosen.propertyCategory === 'hotel'
  for (const name of filtersOf[isHotel ? 'vacationRental' : 'hotel'])
    if (chosen[name] !== undefined)
      warn(
        `category.${name}`,
        isHotel
          ? 'Applies to vacation rentals only; ignored for hotels.'
          : 'Applies to hotels only; ignored for vacation rentals.',
      )
}
