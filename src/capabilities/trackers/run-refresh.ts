import { milli, noCredits, plus, type MilliCredits } from '../../lib/credits.ts'
import type { EndedOutcome, ItemOutcome, JobContext } from '../../platform/jobs/index.ts'
import type { MovedMember } from '../../platform/lists/index.ts'
import { sql, type Queryable } from '../../store/postgres/index.ts'
import { entityIds, questionOfEntities } from '../search/index.ts'
import { readRecords, type Check } from './check.ts'
import { evaluate, type FoundChange } from './evaluate.ts'
import { storeAnswers, type FilterAnswers } from './filter-rows.ts'
import { renewMembers } from './live-members.ts'
import { hasNews, type RefreshParams } from './refreshes.ts'
import {
  addLive,
  addToRun,
  startChecking,
  endRun,
  lockRun,
  moveRun,
  selectRun,
  type LiveCounts,
  type TrackerRun,
} from './run-rows.ts'
import { selectLastSignalTimes } from './signal-rows.ts'
import { findRule } from './rules/rule-config.ts'
import type { FoundSignal } from './signals.ts'
import type { TrackersDeps } from './slice.ts'
import { readQuestion } from './search-params.ts'
import { departedSignal, joinedSignal } from './movements.ts'
import { planVisits, type VisitItem } from './visit-members.ts'
import { watchFilters } from './watch-filters.ts'
import { dayMs } from '../../lib/time.ts'

/**
 * The steps of a refresh, in this order: visit members and fetch them from live sources, note which commit of the corpus to look at,
 * check the members that left the list, and check its present members a part at a time.
 */
export type CheckItem =
  | VisitItem
  | { renew: string[] }
  | { look: true }
  | { departed: true }
  | { from: number; to: number | null }

/** The result of checking a part of a list. */
export interface CheckResult {
  checked: number
  /** Counts of what live sources answered. */
  live?: LiveCounts
  signals: FoundSignal[]
  /** Answers of the searches of rules, which the next refresh compares with. */
  answers?: FilterAnswers[]
}

interface Order {
  params: RefreshParams
  organizationId: string
  nowMs: number
  signal: AbortSignal
}

/** Members that are checked, stored and charged together. */
const membersAtOnce = 1_000
/** Members that are fetched from live sources before the counts are stored. */
const renewedAtOnce = 25
/** Repeats the search of a list that has one, and divides the members into parts. It may run again after a crash. */
export async function planChecks(deps: TrackersDeps, order: Order): Promise<CheckItem[]> {
  const { params, organizationId } = order
  const lists = deps.trackers.lists[params.entityType]
  const list = await deps.trackers.find(
    organizationId,
    { entityType: params.entityType, id: params.listId },
    true,
  )
  const ids =
    list.settings.isDynamic && list.search ? await findMembers(deps, order, list.search.params) : undefined
  await deps.db.transact(
    async (tx) => {
      const run = await lockRun(tx, params.runId)
      if (run === undefined || run.version !== null) return
      const kind = params.entityType
      const rebuilt =
        ids === undefined
          ? undefined
          : await lists.rebuild(tx, organizationId, params.listId, {
              members: dropRepeated(ids.map((entityId) => ({ kind, entityId }))),
              by: 'system',
            })
      await startChecking(tx, params.runId, rebuilt?.done ? rebuilt.version : list.version)
    },
    { statementTimeoutMs: 60_000 },
  )
  const renewed: CheckItem[] = []
  const present: string[] = []
  const parts: CheckItem[] = list.settings.isDynamic ? [{ departed: true }] : []
  let from = 0
  for (let after: number | undefined; ;) {
    const members = await lists.members(deps.db, organizationId, params.listId, {
      kind: params.entityType,
      after,
      most: membersAtOnce,
    })
    present.push(...listIds(members ?? []))
    const last = members?.at(-1)
    if (members === undefined || last === undefined || members.length < membersAtOnce) break
    parts.push({ from, to: last.number })
    from = last.number + 1
    after = last.number
  }
  if (params.isLive) renewed.push(...(await planVisits(deps, params, present)))
  if (params.isRenewed ?? params.isLive) renewed.push(...renewing(present))
  return [...renewed, ...(params.isLive ? [{ look: true } as const] : []), ...parts, { from, to: null }]
}

