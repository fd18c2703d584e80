import { z } from 'zod'
import { free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { buildListView } from '../list-view.ts'
import { listName, listIdMembers, listView, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const updateJobChangeList = operation({
  id: 'updateJobChangeList',
  route: 'POST /v1/job-changes/update-list',
  tag,
  summary: 'Rename, activate or pause a job-change list',
  describe:
    'Changes the members sent. A list that becomes active, for the first time or again, is scanned at once, and then every week. That scan also finds changes made while it was paused.',
  input: z.object({
    ...listIdMembers,
    newName: optional(listName).describe('New name of the list.'),
    name: optional(listName).describe('Another name of newName.'),
    isActive: optional(z.boolean()).describe('Whether it is scanned every week.'),
  }),
  output: listView,
  price: free('Changing a list is free; its scans charge for movements.'),
  limit: perMinute(60),
  follows: 'createJobChangeList',
  fails: ['not-found'],
  examples: [
    {
      name: 'Start weekly scans',
      input: { jobChangeListId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f', isActive: true },
    },
    { name: 'Rename', input: { listId: 'jcl_01kf3wz3a0s6n4yq8b2c7d5e9f', name: 'Champions' } },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const id = namedList(input)
    const name = input.newName ?? input.name
    const { isActive } = input
    if (name === undefined && isActive === undefined)
      throw invalidMember('newName', 'Nothing to change. Send newName or isActive.', 'required')
    if (input.name !== undefined && input.name !== name)
      throw invalidMember('name', 'It differs from newName.', 'one_name')
    return buildListView(deps, await deps.lists.change(call, id, { name, isActive }))
  },
})
