import { z } from 'zod'
import { hotelPropertyTypesBody, hotelPropertyTypesBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getHotelPropertyTypes = operation({
  id: 'getHotelPropertyTypes',
  route: 'GET /v1/enums/hotels/property-types',
  tag,
  summary: 'List hotel property types',
  describe: 'Returns the property types that hotel searches filter by, with their ids.',
  input: z.object({}),
  output: hotelPropertyTypesBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All hotel property types', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => hotelPropertyTypesBody(),
})
