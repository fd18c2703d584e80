import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { listIdMembers, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const deleteJobChangeList = operation({
  id: 'deleteJobChangeList',
  route: 'POST /v1/job-changes/delete-list',
  tag,
  summary: 'Delete a job-change list',
  describe:
    'Deletes the list with its profiles and their movements, and ends its scans; a scan under way no longer charges anything.',
  input: z.object(listIdMembers),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  price: free('Deleting a list is free.'),
  limit: perMinute(60),
  follows: 'createJobChangeList',
  fails: ['not-found'],
  examples: [{ name: 'A list', input: { jobChangeListId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const id = namedList(input)
    await deps.lists.delete(call, id)
    return { id, deleted: true as const }
  },
})
