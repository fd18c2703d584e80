import { noCredits } from '../../lib/credits.ts'
import type { Call } from '../../operation/index.ts'
import { kinds } from '../../corpus/kinds/index.ts'
import { recordKind } from './commits.ts'
import { readRecords } from './check.ts'
import { toState, type FoundChange } from './evaluate.ts'
import { listRules, type ListedRule } from './list-kinds.ts'
import { tellable, type Rule } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'
import type { EntityType } from './rules/states.ts'
import type { TrackersDeps } from './slice.ts'

const atOnce = 500

/** Rules that a stored difference of an entity's own states can fire. */
const rulesOnStates = (rules: readonly ListedRule[]): { rule: Rule; config: ListedRule }[] =>
  rules.flatMap((config) => {
    const rule = findRule(config.type)
    const isOnStates =
      rule !== undefined && rule.reads.length === 0 && !rule.isByClock && !rule.asks && !config.isDummy
    return isOnStates ? [{ rule, config }] : []
  })

/** Tells what changed last of some entities, as far as history knows it, for nothing; answers how many were looked at. */
export async function tellInitial(
  deps: TrackersDeps,
  call: Call,
  { entityType, id, ids }: { entityType: EntityType; id: string; ids: readonly string[] },
): Promise<number> {
  const { organizationId, signal } = call
  const list = await deps.trackers.find(organizationId, { entityType, id })
  const rules = rulesOnStates(listRules(list)).filter(({ rule }) => rule.supportsInitialSignals)
  if (rules.length === 0) return 0
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce)
    const matches = await newest(deps, { entityType, ids: some, rules, signal })
    const signals = matches.map((each) => deps.signals.of(each, entityType))
    const { name: listName, settings } = list
    const of = { organizationId, listId: id, listName, billingMethod: settings.billingMethod }
    await deps.db.transact(async (tx) => {
      const stored = await deps.signals.store(tx, of, signals)
      await deps.signals.tell(tx, { ...of, charged: noCredits }, stored)
    })
  }
  return ids.length
}

async function newest(
  deps: TrackersDeps,
  {
    entityType,
    ids,
    rules,
    signal,
  }: {
    entityType: EntityType
    ids: readonly string[]
    rules: readonly { rule: Rule; config: ListedRule }[]
    signal: AbortSignal
  },
): Promise<FoundChange[]> {
  const kind = recordKind[entityType]
  const snapshot = await deps.search.search.snapshots.newest(kind)
  const histories = await deps.search.history.read(kind, ids, snapshot)
  const records = await readRecords(deps.search, { entityType, signal }, ids)
  const nowMs = deps.clock.now()
  const matches: FoundChange[] = []
  for (const [entityId, record] of records) {
    const history = histories.get(entityId)
    const before = history?.past.at(-1)
    if (history === undefined || before === undefined) continue
    const after = { observedAt: history.observedAt, tracked: kinds[kind].tracked(record) }
    for (const { rule, config } of rules) {
      const states = [toState(entityType, before), toState(entityType, after, nowMs)] as const
      const changes = tellable(rule, config, rule.evaluate(...states, config))
      if (changes !== undefined)
        matches.push({
          config,
          entityId,
          record,
          changes,
          observedAt: after.observedAt,
          comparedWith: before.observedAt,
        })
    }
  }
  return matches
}
