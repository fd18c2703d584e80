export { column, type CellType, type CellValue, type Column } from './column.ts'
export { bindExports, type ExportDefinition, type ExportDeps } from './define-export.ts'
export type { ExportEnd, ExportSpec, PlacedRow, ReadContext } from './export-spec.ts'
export { forgetExports, openExportFile, type ExportFile } from './forget-exports.ts'
export {
  openExports,
  type Allowance,
  type ExportOutcome,
  type ExportRequest,
  type Exports,
  type ExportView,
} from './open-exports.ts'
export { findFileType, type FileForm } from './file-form.ts'
export { packWorkbook, type SheetCell } from './pack-workbook.ts'
