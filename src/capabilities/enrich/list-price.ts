import type { GivenRow } from '../../corpus/tables/index.ts'
import type { PriceLine } from '../../operation/index.ts'
import { oddity } from './find-rows.ts'
import type { ListKind } from './members.ts'
import type { UsedColumn } from './recognise.ts'
import { cellsOfRow, readHeader, type UnderstoodList } from './understand-list.ts'

/** Maximum cost of so many rows: the command, the dry run and the hold all use it. */
export function priceOfRows(kind: ListKind | undefined, rows: number): PriceLine[] {
  const key = kind === 'people' ? 'kitchenSinkPerson' : 'kitchenSinkCompany'
  return rows === 0 ? [] : [{ key, units: rows }]
}

/** Rows with something to look up: no more than these can match. */
export function countFindable(
  rows: readonly GivenRow[],
  { list, used }: { list: UnderstoodList; used: readonly UsedColumn[] },
): number {
  const options = { used, width: list.width, header: readHeader(list) }
  return rows.filter((row) => oddity(cellsOfRow(row, list), options) === undefined).length
}
