import { z } from 'zod'
import { free, invalidMember, optional, perMinute, resourceId, type Call } from '../../../operation/index.ts'
import { backtest } from '../backtest.ts'
import { readRule } from '../read-rule.ts'
import { listMembers, findEntityIds } from '../members.ts'
import { anyRuleConfig } from '../rules/rule-config.ts'
import type { EntityType } from '../rules/states.ts'
import { companyItem, personItem } from '../schema.ts'
import { operation, type TrackersDeps } from '../slice.ts'

export const backtestTrackerRule = operation({
  id: 'backtestTrackerRule',
  route: 'POST /v1/tracker/rules/backtest',
  tag: 'Additions',
  summary: 'Try a rule on the past',
  tasks: ['would a rule have fired before'],
  describe:
    'Returns how often, and for which entities, a rule would have fired over the states in history: for the members of a list, for up to 1,000 companies or people, or for both. Each stored state is compared with the one before it, or with that of lookbackDays before, as refreshes do. The newest 20 states of each entity are read. Rules that read postings, posts, news or hires, depend on the clock or watch a search have no stored states and are refused.',
  input: z.object({
    config: anyRuleConfig.describe('A rule, as lists take it.'),
    listId: optional(resourceId('tracker list')).describe('Members of this list.'),
    companies: optional(z.array(companyItem).min(1).max(1_000)).describe(
      'Companies, also together with a list.',
    ),
    people: optional(z.array(personItem).min(1).max(1_000)).describe('People, also together with a list.'),
  }),
  output: z.object({
    fireCount: z.int(),
    entitiesFired: z.int(),
    entitiesChecked: z.int(),
    entitiesWithHistory: z.int().describe('Entities with an earlier state.'),
    transitionsChecked: z.int(),
    firings: z
      .array(
        z.object({
          entityId: z.string(),
          pnetSlug: z.string().nullable(),
          name: z.string().nullable(),
          observedAt: z.iso.datetime(),
          summary: z.string(),
          changeData: z.array(z.looseObject({ kind: z.string() })),
        }),
      )
      .describe('The newest 100.'),
  }),
  price: free('Backtests are free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  fails: ['not-found'],
  examples: [
    {
      name: 'Companies that would have reached 100 people',
      input: {
        config: {
          type: 'headcount_crossed_threshold',
          entityType: 'company',
          isDummy: false,
          direction: 'above',
          threshold: 100,
        },
        companies: [{ domain: 'be--husk.com' }],
      },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { rule, config } = await readRule(deps, input.config, 'config', call)
    const { entityType } = rule
    if (rule.reads.length > 0 || rule.isByClock || rule.asks !== undefined)
      throw invalidMember(
        'config.type',
        'This rule reads records whose states are not stored, so it cannot be tried on the past. Use previewTrackerSignal.',
        'not_stored',
      )
    const items = entityType === 'company' ? input.companies : input.people
    const others = entityType === 'company' ? input.people : input.companies
    if (others !== undefined)
      throw invalidMember(
        entityType === 'company' ? 'people' : 'companies',
        'The rule is for the other kind.',
        'wrong_type',
      )
    if (input.listId === undefined && items === undefined)
      throw invalidMember('listId', 'Give a list, companies or people.', 'required')
    const listed = await listEntities(deps, call, { entityType, id: input.listId })
    const named = await findEntityIds(deps, entityType, items ?? [])
    return backtest(deps, call, { entityType, rule, config, ids: dropRepeated(listed, named) })
  },
})

/** Lists the members of the list in the request. A list of the other kind throws Failure. */
async function listEntities(
  deps: TrackersDeps,
  call: Call,
  { entityType, id }: { entityType: EntityType; id: string | undefined },
): Promise<AsyncIterable<string[]> | undefined> {
  if (id === undefined) return undefined
  const { list, entityType: of } = await deps.trackers.findAny(call.organizationId, id)
  if (of !== entityType)
    throw invalidMember(
      'listId',
      `The list is of another kind than the rule: it needs a ${entityType}.`,
      'wrong_type',
    )
  return listMembers(deps, call, { entityType, list })
}

/** Lists the members of a list, then the entities of the request that are not among them. */
async function* dropRepeated(
  listed: AsyncIterable<string[]> | undefined,
  named: readonly string[],
): AsyncGenerator<string[]> {
  const left = new Set(named)
  for await (const ids of listed ?? []) {
    for (const id of ids) left.delete(id)
    yield ids
  }
  if (left.size > 0) yield [...left]
}
