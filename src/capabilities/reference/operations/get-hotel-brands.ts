import { z } from 'zod'
import { hotelBrandsBody, hotelBrandsBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getHotelBrands = operation({
  id: 'getHotelBrands',
  route: 'GET /v1/enums/hotels/brands',
  tag,
  summary: 'List hotel brands',
  tasks: ['hotel chains'],
  describe:
    'Returns hotel groups and their brands with ids. A hotel search takes either: the id of a group matches every brand of the group.',
  input: z.object({}),
  output: hotelBrandsBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All hotel brands', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => hotelBrandsBody(),
})
