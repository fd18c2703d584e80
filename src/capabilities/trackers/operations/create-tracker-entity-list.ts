import { z } from 'zod'
import { free, listedPrice, perMinute, withDefault, type Recipe } from '../../../operation/index.ts'
import { createTracker } from '../list-changes.ts'
import { watchAccounts } from '../recipe.ts'
import { configOfType } from '../rules/rule-config.ts'
import { maxRules, newTracker } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, pickParams, type TrackedKind } from '../tracked-kinds.ts'

interface Creation {
  id: string
  tasks: readonly string[]
  refresh: string
  /** `config`: members beside those that all rules have. */
  exampleRule: { type: string; config: object }
  recipe?: Recipe
}

const makeCreation = (kind: TrackedKind, { refresh, exampleRule, ...creation }: Creation) =>
  operation({
    ...creation,
    route: `POST /v1/tracker/${kind.entityType}-lists`,
    tag,
    summary: `Create a tracker list of ${kind.plural}`,
    describe: `Makes a list whose ${kind.plural} are checked against rules at an interval of days, and by hand with ${refresh}. The first check of each is a free baseline without signals; from then on a refresh costs ${listedPrice('trackerCheck')} for each one checked, or, with billingMethod per_notification, ${listedPrice('trackerSignal')} for each signal. A list with search parameters finds its members itself, at once and at every refresh, and reports who joins and departs.`,
    input: z.object({
      ...newTracker,
      trackingRules: withDefault(z.array(configOfType[kind.entityType]).max(maxRules), []).describe(
        'What to check; listAvailableTrackerRules lists all rules.',
      ),
      ...kind.searchParams,
    }),
    output: kind.view,
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
            { type: exampleRule.type, entityType: kind.entityType, isDummy: false, ...exampleRule.config },
          ],
        },
      },
    ],
    effect: 'changes',
    isAgentTool: true,
    async handle({ input, call, deps }) {
      const { name, refreshIntervalDays, maxDynamicMembers, billingMethod, trackingRules: rules } = input
      const list = await createTracker(deps, call, {
        entityType: kind.entityType,
        name,
        settings: { refreshIntervalDays, maxDynamicMembers, billingMethod },
        rules,
        question: pickParams(input),
      })
      return kind.showList(deps, list)
    },
  })

export const createTrackerCompanyList = makeCreation(companies, {
  id: 'createTrackerCompanyList',
  tasks: [
    'alert me when a company starts hiring, raises money or grows',
    'monitor accounts for buying signals',
    'watch companies, get notified',
  ],
  refresh: 'refreshTrackerCompanyList',
  exampleRule: { type: 'headcount_crossed_threshold', config: { direction: 'above', threshold: 100 } },
  recipe: watchAccounts,
})

export const createTrackerPersonList = makeCreation(people, {
  id: 'createTrackerPersonList',
  tasks: ['monitor people for signals, watch contacts'],
  refresh: 'refreshTrackerPersonList',
  exampleRule: { type: 'person_changed_company', config: { toSeniorityLevels: ['Director'] } },
})
