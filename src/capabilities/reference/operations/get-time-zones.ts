import { z } from 'zod'
import { timeZonesBody, timeZonesBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, shortCacheSeconds, tag, whyFree } from '../slice.ts'

export const getTimeZones = operation({
  id: 'getTimeZones',
  route: 'GET /v1/enums/time-zones',
  tag,
  summary: 'List time zones',
  tasks: ['values of the time zone filter'],
  describe:
    'Returns every IANA time zone, those that always show the same time in one country as one group, ordered by current offset. Time zone filters take any name of a group.',
  input: z.object({}),
  output: timeZonesBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All time zones', input: {} }],
  effect: 'reads',
  cacheSeconds: shortCacheSeconds,
  handle: ({ call }) => timeZonesBody(call.nowMs),
})
