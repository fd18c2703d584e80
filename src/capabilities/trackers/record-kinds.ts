import type { EntityKind } from '../../corpus/kinds/index.ts'
import type { ListedRule } from './list-kinds.ts'
import { findRule } from './rules/rule-config.ts'
import type { EntityType } from './rules/states.ts'

export { recordKind } from '../../corpus/lookup/index.ts'

/** Lists the kinds of records that rules read. A search of people may also read companies and their postings. */
export const listReadKinds = (
  entityType: EntityType,
  rules: readonly ListedRule[],
): readonly EntityKind[] => {
  if (entityType === 'company') return ['companies', 'people', 'postings', 'posts', 'news']
  const asksForEmployers = rules.some(
    (config) => !config.isDummy && findRule(config.type)?.asks?.(config).companies !== undefined,
  )
  const own = ['people', 'posts', 'comments', 'reactions'] as const
  return asksForEmployers ? [...own, 'companies', 'postings'] : own
}
