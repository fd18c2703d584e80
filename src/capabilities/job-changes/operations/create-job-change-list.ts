import { z } from 'zod'
import { free, listedPrice, perMinute } from '../../../operation/index.ts'
import { buildListView } from '../list-view.ts'
import { listName, listView } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const createJobChangeList = operation({
  id: 'createJobChangeList',
  route: 'POST /v1/job-changes/create-list',
  tag,
  summary: 'Create a list of people whose jobs are watched',
  tasks: [
    'tell me when people change jobs',
    'champion tracking: contacts who move to another employer',
    'monitor job changes',
  ],
  describe: `Creates an empty list. addProfilesToList adds people to watch, and updateJobChangeList with isActive true scans the list at once and then every week. A scan charges ${listedPrice('trackPersonsJobChanges')} for each promotion, lateral move and new role; everything else is free.`,
  input: z.object({ name: listName.describe('Name of the list; need not be unique.') }),
  output: listView,
  price: free('Job-change lists are free; their scans charge for movements.'),
  limit: perMinute(60),
  fails: ['too-many-job-change-lists'],
  examples: [{ name: 'Former customers', input: { name: 'Champions of former customers' } }],
  effect: 'changes',
  async handle({ input: { name }, call, deps }) {
    return buildListView(deps, await deps.lists.create(call, name))
  },
})
