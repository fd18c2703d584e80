export { isImportDue, workImports, type ImportParts } from './work-imports.ts'
