import { z } from 'zod'
import { free, outsideId, perMinute } from '../../../operation/index.ts'
import { listIdMembers, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const deleteProfilesFromJobChangeList = operation({
  id: 'deleteProfilesFromJobChangeList',
  route: 'POST /v1/job-changes/delete-profiles',
  tag,
  summary: 'Remove profiles from a job-change list',
  describe: 'Removes profiles and their movements. An id that is not on the list is ignored.',
  input: z.object({
    ...listIdMembers,
    profileIds: outsideId(z.array(z.string().min(1).max(100)).min(1).max(5_000)).describe(
      'Ids of profiles from listAllProfilesFromJobChangeList.',
    ),
  }),
  output: z.object({ numDeleted: z.int() }),
  price: free('Removing profiles is free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  follows: 'addProfilesToList',
  fails: ['not-found'],
  examples: [
    {
      name: 'One profile',
      input: {
        jobChangeListId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f',
        profileIds: ['jcp_5f0c1b7a9e3d4c2b8a6f1e0d'],
      },
    },
    {
      name: 'By the other name of the list',
      input: { listId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f', profileIds: ['jcp_5f0c1b7a9e3d4c2b8a6f1e0e'] },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    return { numDeleted: await deps.lists.remove(call, namedList(input), [...new Set(input.profileIds)]) }
  },
})
