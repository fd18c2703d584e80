import type { GivenRow } from '../../corpus/tables/index.ts'
import type { PriceLine } from '../../operation/index.ts'
import { oddity } from './find-rows.ts'
import type { ListKind } from './members.ts'
import type { UsedColumn } from './recognise.ts'
import { cellsOfRow, headerOf, type UnderstoodList } from './understand-list.ts'

/** The most that so many rows can cost: the command, the dry run and what is set aside name the same. */
export function priceOfRows(kind: ListKind | undefined, rows: number): PriceLine[] {
  const key = kind === 'people' ? 'kitchenSinkPerson' : 'kitchenSinkCompany'
  return rows === 0 ? [] : [{ key, units: rows }]
}

/** How many of these rows say something to be found by: no more can match. */
export function countFindable(
  rows: readonly GivenRow[],
  { list, used }: { list: UnderstoodList; used: readonly UsedColumn[] },
): number {
  const options = { used, width: list.width, header: headerOf(list) }
  return rows.filter((row) => oddity(cellsOfRow(row, list), options) === undefined).length
}
