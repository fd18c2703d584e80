import { z } from 'zod'
import { hotelAmenitiesBody, hotelAmenitiesBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getHotelAmenities = operation({
  id: 'getHotelAmenities',
  route: 'GET /v1/enums/hotels/amenities',
  tag,
  summary: 'List hotel amenities',
  describe:
    'Returns the amenities that hotel searches filter by, with their ids. A search that lists several finds hotels that have all of them.',
  input: z.object({}),
  output: hotelAmenitiesBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All hotel amenities', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => hotelAmenitiesBody(),
})
