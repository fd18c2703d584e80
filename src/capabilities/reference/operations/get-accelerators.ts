import { z } from 'zod'
import { acceleratorsBody, acceleratorsBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, shortCacheSeconds, tag, whyFree } from '../slice.ts'

export const getAccelerators = operation({
  id: 'getAccelerators',
  route: 'GET /v1/enums/accelerators',
  tag,
  summary: 'List accelerators',
  tasks: ['Y Combinator, Techstars and other programmes, batches'],
  describe:
    'Returns the start-up accelerators that company filters know, with the years and batches to filter by, and the number of companies of each in this installation, if counted.',
  input: z.object({}),
  output: acceleratorsBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All accelerators', input: {} }],
  effect: 'reads',
  cacheSeconds: shortCacheSeconds,
  async handle({ call, deps }) {
    return acceleratorsBody(call.nowMs, await deps.acceleratorTallies?.(call.signal))
  },
})
