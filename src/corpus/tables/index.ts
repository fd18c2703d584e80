export { openBytes, openChunks, type ByteSource, type ByteSourceOptions } from './byte-source.ts'
export { isOfRole, tellingRoles, valuesIn } from './cell-kinds.ts'
export { trimmedWidth, usualWidth, countWidths } from './find-header.ts'
export { countChars, HandOver } from './hand-over.ts'
export { openListRows, type GivenRow, type ListSource, type OpenedList } from './list-rows.ts'
export { columnRoles, formedRoles, roleOfMeaning, type ColumnRole } from './column-roles.ts'
export { readDateNumbers, isWeekday, readNamedDate, type DateNumbers, type NamedDate } from './date-forms.ts'
export { detectColumns, judgeColumns } from './detect-columns.ts'
export { asideNote, shownColumn, type JudgedColumn, type ListColumn } from './list-column.ts'
export { type HeadingSense } from './heading-sense.ts'
export { openTable, type TableOptions } from './open-table.ts'
export { readTable, type WholeTable } from './read-table.ts'
export { repeatsHeader, type OpenedTable } from './shape-table.ts'
export {
  maxBytes as mostBytes,
  maxRows as mostRows,
  UnreadableFile,
  UnreadableList,
  type ListFormat,
  type RawRow,
  type RowFault,
  type TextStyle,
  type TypedCell,
} from './table.ts'
export { readInChild } from './read-in-child.ts'
export { scriptBeside } from './script-beside.ts'
export { serveOrders } from './serve-orders.ts'
export { refuseOtherContent } from './other-content.ts'
export { ContainedProcess, OverLimit, ProcessGone } from './contained-process.ts'
export { encodingNotes, textWriter, writtenCells, type TextWriter } from './write-text.ts'
