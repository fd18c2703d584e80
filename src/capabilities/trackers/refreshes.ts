import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { listReadKinds } from './record-kinds.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { PriceLine } from '../../operation/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { listRules, type ListedRule, type Tracker } from './list-kinds.ts'
import type { EntityType } from './rules/states.ts'
import {
  endRun,
  insertRun,
  selectLastCompleted,
  selectUnendedRuns,
  type Commits,
  type TrackerRun,
} from './run-rows.ts'

/** The parameters of a refresh, which do not change while it runs. */
export interface RefreshParams {
  runId: string
  listId: string
  listName: string
  entityType: EntityType
  rules: ListedRule[]
  refreshIntervalDays: number
  billingMethod: 'per_check' | 'per_notification'
  /** Whether entities that are checked are charged, and whether signals are. */
  isCharged: boolean
  isNotified: boolean
  /** Whether sources are asked about members first, so that something new may come during the refresh. */
  isLive?: boolean
  /** Whether members are fetched from live sources; absent in refreshes that began before visits were made: as `isLive`. */
  isRenewed?: boolean
  /** The most milli-credits that it may cost; of refreshes by hand. */
  maxMilli?: number
  isDynamic: boolean
  maxDynamicMembers: number
  /** ISO 8601. */
  startedAt: string
}

/** A refresh that can begin. */
export interface PlannedRefresh {
  params: RefreshParams
  commits: Commits
  comparesWith: TrackerRun | undefined
  /** The worst case, if entities are charged. */
  lines: PriceLine[]
  entities: number
}

export interface RefreshesSettings {
  db: Postgres
  clock: Clock
  jobs: Pick<Jobs, 'isUnfinished'>
  search: CorpusSearch
  /** Whether live sources are set up for a kind of entity. */
  isLive(entityType: EntityType): boolean
  /** Whether sources are set up that feed rules of a list by visits to its members. */
  isVisited(entityType: EntityType, rules: readonly ListedRule[]): boolean
  isSandbox: boolean
}

export interface Refreshes {
  /** The newest commits that a refresh of a list with these rules looks at. */
  newestCommits(entityType: EntityType, rules: readonly ListedRule[]): Promise<Commits>
  /** Plans a refresh of a list: what to look at, and what it may cost. */
  plan(list: Tracker, entityType: EntityType): Promise<PlannedRefresh>
  /** Stores a run with its job. Answers false if another run of the list has not ended. */
  begin(
    tx: Queryable,
    run: { organizationId: string; taskId: string; planned: PlannedRefresh },
  ): Promise<boolean>
  /** Ends runs whose job has ended, and answers how many. */
  endLost(nowMs: number): Promise<number>
}

/** Runs younger than this are left alone, because their job may not be visible yet. */
const youngMs = 60_000

export function openRefreshes(settings: RefreshesSettings): Refreshes {
  const { db, clock, jobs, search } = settings
  const newestCommits: Refreshes['newestCommits'] = async (entityType, rules) => {
    const newest = await Promise.all(
      listReadKinds(entityType, rules).map(
        async (kind) => [kind, (await search.snapshots.newest(kind)).number] as const,
      ),
    )
    return Object.fromEntries(newest)
  }
  return {
    newestCommits,
    async plan(list, entityType) {
      const comparesWith = await selectLastCompleted(db, list.id)
      const commits = await newestCommits(entityType, listRules(list))
      return planRefresh(settings, list, { entityType, comparesWith, commits })
    },
    begin: (tx, { organizationId, taskId, planned: { params, commits, comparesWith, entities } }) =>
      insertRun(tx, {
        id: params.runId,
        organizationId,
        listId: params.listId,
        taskId,
        startedAt: new Date(params.startedAt),
        commits,
        comparesWith: comparesWith?.id ?? null,
        entities,
      }),
    async endLost(nowMs) {
      let count = 0
      for (const { id, taskId } of await selectUnendedRuns(db, nowMs - youngMs)) {
        if (await jobs.isUnfinished(db, taskId)) continue
        await endRun(db, id, { status: 'FAILED', completedAt: new Date(clock.now()) })
        count += 1
      }
      return count
    },
  }
}

/** Plans a refresh that compares with an earlier one, and works out the most that it can cost. */
function planRefresh(
  settings: Pick<RefreshesSettings, 'clock' | 'isLive' | 'isVisited' | 'isSandbox'>,
  list: Tracker,
  {
    entityType,
    comparesWith,
    commits,
  }: Pick<PlannedRefresh, 'comparesWith' | 'commits'> & { entityType: EntityType },
): PlannedRefresh {
  const { clock, isSandbox } = settings
  const { billingMethod, refreshIntervalDays, isDynamic, maxDynamicMembers } = list.settings
  const entities = list.counts[entityType]
  const isRenewed = settings.isLive(entityType)
  const isLive = isRenewed || settings.isVisited(entityType, listRules(list))
  // Live sources may bring something new, which is unknown until they are asked.
  const mayBeNews = comparesWith !== undefined && (isLive || hasNews(comparesWith.commits, commits))
  const isCharged = mayBeNews && billingMethod === 'per_check' && !isSandbox && entities > 0
  return {
    params: {
      runId: newId('trun', clock),
      listId: list.id,
      listName: list.name,
      entityType,
      rules: listRules(list),
      refreshIntervalDays,
      billingMethod,
      isCharged,
      isNotified: billingMethod === 'per_notification' && !isSandbox,
      isLive,
      isRenewed,
      isDynamic,
      maxDynamicMembers,
      startedAt: new Date(clock.now()).toISOString(),
    },
    commits,
    comparesWith,
    lines: isCharged ? [{ key: 'trackerCheck', units: entities }] : [],
    entities,
  }
}

/** Whether anything was written between two refreshes. If nothing was, members are not checked and cost nothing. */
export const hasNews = (before: Commits, now: Commits): boolean =>
  Object.entries(now).some(([kind, commit]) => commit > (before[kind] ?? 0))
