import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { audienceId, audienceView } from '../schema.ts'
import { operation } from '../slice.ts'
import { buildView } from '../views.ts'

export const getAudience = operation({
  id: 'getAudience',
  route: 'GET /v1/audiences/{audienceId}',
  tag: 'Additions',
  summary: 'Read an audience',
  describe:
    'Returns the audience: its state as in getAudienceStatus, its search parameters, what its newest build changed, and when it was last enriched.',
  input: z.object({ audienceId }),
  output: audienceView,
  price: free('Audiences are free to read.'),
  limit: perMinute(120),
  follows: 'createAudience',
  fails: ['not-found'],
  examples: [{ name: 'An audience', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call: { organizationId }, deps }) {
    const built = await deps.audiences.find(organizationId, input.audienceId)
    return buildView(built, await deps.enrichments.newest(organizationId, input.audienceId))
  },
})
