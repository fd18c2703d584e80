import { z } from 'zod'
import { free, perMinute, priceList } from '../../../operation/index.ts'
import { listRules, type Tracker } from '../list-kinds.ts'
import { countSignals } from '../signal-rows.ts'
import type { EntityType } from '../rules/states.ts'
import { operation, tag, type TrackersDeps } from '../slice.ts'

const credits = z.number()
const overviewList = z
  .object({
    id: z.string(),
    name: z.string(),
    entityType: z.enum(['company', 'person']),
    refreshIntervalDays: z.int(),
    isActive: z.boolean(),
    entityCount: z.int(),
    ruleCount: z.int(),
    nextRefreshAt: z.iso.datetime().nullable(),
    estimatedCreditsPerRefresh: credits,
  })
  .meta({ id: 'TrackerOverviewList' })

/** Maximum upcoming refreshes in an answer. */
const maxUpcomingRuns = 50
const daysOfMonth = 30

export const getTrackerOverview = operation({
  id: 'getTrackerOverview',
  route: 'GET /v1/tracker/overview',
  tag,
  summary: 'See all tracker lists and what they will cost',
  tasks: ['which trackers are there and what do they cost'],
  describe:
    'Returns counts, the lists, upcoming refreshes and a forecast of credits per day and for 30 days. Entities checked are forecast at their listed price; lists charged per notification by the signals of the last 30 days, spread over their refreshes.',
  input: z.object({}),
  output: z.object({
    summary: z.object({
      totalCompanyLists: z.int(),
      totalPersonLists: z.int(),
      totalCompaniesTracked: z.int(),
      totalPeopleTracked: z.int(),
      totalActiveRules: z.int(),
      estimatedDailyCredits: credits,
      estimatedMonthlyCredits: credits,
    }),
    companyLists: z.array(overviewList),
    personLists: z.array(overviewList),
    upcomingRefreshes: z.array(
      z.object({
        listId: z.string(),
        listName: z.string(),
        entityType: z.enum(['company', 'person']),
        refreshAt: z.iso.datetime(),
        entityCount: z.int(),
        estimatedCredits: credits,
      }),
    ),
  }),
  price: free('The overview is free.'),
  limit: perMinute(120),
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    const companyLists = await buildRows(deps, call, 'company')
    const personLists = await buildRows(deps, call, 'person')
    const all = [...companyLists, ...personLists]
    const daily = all
      .filter(({ isActive }) => isActive)
      .reduce((sum, list) => sum + list.estimatedCreditsPerRefresh / list.refreshIntervalDays, 0)
    const entities = (lists: readonly { entityCount: number }[]) =>
      lists.reduce((sum, { entityCount }) => sum + entityCount, 0)
    return {
      summary: {
        totalCompanyLists: companyLists.length,
        totalPersonLists: personLists.length,
        totalCompaniesTracked: entities(companyLists),
        totalPeopleTracked: entities(personLists),
        totalActiveRules: all.reduce((sum, { isActive, ruleCount }) => sum + (isActive ? ruleCount : 0), 0),
        estimatedDailyCredits: rounded(daily),
        estimatedMonthlyCredits: rounded(daily * daysOfMonth),
      },
      companyLists,
      personLists,
      upcomingRefreshes: all
        .flatMap(({ id, name, entityType, nextRefreshAt, entityCount, estimatedCreditsPerRefresh }) =>
          nextRefreshAt === null
            ? []
            : [
                {
                  listId: id,
                  listName: name,
                  entityType,
                  refreshAt: nextRefreshAt,
                  entityCount,
                  estimatedCredits: estimatedCreditsPerRefresh,
                },
              ],
        )
        .toSorted((one, other) => (one.refreshAt < other.refreshAt ? -1 : 1))
        .slice(0, maxUpcomingRuns),
    }
  },
})

const rounded = (amount: number) => Math.round(amount * 100) / 100

async function buildRows(
  deps: TrackersDeps,
  call: { organizationId: string; nowMs: number },
  entityType: EntityType,
) {
  const lists = await deps.trackers.all(call.organizationId, entityType)
  return Promise.all(
    lists.map(async (list) => ({
      id: list.id,
      name: list.name,
      entityType,
      refreshIntervalDays: list.settings.refreshIntervalDays,
      isActive: list.state === 'ACTIVE',
      entityCount: list.counts[entityType],
      ruleCount: listRules(list).filter(({ isDummy }) => !isDummy).length,
      nextRefreshAt: (await deps.trackers.nextRefreshAt(list.id))?.toISOString() ?? null,
      estimatedCreditsPerRefresh: rounded(
        await estimateCredits(deps, list, { entityType, nowMs: call.nowMs }),
      ),
    })),
  )
}

async function estimateCredits(
  { db, isSandbox }: TrackersDeps,
  list: Tracker,
  { entityType, nowMs }: { entityType: EntityType; nowMs: number },
): Promise<number> {
  if (isSandbox) return 0
  const { billingMethod, refreshIntervalDays } = list.settings
  if (billingMethod === 'per_check') return list.counts[entityType] * priceList.trackerCheck.credits
  const since = new Date(nowMs - daysOfMonth * 86_400_000)
  const signals = await countSignals(db, { listId: list.id, since })
  return (signals * refreshIntervalDays * priceList.trackerSignal.credits) / daysOfMonth
}
