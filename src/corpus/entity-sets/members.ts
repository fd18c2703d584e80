import type { Param } from '../../store/clickhouse/index.ts'

export type SetKind = 'companies' | 'people'

/** A set as it was at a version: what a search leaves out, on every page of it the same. */
export interface EntitySet {
  organizationId: string
  id: string
  version: number
}

/**
 * The members of some sets as a sub-query, as tokens or their numbers; `bind` binds a value and gives its placeholder.
 */
export function membersOf(
  sets: readonly EntitySet[],
  bind: (type: string, value: Param) => string,
  column: 'token' | 'number',
): string {
  const one = ({ organizationId, id, version }: EntitySet) =>
    `(organization_id = ${bind('String', organizationId)} AND set_id = ${bind('String', id)} AND version <= ${bind('UInt64', version)})`
  return `SELECT ${column} FROM entity_set_members WHERE ${sets.map(one).join(' OR ')}
    GROUP BY organization_id, set_id, ${column} HAVING argMax(is_member, version) = 1`
}
