import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { changeTracker } from '../list-changes.ts'
import { configOfType } from '../rules/rule-config.ts'
import { changedTracker, maxRules } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, pickParams, type TrackedKind } from '../tracked-kinds.ts'

const makeUpdate = (kind: TrackedKind, listed: { id: string; tag: string }) =>
  operation({
    ...listed,
    route: `PATCH /v1/tracker/${kind.entityType}-lists/{listId}`,
    summary: `Change a tracker list of ${kind.plural}`,
    tasks: [`pause, rename or change a tracker of ${kind.plural}`],
    describe:
      'Changes the given members and leaves the rest. Rules are replaced as a whole; unchanged ones keep their ids. A running refresh keeps the rules it began with.',
    input: z.object({
      listId: kind.listId,
      ...changedTracker,
      trackingRules: optional(z.array(configOfType[kind.entityType]).max(maxRules)),
      ...kind.searchParams,
    }),
    output: kind.view,
    price: free('Changing a list is free.'),
    limit: perMinute(60),
    follows: kind.follows,
    fails: ['not-found', 'conflict'],
    examples: [{ name: 'Every day', input: { listId: kind.exampleId, refreshIntervalDays: 1 } }],
    effect: 'changes',
    repeatable: true,
    async handle({ input, call, deps }) {
      const { entityType } = kind
      const { name, isActive, trackingRules } = input
      const { refreshIntervalDays, maxDynamicMembers, billingMethod } = input
      const change = {
        name,
        isActive,
        trackingRules,
        refreshIntervalDays,
        maxDynamicMembers,
        billingMethod,
        question: pickParams(input),
      }
      return kind.showList(deps, await changeTracker(deps, call, { entityType, id: input.listId, change }))
    },
  })

export const updateTrackerCompanyList = makeUpdate(companies, { id: 'updateTrackerCompanyList', tag })

export const updateTrackerPersonList = makeUpdate(people, {
  id: 'updateTrackerPersonList',
  tag: 'Additions',
})
