import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { companySearchParams } from '../../../corpus/search/index.ts'
import { changeTracker } from '../list-changes.ts'
import { companyRuleConfig } from '../rules/rule-config.ts'
import { changedTracker, companyListId, companyTrackerView, maxRules } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companyView } from '../views.ts'

export const updateTrackerCompanyList = operation({
  id: 'updateTrackerCompanyList',
  route: 'PATCH /v1/tracker/company-lists/{listId}',
  tag,
  summary: 'Change a tracker list of companies',
  tasks: ['pause, rename or change a tracker of companies'],
  describe:
    'Changes the given members and leaves the rest. Rules are replaced as a whole; unchanged ones keep their ids. A running refresh keeps the rules it began with.',
  input: z.object({
    listId: companyListId,
    ...changedTracker,
    trackingRules: optional(z.array(companyRuleConfig).max(maxRules)),
    companySearchParams: optional(companySearchParams).describe(
      'Members are the companies this search finds, again at every refresh. If omitted: those you add.',
    ),
  }),
  output: companyTrackerView,
  price: free('Changing a list is free.'),
  limit: perMinute(60),
  follows: 'createTrackerCompanyList',
  fails: ['not-found', 'conflict'],
  examples: [
    { name: 'Every day', input: { listId: 'tclist_01kf3wz3a0s6n4yq8b2c7d5e9f', refreshIntervalDays: 1 } },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { listId: id, companySearchParams, ...change } = input
    const whole = { ...change, question: { companies: companySearchParams } }
    return companyView(deps, await changeTracker(deps, call, { entityType: 'company', id, change: whole }))
  },
})
