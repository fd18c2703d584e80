import type { Param } from '../../store/clickhouse/index.ts'

export type SetKind = 'companies' | 'people'

/** A set as it was at a version: what a search leaves out, on every page of it the same. */
export interface EntitySet {
  organizationId: string
  id: string
  version: number
}

/** The tokens of some sets as a sub-query; `bind` binds a value and gives its placeholder. */
export function membersOf(sets: readonly EntitySet[], bind: (type: string, value: Param) => string): string {
  const one = ({ organizationId, id, version }: EntitySet) =>
    `(organization_id = ${bind('String', organizationId)} AND set_id = ${bind('String', id)} AND version <= ${bind('UInt64', version)})`
  return `SELECT token FROM entity_set_members WHERE ${sets.map(one).join(' OR ')}
    GROUP BY organization_id, set_id, token HAVING argMax(is_member, version) = 1`
}
