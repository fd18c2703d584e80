import type { Param } from '../../store/clickhouse/index.ts'

export type SetKind = 'companies' | 'people'

/** A set as it was at a version: what a search leaves out, on every page of it the same. */
export interface EntitySet {
  organizationId: string
  id: string
  version: number
  /** Whether a member was ever taken off it again, by this version or later. */
  hasLeft: boolean
}

/** Binds values to placeholders; `within` is the IN of sub-queries. */
interface Bind {
  value(type: string, value: Param): string
  within: string
  notWithin: string
}

/** A member in SQL: its number, or the key that people name it by as an employer; one of the two is 0. */
const selects = { number: 'number', employer: 'bitOr(org, domain)' }

/**
 * The members of some sets as a sub-query: their numbers, or those of the organizations and domains that they name. Only
 * what ever left is grouped by its changes: to group all of a million members takes four times as long as to read them,
 * and where nothing did they are read once instead of three times.
 */
export function selectMembers(sets: readonly EntitySet[], bind: Bind, column: keyof typeof selects): string {
  const one = ({ organizationId, id, version }: EntitySet) =>
    `(organization_id = ${bind.value('String', organizationId)} AND set_id = ${bind.value('String', id)} AND version <= ${bind.value('UInt64', version)})`
  const theirs = `FROM entity_set_members WHERE (${sets.map(one).join(' OR ')})`
  const named = column === 'number' ? '' : `AND ${selects.employer} != 0 `
  const came = `SELECT ${selects[column]} ${theirs} AND is_member = 1 ${named}`
  if (!sets.some(({ hasLeft }) => hasLeft)) return came
  const everLeft = `SELECT number ${theirs} AND is_member = 0`
  const leavers = `SELECT set_id, number ${theirs} AND number ${bind.within} (${everLeft})
    GROUP BY organization_id, set_id, number HAVING argMax(is_member, version) = 0`
  return `${came}AND (set_id, number) ${bind.notWithin} (${leavers})`
}
