import { z } from 'zod'
import { industriesBody, industriesBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getIndustries = operation({
  id: 'getIndustries',
  route: 'GET /v1/enums/industries',
  tag,
  summary: 'List industries',
  tasks: ['values of the industry filter, sectors'],
  describe:
    'Returns two lists: the standard industries, in which every company is classified, and the finer industries that company pages of the professional network carry.',
  input: z.object({}),
  output: industriesBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All industries', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => industriesBody(),
})
