import { z } from 'zod'
import { free, listedPrice, optional, perMinute, withDefault } from '../../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../../corpus/search/index.ts'
import { createTracker } from '../list-changes.ts'
import { personRuleConfig } from '../rules/rule-config.ts'
import { personTrackerView, maxRules, newTracker } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { personView } from '../views.ts'

export const createTrackerPersonList = operation({
  id: 'createTrackerPersonList',
  route: 'POST /v1/tracker/person-lists',
  tag,
  summary: 'Create a tracker list of people',
  tasks: ['monitor people for signals, watch contacts'],
  describe: `Makes a list whose people are checked against rules at an interval of days, and by hand with refreshTrackerPersonList. The first check of each is a free baseline without signals; from then on a refresh costs ${listedPrice('trackerCheck')} for each one checked, or, with billingMethod per_notification, ${listedPrice('trackerSignal')} for each signal. A list with search parameters finds its members itself, at once and at every refresh, and reports who joins and departs.`,
  input: z.object({
    ...newTracker,
    trackingRules: withDefault(z.array(personRuleConfig).max(maxRules), []).describe(
      'What to check; listAvailableTrackerRules lists all rules.',
    ),
    prospectSearchParams: optional(profileSearchParams).describe(
      'Members are the people this search finds, again at every refresh. If omitted: those you add.',
    ),
    personSearchParams: optional(profileSearchParams).describe('Another name of prospectSearchParams.'),
    companySearchParams: optional(companySearchParams).describe(
      'People must work for a company that this search finds.',
    ),
  }),
  output: personTrackerView,
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
            type: 'person_changed_company',
            entityType: 'person',
            isDummy: false,
            toSeniorityLevels: ['Director'],
          },
        ],
      },
    },
  ],
  effect: 'changes',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const { name, refreshIntervalDays, maxDynamicMembers, billingMethod, trackingRules: rules } = input
    const list = await createTracker(deps, call, {
      entityType: 'person',
      name,
      settings: { refreshIntervalDays, maxDynamicMembers, billingMethod },
      rules,
      question: {
        companies: input.companySearchParams,
        people: input.prospectSearchParams ?? input.personSearchParams,
      },
    })
    return personView(deps, list)
  },
})
