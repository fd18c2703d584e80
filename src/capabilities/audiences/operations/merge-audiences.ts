import { z } from 'zod'
import { free, invalidMember, perMinute } from '../../../operation/index.ts'
import { beginFilled } from '../begin-filled.ts'
import { audienceId, audienceName, filledAudience } from '../schema.ts'
import { operation } from '../slice.ts'

export const mergeAudiences = operation({
  id: 'mergeAudiences',
  route: 'POST /v1/audiences/merge',
  tag: 'Additions',
  summary: 'Merge audiences into another',
  tasks: ['combine audiences'],
  describe:
    'Creates an audience of all members of others, each company and person once, in the order of the audiences, in the background and free: they were paid for when found. The others do not change. The new one has no search parameters; set some before building it. Poll getAudienceStatus until it is NORMAL, or wait for the event audience.build_completed.',
  input: z.object({
    name: audienceName.describe('Name of the new audience.'),
    audienceIds: z
      .array(audienceId)
      .min(1)
      .max(20)
      .describe('Two or more audiences, each built and listed once; cloneAudience copies a single one.'),
  }),
  output: filledAudience,
  price: free('Merging is free.'),
  limit: perMinute(10),
  follows: 'createAudience',
  fails: ['not-found', 'too-many-audiences', 'audience-building', 'audience-not-built'],
  examples: [
    {
      name: 'Two audiences',
      input: {
        name: 'Nordics',
        audienceIds: ['aud_01kf3wz3a0s6n4yq8b2c7d5e9f', 'aud_01kf3wz3a0s6n4yq8b2c7d5e9g'],
      },
    },
  ],
  effect: 'changes',
  async handle({ input: { name, audienceIds }, call, deps }) {
    const sources = []
    for (const id of audienceIds) sources.push((await deps.audiences.find(call.organizationId, id)).audience)
    const again = audienceIds.findIndex((id, index) => audienceIds.indexOf(id) !== index)
    if (again >= 0)
      throw invalidMember(`audienceIds[${again}]`, 'Expected each audience only once.', 'duplicate')
    if (sources.length < 2)
      throw invalidMember(
        'audienceIds',
        'Expected two or more audiences; cloneAudience copies one.',
        'too_small',
      )
    const { organizationId } = call
    for (const audience of sources)
      await deps.audiences.requireOrder('export', { ...audience, organizationId })
    const audiences = sources.map(({ id, version }) => ({ id, version }))
    const source = { from: 'audiences' as const, audiences }
    return beginFilled(deps, call, { name, creationMethod: 'MERGE_AUDIENCES', source })
  },
})
