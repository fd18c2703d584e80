export { isOfRole, tellingRoles } from './cell-kinds.ts'
export { columnRoles, roleOfHeader, type ColumnRole } from './column-roles.ts'
export { dateNumbersOf, isWeekday, namedDateOf, type DateNumbers, type NamedDate } from './date-forms.ts'
export { detectColumns, type ListColumn } from './detect-columns.ts'
export { readList } from './read-list.ts'
export {
  mostBytes,
  mostColumns,
  mostRows,
  UnreadableList,
  type ListFormat,
  type RawRow,
  type RawTable,
} from './table.ts'
export { containedPool, Refused } from './contained-pool.ts'
export { OverLimit, ProcessGone, type ContainedProcess } from './contained-process.ts'
export { serveOrders } from './serve-orders.ts'
export { readWorkbook } from './read-workbook.ts'
export { asUtf8, transcoded, utf16Of } from './transcode.ts'
