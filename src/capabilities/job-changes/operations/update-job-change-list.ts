import { z } from 'zod'
import { free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { listViewOf } from '../list-view.ts'
import { listName, listNames, listView, namedList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const updateJobChangeList = operation({
  id: 'updateJobChangeList',
  route: 'POST /v1/job-changes/update-list',
  tag,
  summary: 'Rename, activate or pause a job-change list',
  describe:
    'Changes what is given. A list that becomes active, for the first time or again, is scanned at once, and then every week. What moved while it was paused is found by that scan.',
  input: z.object({
    ...listNames,
    newName: optional(listName).describe('What it is called from now on.'),
    name: optional(listName).describe('Another name of newName.'),
    isActive: optional(z.boolean()).describe('Whether it is scanned every week.'),
  }),
  output: listView,
  price: free('Changing a list is free; its scans charge for what moved.'),
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
      throw invalidMember('newName', 'Give newName or isActive: there is nothing to change.', 'required')
    if (input.name !== undefined && input.name !== name)
      throw invalidMember('name', 'newName says another name.', 'one_name')
    return listViewOf(deps, await deps.lists.change(call, id, { name, isActive }))
  },
})
