import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { audienceId, audienceName, audienceView } from '../schema.ts'
import { operation } from '../slice.ts'
import { buildView } from '../views.ts'

export const renameAudience = operation({
  id: 'renameAudience',
  route: 'PATCH /v1/audiences/{audienceId}',
  tag: 'Additions',
  summary: 'Rename an audience',
  describe:
    'Gives an audience another name, in every state. Several audiences may have one name; files of exports that have begun keep theirs.',
  input: z.object({ audienceId, name: audienceName }),
  output: audienceView,
  price: free('Renaming is free.'),
  limit: perMinute(60),
  follows: 'createAudience',
  fails: ['not-found'],
  examples: [
    {
      name: 'Another name',
      input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f', name: 'Heads of sales, Nordics' },
    },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input: { audienceId: id, name }, call: { organizationId, keyId: by }, deps }) {
    await deps.audiences.require(organizationId, id)
    const renamed = await deps.db.transact((tx) => deps.lists.change(tx, organizationId, id, { name, by }))
    if (!renamed.done) return new Failure('not-found')
    const built = await deps.audiences.find(organizationId, id)
    return buildView(built, await deps.enrichments.newest(organizationId, id))
  },
})
