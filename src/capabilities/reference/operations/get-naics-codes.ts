import { z } from 'zod'
import { naicsBody, naicsBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getNaicsCodes = operation({
  id: 'getNaicsCodes',
  route: 'GET /v1/enums/naics-codes',
  tag,
  summary: 'List NAICS codes',
  tasks: ['classification codes of industries'],
  describe:
    'Returns the codes of the North American Industry Classification System, edition 2022, at all levels: sectors of two digits (three of them ranges such as 31-33) down to national industries of six.',
  input: z.object({}),
  output: naicsBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All NAICS codes', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => naicsBody(),
})
