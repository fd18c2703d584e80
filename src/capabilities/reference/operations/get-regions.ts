import { z } from 'zod'
import { regionsBody, regionsBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getRegions = operation({
  id: 'getRegions',
  route: 'GET /v1/enums/regions',
  tag,
  summary: 'List countries and regions',
  tasks: ['country codes, region codes'],
  describe:
    'Returns the values that country filters take: every country with its codes and flag, and the region groups (`X-…`) with their members. X-SANCTIONED is a convenience for outreach and no compliance screening: it names countries under country-wide measures, not regions, companies or persons.',
  input: z.object({}),
  output: regionsBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All countries and regions', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => regionsBody(),
})
