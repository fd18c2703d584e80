import { Failure, type Call } from '../../operation/index.ts'
import { profileSearchParams } from '../../corpus/search/index.ts'
import { questionOfEntities, requireNarrowed, type EntityQuestion } from '../search/index.ts'
import { readRule } from './read-rule.ts'
import { trackerRefresh } from './jobs/tracker-refresh.ts'
import { listRules, type Tracker, type TrackerSettings } from './list-kinds.ts'
import type { RuleConfig } from './rules/define-rule.ts'
import type { EntityType } from './rules/states.ts'
import { readQuestion, storeParams } from './search-params.ts'
import { addIds } from './signals.ts'
import { defaultDynamic } from './schema.ts'
import type { TrackersDeps } from './slice.ts'

/** The members of a request that hold the parameters of a search. */
interface ParamPaths {
  companies: string
  people: string
}

const paths: ParamPaths = { companies: 'companySearchParams', people: 'prospectSearchParams' }

/** Reads the rules of a request. Warnings and advice name their place in it. */
async function readRules(
  deps: TrackersDeps,
  call: Call,
  rules: readonly RuleConfig[],
): Promise<RuleConfig[]> {
  const read: RuleConfig[] = []
  for (const [index, rule] of rules.entries())
    read.push((await readRule(deps, rule, `trackingRules[${index}]`, call)).config)
  return read
}

interface NewList {
  entityType: EntityType
  name: string
  settings: Omit<TrackerSettings, 'rules' | 'isDynamic' | 'maxDynamicMembers'> & {
    maxDynamicMembers: number | undefined
  }
  rules: readonly RuleConfig[]
  question: EntityQuestion
}

/** Creates a list. If a search finds its members, a first refresh begins at once and is free. */
export async function createTracker(
  deps: TrackersDeps,
  call: Call,
  { entityType, name, settings, rules, question }: NewList,
): Promise<Tracker> {
  const { maxDynamicMembers } = settings
  const whole = completeQuestion(entityType, question)
  const search = await checkSearch(deps, call, {
    entityType,
    question: whole,
    isLimited: maxDynamicMembers !== undefined,
  })
  const of: TrackerSettings = {
    ...settings,
    maxDynamicMembers: maxDynamicMembers ?? defaultDynamic,
    rules: addIds(await readRules(deps, call, rules), [], deps.clock),
    isDynamic: search !== undefined,
  }
  await deps.jobs.ready()
  return deps.trackers.create(call, entityType, { name, settings: of, search }, async (tx, list) => {
    if (search === undefined) return
    const planned = await deps.refreshes.plan(list, entityType)
    const { organizationId } = call
    const order = { organizationId, operationId: call.operationId, params: planned.params }
    const begun = await deps.jobs.begin(tx, trackerRefresh, order)
    if (begun.begun) await deps.refreshes.begin(tx, { organizationId, taskId: begun.taskId, planned })
  })
}

/** Answers the parameters of a search as they are stored. A search that cannot run throws a 400 at its member. */
async function checkSearch(
  deps: TrackersDeps,
  call: Call,
  {
    entityType,
    question,
    changed = question,
    isLimited,
  }: {
    entityType: EntityType
    question: EntityQuestion
    /** The part of the question that the request brings. Default: all of it. */
    changed?: EntityQuestion
    isLimited: boolean
  },
): Promise<object | undefined> {
  const search = storeParams(question)
  if (search === undefined) return undefined
  await questionOfEntities(deps.search, call, question, paths)
  // A question about people finds people. A refusal names a member that is in the request.
  const kind = entityType === 'company' ? 'companies' : 'people'
  const path = kind === 'people' && changed.people === undefined ? paths.companies : paths[kind]
  await requireNarrowed(deps.search, call, question, {
    [kind]: { path, limit: 'maxDynamicMembers', isLimited },
  })
  return search
}

interface ListChange {
  name?: string | undefined
  isActive?: boolean | undefined
  refreshIntervalDays?: number | undefined
  maxDynamicMembers?: number | undefined
  billingMethod?: TrackerSettings['billingMethod'] | undefined
  trackingRules?: RuleConfig[] | undefined
  question: EntityQuestion
}

/** Changes the members of a list that the request has. Unchanged rules keep their ids, and with them their signals. */
export async function changeTracker(
  deps: TrackersDeps,
  call: Call,
  { entityType, id, change }: { entityType: EntityType; id: string; change: ListChange },
): Promise<Tracker> {
  const before = await deps.trackers.find(call.organizationId, { entityType, id })
  const { name, isActive, trackingRules, question, ...settings } = change
  const rules =
    trackingRules === undefined
      ? undefined
      : addIds(await readRules(deps, call, trackingRules), listRules(before), deps.clock)
  let search: object | undefined
  if (question.companies !== undefined || question.people !== undefined) {
    const now = readQuestion(before.search?.params ?? {})
    const companies = question.companies ?? now.companies
    const people = question.people ?? now.people
    search = await checkSearch(deps, call, {
      entityType,
      question: completeQuestion(entityType, { companies, people }),
      changed: question,
      isLimited: settings.maxDynamicMembers !== undefined,
    })
  }
  const isDynamic = search === undefined ? undefined : true
  const all = { ...settings, rules, isDynamic } as Partial<TrackerSettings>
  return deps.trackers.change(call, { entityType, id }, { name, isActive, search, settings: all })
}

/** Adds empty parameters for people to a list of people that has parameters for companies alone, which find nobody. */
function completeQuestion(entityType: EntityType, { companies, people }: EntityQuestion): EntityQuestion {
  const isOfCompaniesAlone = companies !== undefined && people === undefined
  return entityType === 'person' && isOfCompaniesAlone
    ? { companies, people: profileSearchParams.parse({}) }
    : { companies, people }
}

/** Finds the list that a request names, of either kind. An archived list throws Failure 'not-found'. */
export async function findTracker(deps: TrackersDeps, call: Call, id: string) {
  const tracker = await deps.trackers.findAny(call.organizationId, id)
  if (tracker.list.archivedAt !== null) throw new Failure('not-found')
  return tracker
}
