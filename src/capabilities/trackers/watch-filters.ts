import { isSameCondition } from '../../corpus/search/index.ts'
import { buildFilter, type AskedFilter } from '../search/index.ts'
import { toSnapshot, readRecords, type Check } from './check.ts'
import { recordKind } from './record-kinds.ts'
import { listActiveRules, toState, type FoundChange, type RuleOfList } from './evaluate.ts'
import { selectAnswers, type FilterAnswers } from './filter-rows.ts'
import { selectTellable } from './rules/define-rule.ts'
import type { TrackersDeps } from './slice.ts'

/** The members for whom the searches of rules are repeated. */
export interface Watched {
  organizationId: string
  listId: string
  /** Members of the previous refresh too: a change of their answer becomes a signal. */
  stayed: readonly string[]
  /** New members: their answers are stored for the next refresh, and nothing is told. */
  joined: readonly string[]
  /** Whether anything was written since that refresh. If nothing was, members who stayed have no signals. */
  isNews: boolean
}

const paths = { companies: 'companyParams', people: 'searchParams' }

/**
 * Repeats the searches of rules for some members and finds those whose answer differs from the previous refresh. Only
 * members that were written since, or for whom there is no answer yet, are looked at. All are where an answer depends on
 * more than their own records: on the day, or on records of another kind that were written since. `since` is undefined
 * for the first refresh.
 */
export async function watchFilters(
  deps: TrackersDeps,
  check: Omit<Check, 'since'> & { since: Check['since'] | undefined },
  watched: Watched,
): Promise<{ found: FoundChange[]; answers: FilterAnswers[] }> {
  const rules = listActiveRules(check.rules).filter(({ rule }) => rule.asks !== undefined)
  const all = [...watched.stayed, ...watched.joined]
  const result = { found: [] as FoundChange[], answers: [] as FilterAnswers[] }
  if (rules.length === 0 || all.length === 0) return result
  const ruleIds = rules.map(({ config }) => config.id)
  const stored = await selectAnswers(deps.db, { listId: watched.listId, ruleIds, entityIds: all })
  const written = new Set(await writtenSince(deps, check, watched.stayed))
  const joined = new Set(watched.joined)
  const snapshot = await deps.search.search.snapshots.newest(recordKind[check.entityType])
  for (const listed of rules) {
    const { condition, hangsOnMore } = await buildSearch(deps, check, { listed, watched })
    const findAnswer = (id: string) => stored.get(`${listed.config.id} ${id}`)
    const ids = all.filter(
      (id) =>
        joined.has(id) ||
        findAnswer(id) === undefined ||
        (watched.isNews && (hangsOnMore || written.has(id))),
    )
    if (ids.length === 0) continue
    const request = { condition, ids, snapshot, signal: check.signal }
    const matching = new Set(await deps.search.search.among(recordKind[check.entityType], request))
    result.answers.push({
      ruleId: listed.config.id,
      matching: ids.filter((id) => matching.has(id)),
      others: ids.filter((id) => !matching.has(id)),
    })
    const turned = ids.flatMap((id) => {
      const before = findAnswer(id)
      const isTurned = before !== undefined && !joined.has(id) && before.matches !== matching.has(id)
      return isTurned ? [{ id, runId: before.runId, matches: before.matches }] : []
    })
    result.found.push(...(await listChanges(deps, check, { listed, turned })))
  }
  return result
}

/** Members whose records were written between the two refreshes. */
async function writtenSince(
  deps: TrackersDeps,
  { entityType, since, to }: Parameters<typeof watchFilters>[1],
  ids: readonly string[],
): Promise<string[]> {
  const kind = recordKind[entityType]
  const [from, upTo] = [since?.commits[kind] ?? 0, to.commits[kind] ?? 0]
  if (ids.length === 0 || upTo <= from) return []
  return deps.search.history.written(kind, from, { ids, snapshot: toSnapshot(upTo) })
}

/** The search of a rule, and whether its answer may change although the entity's own record does not. */
async function buildSearch(
  { search }: TrackersDeps,
  { since, to, signal }: Parameters<typeof watchFilters>[1],
  { listed: { rule, config }, watched }: { listed: RuleOfList; watched: Watched },
): Promise<AskedFilter & { hangsOnMore: boolean }> {
  const ask = (nowMs: number) => {
    const asker = { organizationId: watched.organizationId, nowMs, signal, advise: () => undefined }
    return buildFilter(search, asker, rule.asks?.(config) ?? {}, paths)
  }
  const filter = await ask(to.ms)
  if (since === undefined) return { ...filter, hangsOnMore: true }
  const isNews = [...filter.others].some((kind) => (to.commits[kind] ?? 0) > (since.commits[kind] ?? -1))
  const hangsOnMore = isNews || !isSameCondition(filter.condition, (await ask(since.ms)).condition)
  return { ...filter, hangsOnMore }
}

interface Turned {
  id: string
  /** The previous answer; `runId` names the run that first found it. */
  matches: boolean
  runId: string
}

async function listChanges(
  deps: TrackersDeps,
  check: Parameters<typeof watchFilters>[1],
  { listed: { rule, config }, turned }: { listed: RuleOfList; turned: readonly Turned[] },
): Promise<FoundChange[]> {
  const { entityType, signal, to } = check
  const ids = turned.map(({ id }) => id)
  const records = await readRecords(deps.search, { entityType, signal }, ids)
  const observedAt = new Date(to.ms).toISOString()
  return turned.flatMap(({ id, matches, runId }): FoundChange[] => {
    const record = records.get(id)
    // An entity that no longer exists has no signal.
    if (record === undefined) return []
    const state = (is: boolean) => ({ ...toState(entityType, { observedAt, tracked: {} }), matches: is })
    const changes = selectTellable(rule, config, rule.evaluate(state(matches), state(!matches), config))
    if (changes === undefined) return []
    return [{ config, entityId: id, record, changes, observedAt, comparedWith: runId }]
  })
}
