import { isSameCondition } from '../../corpus/search/index.ts'
import { buildFilter, type AskedFilter } from '../search/index.ts'
import { toSnapshot, readRecords, type Check } from './check.ts'
import { recordKind } from './commits.ts'
import { rulesIn, toState, type FoundChange, type Listed } from './evaluate.ts'
import { selectAnswers, type FilterAnswers } from './filter-rows.ts'
import { tellable } from './rules/define-rule.ts'
import type { TrackersDeps } from './slice.ts'

/** Whom the searches of rules are asked about. */
export interface Watched {
  organizationId: string
  listId: string
  /** Members that were also there at the previous refresh: their transitions become signals. */
  stayed: readonly string[]
  /** New members: their findings are only recorded. */
  joined: readonly string[]
  /** Whether anything was written since that refresh: otherwise members who stayed have no signals. */
  isNews: boolean
}

const paths = { companies: 'companyParams', people: 'searchParams' }

/**
 * What the searches of rules answer of some members, and whose answer is another than at the look before. Asked about are
 * those who were written since, and who was never asked about; all, where the answer hangs on more than their own records:
 * records of another kind of which some were written since, or the day. `since` undefined: there was no look before.
 */
export async function watchFilters(
  deps: TrackersDeps,
  check: Omit<Check, 'since'> & { since: Check['since'] | undefined },
  watched: Watched,
): Promise<{ found: FoundChange[]; answers: FilterAnswers[] }> {
  const rules = rulesIn(check.rules).filter(({ rule }) => rule.asks !== undefined)
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

/** Nobody, where nothing was written between the looks. */
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

/** The search of a rule, and whether its answers may be others although the entities are as they were. */
async function buildSearch(
  { search }: TrackersDeps,
  { since, to, signal }: Parameters<typeof watchFilters>[1],
  { listed: { rule, config }, watched }: { listed: Listed; watched: Watched },
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
  /** The answer before, and the run that first found it. */
  matches: boolean
  runId: string
}

async function listChanges(
  deps: TrackersDeps,
  check: Parameters<typeof watchFilters>[1],
  { listed: { rule, config }, turned }: { listed: Listed; turned: readonly Turned[] },
): Promise<FoundChange[]> {
  const { entityType, signal, to } = check
  const ids = turned.map(({ id }) => id)
  const records = await readRecords(deps.search, { entityType, signal }, ids)
  const observedAt = new Date(to.ms).toISOString()
  return turned.flatMap(({ id, matches, runId }): FoundChange[] => {
    const record = records.get(id)
    // An entity that no longer exists is forgotten without a signal.
    if (record === undefined) return []
    const state = (is: boolean) => ({ ...toState(entityType, { observedAt, tracked: {} }), matches: is })
    const changes = tellable(rule, config, rule.evaluate(state(matches), state(!matches), config))
    if (changes === undefined) return []
    return [{ config, entityId: id, record, changes, observedAt, comparedWith: runId }]
  })
}
