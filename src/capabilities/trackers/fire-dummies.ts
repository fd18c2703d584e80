import { noCredits } from '../../lib/credits.ts'
import type { Call } from '../../operation/index.ts'
import { readRecords } from './check.ts'
import { listRules, type Tracker } from './list-kinds.ts'
import { anyRuleConfig, findRule } from './rules/rule-config.ts'
import type { EntityType } from './rules/states.ts'
import { exampleEntity, makeSampleSignal } from './signal.ts'
import type { FoundSignal } from './signals.ts'
import type { TrackersDeps } from './slice.ts'

/** Sends an invented signal for each test rule of a list, about the first member or an invented entity. */
export async function fireDummies(
  deps: TrackersDeps,
  call: Call,
  { entityType, list }: { entityType: EntityType; list: Tracker },
) {
  const { organizationId, signal } = call
  const members = { kind: entityType, most: 1 }
  const [first] =
    (await deps.trackers.lists[entityType].members(deps.db, organizationId, list.id, members)) ?? []
  const ids = first?.entityId ? [first.entityId] : []
  const [record] = await readRecords(deps.search, { entityType, signal }, ids)
  const identity =
    record === undefined
      ? exampleEntity[entityType]
      : deps.signals.readIdentity(entityType, record[0], record[1])
  const observedAt = new Date(call.nowMs).toISOString()
  const fired = listRules(list).flatMap((config): FoundSignal[] => {
    const rule = findRule(config.type)
    if (rule === undefined || !config.isDummy) return []
    // Such a rule was saved before phrases needed a letter or a digit. It can never fire.
    if (!anyRuleConfig.safeParse(config).success) return []
    const id = deps.signals.newSignalId()
    const made = { ...makeSampleSignal(rule, config, identity), id, observedAt, isDummy: true }
    return [{ ruleId: config.id, changeKey: id, signal: made, identity }]
  })
  const { billingMethod } = list.settings
  const of = { organizationId, listId: list.id, listName: list.name, billingMethod }
  await deps.db.transact(async (tx) => {
    await deps.signals.store(tx, of, fired)
    await deps.signals.tell(tx, { ...of, charged: noCredits }, fired)
  })
  return fired.map(({ ruleId, signal: made }) => ({
    id: made.id,
    ruleId,
    ruleType: made.type,
    entityId: made.entityId,
    summary: made.summary,
    changeData: made.changeData,
    isDummy: true,
    webhookDispatched: true,
  }))
}