const renewing = (ids: readonly string[]): CheckItem[] =>
  Array.from({ length: Math.ceil(ids.length / renewedAtOnce) }, (_, part) => ({
    renew: ids.slice(part * renewedAtOnce, (part + 1) * renewedAtOnce),
  }))

async function findMembers(
  { search }: TrackersDeps,
  { params, organizationId, nowMs, signal }: Order,
  stored: object | null,
): Promise<string[]> {
  if (stored === null) return []
  const asker = { organizationId, nowMs, signal, advise: () => undefined }
  const question = await questionOfEntities(search, asker, readQuestion(stored))
  const [kind, condition] =
    params.entityType === 'company'
      ? (['companies', question.companies] as const)
      : (['people', question.people] as const)
  if (condition === undefined) return []
  const newIds: string[] = []
  const most = params.maxDynamicMembers
  for await (const ids of entityIds(search, kind, { condition, most, signal })) newIds.push(...ids)
  return newIds
}

async function* dropRepeated<T>(batch: T): AsyncGenerator<T> {
  yield batch
}

/** Carries out a part of a refresh. */
export async function workOnPart(
  deps: TrackersDeps,
  order: Order,
  item: CheckItem,
): Promise<ItemOutcome<CheckResult>> {
  const { params, organizationId, signal } = order
  // A list that was archived meanwhile is not checked any further, and costs nothing more.
  const { list } = await deps.trackers.findAny(organizationId, params.listId)
  if (list.archivedAt !== null) return { state: 'failed' }
  if ('renew' in item) {
    const live = await renewMembers(deps, params.entityType, { ids: item.renew, signal })
    return delivered({ checked: 0, signals: [], live })
  }
  if ('visit' in item) {
    await deps.visits.make({ about: [item.about], ids: item.visit, signal })
    return delivered({ checked: 0, signals: [] })
  }
  if (!('look' in item)) return checkMembers(deps, order, item)
  await moveRun(deps.db, params.runId, await deps.refreshes.newestCommits(params.entityType, params.rules))
  return delivered({ checked: 0, signals: [] })
}

/** Checks a part of a list against its rules. */
async function checkMembers(
  deps: TrackersDeps,
  order: Order,
  item: Exclude<CheckItem, VisitItem | { renew: string[] } | { look: true }>,
): Promise<ItemOutcome<CheckResult>> {
  const run = await selectRun(deps.db, order.params.runId)
  if (run === undefined || run.version === null) throw new Error(`run ${order.params.runId} was not planned`)
  const base = run.comparesWith === null ? undefined : await selectRun(deps.db, run.comparesWith)
  if ('departed' in item)
    return delivered({ checked: 0, signals: await findDepartures(deps, order, { run, base }) })
  const members = await readMembers(deps, order, { run, base, item })
  const isNews = base !== undefined && hasNews(base.commits, run.commits)
  const stayedIds = base === undefined ? [] : listIds(members.filter(({ movement }) => movement === 'stayed'))
  const stayed = isNews ? stayedIds : []
  const watched = await watchFilters(
    deps,
    { ...buildCheck(order, run), since: base && toLook(base) },
    {
      organizationId: order.organizationId,
      listId: order.params.listId,
      stayed: stayedIds,
      joined: listIds(members).filter((id) => !stayedIds.includes(id)),
      isNews,
    },
  )
  const onRecords =
    base === undefined ? [] : await findChangesOfMembers(deps, order, { run, base, ids: stayedIds, isNews })
  const matches = await dropCooledDown(deps, order, [...onRecords, ...watched.found])
  const signals = matches.map((each) => deps.signals.of(each, order.params.entityType))
  if (base !== undefined && order.params.isDynamic) {
    const joined = members.filter(({ movement, addedBy }) => movement !== 'stayed' && addedBy === 'dynamic')
    signals.push(...(await makeMovementSignals(deps, order, { ids: listIds(joined), of: joinedSignal })))
  }
  const isCharged = order.params.isCharged && stayed.length > 0
  return delivered(
    { checked: stayed.length, signals, answers: watched.answers },
    isCharged ? stayed.length : 0,
  )
}

