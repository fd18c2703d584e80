import type { Call } from '../../operation/index.ts'
import { listRules, type Tracker } from './list-kinds.ts'
import type { EntityType } from './rules/states.ts'
import { selectRefreshTimes } from './run-rows.ts'
import { showParams } from './search-params.ts'
import type { TrackersDeps } from './slice.ts'

/** Members of a list of either kind, as they are shown. */
async function buildView({ db, trackers }: TrackersDeps, list: Tracker) {
  const { settings } = list
  const [next, refreshed] = await Promise.all([
    list.archivedAt === null ? trackers.nextRefreshAt(list.id) : null,
    selectRefreshTimes(db, [list.id]),
  ])
  return {
    id: list.id,
    name: list.name,
    refreshIntervalDays: settings.refreshIntervalDays,
    isActive: list.archivedAt === null && list.state === 'ACTIVE',
    isArchived: list.archivedAt !== null,
    isDynamic: settings.isDynamic,
    nextRefreshAt: next?.toISOString() ?? null,
    lastRefreshedAt: refreshed.get(list.id)?.toISOString() ?? null,
    createdAt: list.createdAt.toISOString(),
    trackingRules: listRules(list).map(dropUndefined),
    billingMethod: settings.billingMethod,
    maxDynamicMembers: settings.maxDynamicMembers,
  }
}

/** Removes members without a value from a rule. */
function dropUndefined(rule: object) {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as {
    id: string
    type: string
    entityType: string
  }
}

export async function companyView(deps: TrackersDeps, list: Tracker) {
  const { companySearchParams } = showParams(list.search?.params)
  return { ...(await buildView(deps, list)), companyCount: list.counts.company, companySearchParams }
}

export async function personView(deps: TrackersDeps, list: Tracker) {
  return {
    ...(await buildView(deps, list)),
    personCount: list.counts.person,
    ...showParams(list.search?.params),
  }
}

/** Lists of an organization, the newest first. */
export async function listViews<V>(
  deps: TrackersDeps,
  { organizationId }: Pick<Call, 'organizationId'>,
  kind: { entityType: EntityType; showList(deps: TrackersDeps, list: Tracker): Promise<V> },
): Promise<V[]> {
  const views: V[] = []
  const lists = await deps.trackers.all(organizationId, kind.entityType)
  for (const list of lists) views.push(await kind.showList(deps, list))
  return views
}
