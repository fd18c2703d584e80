import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { buildListView } from '../list-view.ts'
import { listIdMembers, listView, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const getJobChangeList = operation({
  id: 'getJobChangeList',
  route: 'POST /v1/job-changes/get-list',
  tag,
  summary: 'Read a job-change list',
  describe: 'Returns the list with its state, its last scan and the time of the next.',
  input: z.object(listIdMembers),
  output: listView,
  price: free('Job-change lists are free to read.'),
  limit: perMinute(60),
  follows: 'createJobChangeList',
  fails: ['not-found'],
  examples: [{ name: 'A list', input: { jobChangeListId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    return buildListView(deps, await deps.lists.find(call.organizationId, namedList(input)))
  },
})
