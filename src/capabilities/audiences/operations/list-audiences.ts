import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { audienceItem } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { buildItem } from '../views.ts'

export const listAudiences = operation({
  id: 'listAudiences',
  route: 'GET /v1/audiences',
  tag,
  summary: 'List audiences',
  describe: 'Returns all audiences of the organization except deleted ones, newest first.',
  input: z.object({}),
  output: z.object({ audiences: z.array(audienceItem), totalCount: z.int() }),
  price: free('Audiences are free to read.'),
  limit: perMinute(60),
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    const audiences = (await deps.audiences.all(call.organizationId)).map(buildItem)
    return { audiences, totalCount: audiences.length }
  },
})
