import { z } from 'zod'
import { technologiesBody, technologiesBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getTechnologies = operation({
  id: 'getTechnologies',
  route: 'GET /v1/enums/technologies',
  tag,
  summary: 'List technologies',
  tasks: ['values of the technology filter, tech stack names'],
  describe: 'Returns the predefined technology names of the technology filters.',
  input: z.object({}),
  output: technologiesBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All technologies', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => technologiesBody(),
})
