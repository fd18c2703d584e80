import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { audienceId, audienceStatus } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { buildStatusView } from '../views.ts'

export const getAudienceStatus = operation({
  id: 'getAudienceStatus',
  route: 'GET /v1/audiences/{audienceId}/status',
  tag,
  summary: 'Poll the build of an audience',
  describe:
    'Returns the state of the audience: DRAFT before its first build, BUILDING, SAVING_COMPANIES, SAVING_PROSPECTS and LINKING_PROSPECTS_WITH_COMPANIES while it is built, then NORMAL, or FAILED where the newest build failed and the previous members stay. Poll at most every 30 seconds.',
  input: z.object({ audienceId }),
  output: audienceStatus,
  price: free('Polls are free.'),
  limit: perMinute(120),
  follows: 'createAudience',
  fails: ['not-found'],
  examples: [{ name: 'An audience', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const built = await deps.audiences.find(call.organizationId, input.audienceId)
    if (built.audience.state === 'BUILDING')
      call.advise('Poll at most every 30 seconds until status is NORMAL or FAILED.')
    return buildStatusView(built)
  },
})
