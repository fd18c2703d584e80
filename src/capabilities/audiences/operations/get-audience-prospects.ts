import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import type { PersonRecord } from '../../../corpus/records/index.ts'
import { audienceProspect, prospectShown } from '../member-views.ts'
import { membersPage } from '../members-page.ts'
import { audienceId, memberPages, movementAsked, nextPage } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const getAudienceProspects = operation({
  id: 'getAudienceProspects',
  route: 'GET /v1/audiences/{audienceId}/prospects',
  tag,
  summary: 'Read the people of an audience',
  tasks: ['people in a segment'],
  describe:
    'Returns a page of the people that the last completed build put into the audience, in its order, with their current data; with movement, only those with that movement. Pages stay consistent if the audience is rebuilt meanwhile. People who are no longer in the corpus are omitted and counted in noLongerKnown.',
  input: z.object({ audienceId, movement: movementAsked, ...memberPages }),
  output: z.object({ audienceId: z.string(), prospects: z.array(audienceProspect), ...nextPage }),
  pages: 'nextCursor',
  price: free('The build already charged for its members.'),
  limit: perMinute(60),
  follows: 'createAudience',
  fails: ['not-found', 'invalid-cursor'],
  examples: [{ name: 'The first page', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  isAgentTool: true,
  async handle({ input: { audienceId: id, movement, pageSize: size, cursor }, call, deps }) {
    const audience = await deps.audiences.require(call.organizationId, id)
    const of = 'people' as const
    const page = await membersPage<PersonRecord>(deps, call, { of, audience, movement, size, cursor })
    return {
      audienceId: id,
      prospects: page.items.map((item) => prospectShown(item, deps.network)),
      totalCount: page.totalCount,
      noLongerKnown: page.noLongerKnown,
      nextCursor: page.nextCursor,
      hasMore: page.nextCursor !== null,
    }
  },
})
