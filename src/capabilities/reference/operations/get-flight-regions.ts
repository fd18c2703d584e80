import { z } from 'zod'
import { flightRegionsBody, flightRegionsBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getFlightRegions = operation({
  id: 'getFlightRegions',
  route: 'GET /v1/enums/flight-regions',
  tag,
  summary: 'List flight regions',
  describe:
    'Returns the regions and countries that flight searches and results are grouped by, each with the countries it covers (ISO 3166-1 alpha-3). Regions overlap: Scandinavia is also part of Europe.',
  input: z.object({}),
  output: flightRegionsBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All flight regions', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => flightRegionsBody(),
})