const delivered = (output: CheckResult, units = 0): ItemOutcome<CheckResult> => ({
  state: 'delivered',
  output,
  lines: units === 0 ? [] : [{ key: 'trackerCheck', units }],
})

const listIds = (members: readonly { entityId: string | null }[]) =>
  members.flatMap(({ entityId }) => entityId ?? [])

interface Comparison {
  run: TrackerRun
  base: TrackerRun | undefined
}

async function readMembers(
  { trackers, db }: TrackersDeps,
  { params, organizationId }: Order,
  { run, base, item }: Comparison & { item: { from: number; to: number | null } },
): Promise<MovedMember[]> {
  const members: MovedMember[] = []
  let after = item.from - 1
  for (;;) {
    const page = await trackers.lists[params.entityType].difference(db, organizationId, params.listId, {
      kind: params.entityType,
      from: base?.version ?? 0,
      to: run.version ?? 0,
      movements: ['stayed', 'joined', 'returned'],
      after: { leftIn: null, number: after },
      most: membersAtOnce,
    })
    if (page === undefined || page.length === 0) return members
    members.push(...page.filter(({ number }) => item.to === null || number <= item.to))
    after = page.at(-1)?.number ?? after
    if (page.length < membersAtOnce || (item.to !== null && after >= item.to)) return members
  }
}

const toLook = ({ commits, startedAt }: TrackerRun): Check['to'] => ({ commits, ms: startedAt.getTime() })

const buildCheck = (
  { params: { entityType, rules }, signal }: Order,
  run: TrackerRun,
): Omit<Check, 'since'> => ({
  entityType,
  rules,
  to: toLook(run),
  signal,
})

/** Evaluates the rules for some members. If nothing was written, only rules that depend on the clock can fire. */
async function findChangesOfMembers(
  deps: TrackersDeps,
  order: Order,
  { run, base, ids, isNews }: { run: TrackerRun; base: TrackerRun; ids: readonly string[]; isNews: boolean },
): Promise<FoundChange[]> {
  if (ids.length === 0) return []
  const matches: FoundChange[] = []
  const moments = buildCheck(order, run)
  const rules = isNews
    ? moments.rules
    : moments.rules.filter((config) => findRule(config.type)?.goesByClock(config))
  const check = { ...moments, rules, since: toLook(base) }
  for await (const each of evaluate(deps.search, check, ids)) matches.push(each)
  return matches
}

/** Leaves out changes of a rule that sent a signal about the entity within its cool-down. */
async function dropCooledDown(
  deps: TrackersDeps,
  { params, nowMs }: Order,
  matches: readonly FoundChange[],
): Promise<FoundChange[]> {
  const cooled = matches.filter(({ config }) => config.cooldownDays !== undefined)
  const entities = [...new Set(cooled.map(({ entityId }) => entityId))]
  const lastSignals = await selectLastSignalTimes(deps.db, { listId: params.listId, entityIds: entities })
  return matches.filter(({ config: { id, cooldownDays }, entityId }) => {
    const last = lastSignals.get(`${id} ${entityId}`)
    return cooldownDays === undefined || last === undefined || nowMs - last.getTime() >= cooldownDays * dayMs
  })
}

