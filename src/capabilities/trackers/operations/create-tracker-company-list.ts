import { watchAccounts } from '../recipe.ts'
import { z } from 'zod'
import { free, listedPrice, optional, perMinute, withDefault } from '../../../operation/index.ts'
import { companySearchParams } from '../../../corpus/search/index.ts'
import { createTracker } from '../list-changes.ts'
import { companyRuleConfig } from '../rules/rule-config.ts'
import { companyTrackerView, maxRules, newTracker } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companyView } from '../views.ts'

export const createTrackerCompanyList = operation({
  id: 'createTrackerCompanyList',
  route: 'POST /v1/tracker/company-lists',
  tag,
  summary: 'Create a tracker list of companies',
  tasks: [
    'alert me when a company starts hiring, raises money or grows',
    'monitor accounts for buying signals',
    'watch companies, get notified',
  ],
  describe: `Makes a list whose companies are checked against rules at an interval of days, and by hand with refreshTrackerCompanyList. The first check of each is a free baseline without signals; from then on a refresh costs ${listedPrice('trackerCheck')} for each one checked, or, with billingMethod per_notification, ${listedPrice('trackerSignal')} for each signal. A list with search parameters finds its members itself, at once and at every refresh, and reports who joins and departs.`,
  input: z.object({
    ...newTracker,
    trackingRules: withDefault(z.array(companyRuleConfig).max(maxRules), []).describe(
      'What to check; listAvailableTrackerRules lists all rules.',
    ),
    companySearchParams: optional(companySearchParams).describe(
      'Members are the companies this search finds, again at every refresh. If omitted: those you add.',
    ),
  }),
  output: companyTrackerView,
  price: free('Lists are free; refreshes charge.'),
  limit: perMinute(60),
  fails: ['too-many-trackers'],
  examples: [
    {
      name: 'Every week',
      input: {
        name: 'Customers',
        refreshIntervalDays: 7,
        trackingRules: [
          {
            type: 'headcount_crossed_threshold',
            entityType: 'company',
            isDummy: false,
            direction: 'above',
            threshold: 100,
          },
        ],
      },
    },
  ],
  effect: 'changes',
  isAgentTool: true,
  recipe: watchAccounts,
  async handle({ input, call, deps }) {
    const { name, refreshIntervalDays, maxDynamicMembers, billingMethod, trackingRules: rules } = input
    const list = await createTracker(deps, call, {
      entityType: 'company',
      name,
      settings: { refreshIntervalDays, maxDynamicMembers, billingMethod },
      rules,
      question: { companies: input.companySearchParams },
    })
    return companyView(deps, list)
  },
})
