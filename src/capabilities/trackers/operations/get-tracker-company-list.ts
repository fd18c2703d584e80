import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { companyListId, companyTrackerView } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companyView } from '../views.ts'

export const getTrackerCompanyList = operation({
  id: 'getTrackerCompanyList',
  route: 'GET /v1/tracker/company-lists/{listId}',
  tag,
  summary: 'Read a tracker list of companies',
  describe: 'Returns a list with its rules, archived or not.',
  input: z.object({ listId: companyListId }),
  output: companyTrackerView,
  price: free('Lists are free to read.'),
  limit: perMinute(120),
  follows: 'createTrackerCompanyList',
  fails: ['not-found'],
  examples: [{ name: 'One list', input: { listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input: { listId: id }, call, deps }) {
    const list = await deps.trackers.find(call.organizationId, { entityType: 'company', id }, true)
    return companyView(deps, list)
  },
})
