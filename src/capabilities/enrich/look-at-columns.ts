import type { GivenRow } from '../../corpus/tables/index.ts'
import { cellsOfRow, type UnderstoodList } from './understand-list.ts'

/** Sample cells of a column. */
export const maxSamples = 5
const maxSampleChars = 200

/** What a column holds: for those who have to say which it is. */
export interface ColumnLooks {
  /** Share of the rows with a value. */
  filled: number
  samples: string[]
}

/** Looks at every row, in the order of the columns. */
export function lookAtColumns(list: UnderstoodList, rows: readonly GivenRow[]): ColumnLooks[] {
  const filled = list.columns.map(() => 0)
  const samples: string[][] = []
  for (const row of rows) {
    const cells = cellsOfRow(row, list)
    let isBlank = true
    for (let index = 0; index < filled.length; index++) {
      if ((cells[index] ?? '').trim() === '') continue
      filled[index] = (filled[index] as number) + 1
      isBlank = false
    }
    if (!isBlank && samples.length < maxSamples) samples.push(cells)
  }
  return filled.map((count, index) => ({
    filled: rows.length === 0 ? 0 : Math.floor((count / rows.length) * 1000) / 1000,
    samples: samples.map((cells) => (cells[index] ?? '').slice(0, maxSampleChars)),
  }))
}
