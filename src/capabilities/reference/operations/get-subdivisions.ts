import { z } from 'zod'
import { subdivisionsBody, subdivisionsBodySchema } from '../../../corpus/reference/index.ts'
import { free, invalidMember, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getSubdivisions = operation({
  id: 'getSubdivisions',
  route: 'GET /v1/enums/subdivisions',
  tag,
  summary: 'List the subdivisions of a country',
  tasks: ['states, provinces and counties'],
  describe:
    'Returns the states, provinces, counties and other units of a country by ISO 3166-2, larger units first, with the other names that state filters understand. A country that has none gets an empty list.',
  input: z.object({
    countryCode: z.string().length(3).describe('ISO 3166-1 alpha-3 code of the country, in any case.'),
  }),
  output: subdivisionsBodySchema,
  price: free(whyFree),
  // Clients ask it once for each of 250 countries.
  limit: perMinute(250),
  examples: [{ name: 'The states of the United States', input: { countryCode: 'USA' } }],
  effect: 'reads',
  cacheSeconds,
  handle: ({ input }) =>
    subdivisionsBody(input.countryCode.toUpperCase()) ??
    invalidMember('countryCode', 'is not an ISO 3166-1 alpha-3 code; getRegions lists them'),
})
