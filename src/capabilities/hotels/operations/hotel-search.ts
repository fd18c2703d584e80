import { z } from 'zod'
import { speaksOfAmenities } from '../../../corpus/reference/index.ts'
import { listedPrice, perMinute } from '../../../operation/index.ts'
import { brandGroups, hotelProperty } from '../schema.ts'
import { searchHotels } from '../search-hotels.ts'
import { searchInput, warnUnapplied } from '../search-input.ts'
import { operation, tag } from '../slice.ts'

export const hotelSearch = operation({
  id: 'hotelSearch',
  route: 'POST /v1/hotels/search',
  tag,
  summary: 'Search hotels and vacation rentals',
  tasks: ['place to stay, room, accommodation', 'book a hotel, vacation rental, holiday home'],
  describe: `Answers properties at a destination, or with a name, that are available for the guests and nights, with the cost of the stay. Properties without a rate for every night are omitted. hotelStarClasses, propertyTypes, brands: any of the values; amenities: all of them. Prices are for all guests and nights, in the requested currency. Party: 6 guests for hotels, 10 for vacation rentals. Each page costs ${listedPrice('hotelSearch')}, an empty one too.`,
  input: searchInput,
  output: z.object({
    properties: z.array(hotelProperty),
    brands: brandGroups.describe(
      'Groups and brands among the results, for the filter brands; empty for vacation rentals.',
    ),
    currencyCode: z.string(),
    searchInformation: z.object({
      totalResultCount: z.int().describe('Properties found, about.'),
    }),
    nextPageToken: z.string().nullable().describe('For the next page of the same search; null at the end.'),
  }),
  pages: 'nextPageToken',
  price: (p) => p.perRequest({ key: 'hotelSearch' }),
  limit: perMinute(120),
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    { name: 'A city', input: { query: 'Paris', checkInDate: '2030-06-14', checkOutDate: '2030-06-17' } },
    {
      name: 'Four stars or more, the cheapest first',
      input: {
        query: 'hotels in San Francisco',
        checkInDate: '2030-06-14',
        checkOutDate: '2030-06-17',
        adults: 2,
        children: 1,
        childrenAges: [7],
        currencyCode: 'EUR',
        sortBy: 'lowestPrice',
        category: { hotelStarClasses: [4, 5], amenities: [35] },
      },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    warnUnapplied(input, (field, message) => call.warn(field, message))
    if (!speaksOfAmenities(input.languageCode))
      call.advise(`Amenity labels are in English: there are none in ${input.languageCode}.`)
    const { properties, brands, total, nextPageToken } = await searchHotels(deps, call, input)
    return {
      properties,
      brands,
      currencyCode: input.currencyCode.toUpperCase(),
      searchInformation: { totalResultCount: total },
      nextPageToken,
    }
  },
})
