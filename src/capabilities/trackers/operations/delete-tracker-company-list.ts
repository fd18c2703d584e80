import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { archivedView, companyListId } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const deleteTrackerCompanyList = operation({
  id: 'deleteTrackerCompanyList',
  route: 'DELETE /v1/tracker/company-lists/{listId}',
  tag,
  summary: 'Archive a tracker list of companies',
  tasks: ['stop watching companies, delete a tracker'],
  describe:
    'Archives a list: it is no longer refreshed or listed. A running refresh stops and charges nothing more. The list and its signals can still be read. Archiving it again changes nothing.',
  input: z.object({ listId: companyListId }),
  output: archivedView,
  price: free('Archiving is free.'),
  limit: perMinute(60),
  follows: 'createTrackerCompanyList',
  fails: ['not-found'],
  examples: [{ name: 'No longer needed', input: { listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input: { listId: id }, call, deps }) {
    await deps.trackers.archive(call, { entityType: 'company', id })
    return { id, archived: true }
  },
})