async function findDepartures(
  deps: TrackersDeps,
  order: Order,
  { run, base }: Comparison,
): Promise<FoundSignal[]> {
  if (base === undefined || base.version === null || run.version === null) return []
  const { params, organizationId } = order
  const left = await deps.trackers.lists[params.entityType].difference(
    deps.db,
    organizationId,
    params.listId,
    {
      kind: params.entityType,
      from: base.version,
      to: run.version,
      movements: ['left'],
      most: params.maxDynamicMembers,
    },
  )
  const leavers = (left ?? []).filter(({ addedBy }) => addedBy === 'dynamic')
  return makeMovementSignals(deps, order, { ids: listIds(leavers), of: departedSignal })
}

async function makeMovementSignals(
  deps: TrackersDeps,
  { params, signal }: Order,
  { ids, of }: { ids: readonly string[]; of: typeof departedSignal },
): Promise<FoundSignal[]> {
  const { entityType } = params
  const records = await readRecords(deps.search, { entityType, signal }, ids)
  return [...records].map(([id, record]) =>
    of(deps.signals.readIdentity(entityType, id, record), {
      id: deps.signals.newSignalId(),
      list: { id: params.listId, name: params.listName },
      runId: params.runId,
      observedAt: params.startedAt,
    }),
  )
}

type Context = JobContext<RefreshParams, TrackersDeps>

/** Stores signals, appends their events and charges the check in one transaction. */
export async function recordChecks(
  tx: Queryable,
  { deps, params, organizationId, jobId }: Context,
  ended: readonly EndedOutcome<CheckItem, CheckResult>[],
): Promise<void> {
  for (const { outcome } of ended) {
    const run = await lockRun(tx, params.runId)
    // A run that ended early stores nothing: the next run compares with the one before it.
    if (run === undefined || run.completedAt !== null) return
    const completedAt = new Date(deps.clock.now())
    if (outcome.state !== 'delivered') {
      await endRun(tx, params.runId, { status: 'FAILED', completedAt })
      continue
    }
    const { checked, signals, answers = [], live } = outcome.output
    if (live !== undefined) await addLive(tx, params.runId, live)
    const billed = await tellAndCharge(tx, { deps, params, organizationId, jobId, run }, signals)
    if (billed === undefined) {
      await endRun(tx, params.runId, { status: 'REJECTED_NO_FUNDS', completedAt })
      continue
    }
    await addToRun(tx, params.runId, { checked, ...billed })
    await storeAnswers(tx, params, answers)
  }
}

const isBeyond = ({ maxMilli }: RefreshParams, cost: MilliCredits): boolean =>
  maxMilli !== undefined && cost > milli(maxMilli)

/** Answers undefined if the credits, or the most it may cost, do not cover the signals; then none of them is sent. */
async function tellAndCharge(
  tx: Queryable,
  {
    deps,
    params,
    organizationId,
    jobId,
    run,
  }: Pick<Context, 'deps' | 'params' | 'organizationId' | 'jobId'> & { run: TrackerRun },
  signals: readonly FoundSignal[],
): Promise<{ signals: number; charged: MilliCredits } | undefined> {
  const { listId, listName, billingMethod, isNotified } = params
  const list = { organizationId, listId, listName, billingMethod }
  await tx.query(sql`SAVEPOINT signals`)
  const stored = await deps.signals.store(tx, list, signals)
  let charged = noCredits
  if (isNotified && stored.length > 0) {
    const lines = [{ key: 'trackerSignal' as const, units: stored.length }]
    const order = { organizationId, requestId: jobId, operationId: 'tracker.refresh' }
    const hold = await deps.ledger.holdForJob(tx, { ...order, expiresAtMs: deps.clock.now() + dayMs, lines })
    if (hold.ok) {
      charged = await deps.ledger.captureForJob(tx, { organizationId, hold: hold.hold }, lines)
      await deps.ledger.closeJobHold(tx, hold.hold)
    }
    // What is held is the most by the tiers of a price; what the signals cost is known when they are charged.
    if (!hold.ok || isBeyond(params, plus(run.charged, charged))) {
      await tx.query(sql`ROLLBACK TO SAVEPOINT signals`)
      return undefined
    }
  }
  await deps.signals.tell(tx, { ...list, charged }, stored)
  return { signals: stored.length, charged }
}
