import { kinds } from '../../corpus/kinds/index.ts'
import type { Call } from '../../operation/index.ts'
import { recordKind } from './record-kinds.ts'
import { readRecords } from './check.ts'
import { findChanges } from './evaluate.ts'
import type { ListedRule } from './list-kinds.ts'
import type { Rule, RuleConfig } from './rules/define-rule.ts'
import type { EntityType } from './rules/states.ts'
import { writeSignal } from './signal.ts'
import type { TrackersDeps } from './slice.ts'

const atOnce = 250
/** Firings that are shown, the newest first. */
const maxSamples = 100

/** What a rule would have told of an entity. */
interface Firing {
  entityId: string
  pnetSlug: string | null
  name: string | null
  observedAt: string
  summary: string
  changeData: { kind: string }[]
}

/** How often, and of whom, a rule would have told something over the states that history holds of some entities. */
export async function backtest(
  deps: TrackersDeps,
  call: Call,
  request: { entityType: EntityType; rule: Rule; config: RuleConfig; ids: AsyncIterable<string[]> },
) {
  const { entityType, ids } = request
  const result = { entitiesChecked: 0, entitiesWithHistory: 0, transitionsChecked: 0 }
  const firings: Firing[] = []
  const kind = recordKind[entityType]
  const snapshot = await deps.search.search.snapshots.newest(kind)
  for await (const all of ids)
    for (let start = 0; start < all.length; start += atOnce) {
      call.signal.throwIfAborted()
      const some = all.slice(start, start + atOnce)
      const histories = await deps.search.history.read(kind, some, snapshot)
      for (const [id, record] of await readRecords(deps.search, { entityType, signal: call.signal }, some)) {
        const { past = [], observedAt = '' } = histories.get(id) ?? {}
        const states = [...past, { observedAt, tracked: kinds[kind].tracked(record) }]
        result.entitiesChecked += 1
        if (past.length > 0) result.entitiesWithHistory += 1
        result.transitionsChecked += past.length
        firings.push(...listFirings(deps, request, { id, record, states }))
      }
    }
  const newestFirst = firings.toSorted((one, other) => (one.observedAt > other.observedAt ? -1 : 1))
  return {
    ...result,
    fireCount: firings.length,
    entitiesFired: new Set(firings.map(({ entityId }) => entityId)).size,
    firings: newestFirst.slice(0, maxSamples),
  }
}

function listFirings(
  deps: TrackersDeps,
  { entityType, rule, config }: { entityType: EntityType; rule: Rule; config: RuleConfig },
  of: {
    id: string
    record: Record<string, unknown>
    states: { observedAt: string; tracked: Record<string, unknown> }[]
  },
): Firing[] {
  const identity = deps.signals.readIdentity(entityType, of.id, of.record)
  const listed = { rule, config: { ...config, isDummy: false, id: 'backtest' } satisfies ListedRule }
  return of.states.flatMap((after, place): Firing[] => {
    const past = of.states.slice(0, place)
    const before = past.at(-1)
    if (before === undefined) return []
    const moments = { since: { ms: Date.parse(before.observedAt) }, to: { ms: Date.parse(after.observedAt) } }
    const result = findChanges({ entityType, ...moments }, listed, { before, after, past })
    if (result === undefined) return []
    const { summary, changeData } = writeSignal({ rule, config }, identity, result.changes)
    const { pnetSlug, name } = identity
    return [{ entityId: of.id, pnetSlug, name, observedAt: after.observedAt, summary, changeData }]
  })
}
