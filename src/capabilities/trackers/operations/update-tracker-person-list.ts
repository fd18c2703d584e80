import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../../corpus/search/index.ts'
import { changeTracker } from '../list-changes.ts'
import { personRuleConfig } from '../rules/rule-config.ts'
import { changedTracker, personListId, personTrackerView, maxRules } from '../schema.ts'
import { operation } from '../slice.ts'
import { personView } from '../views.ts'

export const updateTrackerPersonList = operation({
  id: 'updateTrackerPersonList',
  route: 'PATCH /v1/tracker/person-lists/{listId}',
  tag: 'Additions',
  summary: 'Change a tracker list of people',
  tasks: ['pause, rename or change a tracker of people'],
  describe:
    'Changes the given members and leaves the rest. Rules are replaced as a whole; unchanged ones keep their ids. A running refresh keeps the rules it began with.',
  input: z.object({
    listId: personListId,
    ...changedTracker,
    trackingRules: optional(z.array(personRuleConfig).max(maxRules)),
    prospectSearchParams: optional(profileSearchParams).describe(
      'Members are the people this search finds, again at every refresh. If omitted: those you add.',
    ),
    personSearchParams: optional(profileSearchParams).describe('Another name of prospectSearchParams.'),
    companySearchParams: optional(companySearchParams).describe(
      'People must work for a company that this search finds.',
    ),
  }),
  output: personTrackerView,
  price: free('Changing a list is free.'),
  limit: perMinute(60),
  follows: 'createTrackerPersonList',
  fails: ['not-found', 'conflict'],
  examples: [
    { name: 'Every day', input: { listId: 'tplist_01kf3wz3a0s6n4yq8b2c7d5e9f', refreshIntervalDays: 1 } },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const {
      listId: id,
      companySearchParams: companies,
      prospectSearchParams: prospects,
      personSearchParams: people,
      ...change
    } = input
    const whole = { ...change, question: { companies, people: prospects ?? people } }
    return personView(deps, await changeTracker(deps, call, { entityType: 'person', id, change: whole }))
  },
})
