import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { findRebuild } from '../audiences.ts'
import { beginFilled } from '../begin-filled.ts'
import { audienceId, audienceName, filledAudience } from '../schema.ts'
import { operation } from '../slice.ts'
import { readDirection } from '../state.ts'

export const cloneAudience = operation({
  id: 'cloneAudience',
  route: 'POST /v1/audiences/{audienceId}/clone',
  tag: 'Additions',
  summary: 'Clone an audience',
  tasks: ['copy an audience'],
  describe:
    'Creates an audience with the same search parameters, limits and members as another, in the background and free: its members were paid for when they were found. Poll getAudienceStatus until it is NORMAL, or wait for the event audience.build_completed. Contact details stay with the original; enriching the clone is charged as usual.',
  input: z.object({
    audienceId,
    name: optional(audienceName).describe('Name of the clone; default that of the original.'),
  }),
  output: filledAudience,
  price: free('Clones are free.'),
  limit: perMinute(10),
  follows: 'createAudience',
  fails: ['not-found', 'too-many-audiences', 'audience-building'],
  examples: [{ name: 'An audience', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const { audience } = await deps.audiences.find(organizationId, input.audienceId)
    await deps.audiences.requireOrder('clone', { ...audience, organizationId })
    const { id, name, version, search } = audience
    const newest = await findRebuild(deps, { organizationId, audienceId: id, version })
    return beginFilled(deps, call, {
      name: input.name ?? name,
      creationMethod: 'CLONED',
      settings: { ...audience.settings, direction: readDirection(audience.settings) },
      search: search?.params ?? undefined,
      isSearched: newest?.search === search?.number,
      source: version === 0 ? undefined : { from: 'audiences', audiences: [{ id, version }] },
    })
  },
})
