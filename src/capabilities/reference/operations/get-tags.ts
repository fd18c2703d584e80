import { z } from 'zod'
import { tagsBody, tagsBodySchema } from '../../../corpus/reference/index.ts'
import { free, perMinute } from '../../../operation/index.ts'
import { cacheSeconds, operation, tag, whyFree } from '../slice.ts'

export const getTags = operation({
  id: 'getTags',
  route: 'GET /v1/enums/tags',
  tag,
  summary: 'List tags',
  tasks: ['values of the tag filter, labels'],
  describe: 'Returns the tags of people and of companies with what each means. Tag filters take the slug.',
  input: z.object({}),
  output: tagsBodySchema,
  price: free(whyFree),
  limit: perMinute(60),
  examples: [{ name: 'All tags', input: {} }],
  effect: 'reads',
  cacheSeconds,
  handle: () => tagsBody(),
})
