import { noCredits } from '../../lib/credits.ts'
import type { Call } from '../../operation/index.ts'
import { kinds } from '../../corpus/kinds/index.ts'
import { recordKind } from './record-kinds.ts'
import { readRecords } from './check.ts'
import { toState, type FoundChange } from './evaluate.ts'
import { listRules, type ListedRule } from './list-kinds.ts'
import { selectTellable, type Rule } from './rules/define-rule.ts'
import { findRule } from './rules/rule-config.ts'
import type { EntityType } from './rules/states.ts'
import type { TrackersDeps } from './slice.ts'

const atOnce = 500

/** Lists the rules that an entity's own history can fire. */
const listRulesOnStates = (rules: readonly ListedRule[]): { rule: Rule; config: ListedRule }[] =>
  rules.flatMap((config) => {
    const rule = findRule(config.type)
    const isOnStates =
      rule !== undefined && rule.reads.length === 0 && !rule.isByClock && !rule.asks && !config.isDummy
    return isOnStates ? [{ rule, config }] : []
  })

/** Sends, free of charge, the latest change that history has of some entities. Answers how many entities were looked at. */
export async function tellInitial(
  deps: TrackersDeps,
  call: Call,
  { entityType, id, ids }: { entityType: EntityType; id: string; ids: readonly string[] },
): Promise<number> {
  const { organizationId, signal } = call
  const list = await deps.trackers.find(organizationId, { entityType, id })
  const rules = listRulesOnStates(listRules(list)).filter(({ rule }) => rule.supportsInitialSignals)
  if (rules.length === 0) return 0
  for (let start = 0; start < ids.length; start += atOnce) {
    const some = ids.slice(start, start + atOnce)
    const matches = await findNewestChanges(deps, { entityType, ids: some, rules, signal })
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

async function findNewestChanges(
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
      const changes = selectTellable(rule, config, rule.evaluate(...states, config))
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
