import { z } from 'zod'
import { languagesBody, languagesBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getLanguages = operation({
  id: 'getLanguages',
  route: 'GET /v1/enums/languages',
  tag,
  summary: 'List languages',
  tasks: ['values of the language filter'],
  describe:
    'Returns the language names that people filters take, and BCP 47 language tags with English names for members that take a language code.',
  input: z.object({}),
  output: languagesBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All languages', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => languagesBody(),
})
