import { z } from 'zod'
import { metroAreasBody, metroAreasBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getMetroAreas = operation({
  id: 'getMetroAreas',
  route: 'GET /v1/enums/metro-areas',
  tag,
  summary: 'List metro areas',
  tasks: ['metropolitan areas, greater city regions'],
  describe:
    'Returns the metro areas of the world, most populous first: slug, name, country, centre of the population, and the population rounded to its order of magnitude.',
  input: z.object({}),
  output: metroAreasBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All metro areas', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => metroAreasBody(),
})
