export type { DriftReport } from './formats/drift-count.ts'
export { formatMapping } from './formats/mapping-origin.ts'
export { placeOfTags, typeKeys } from './formats/osm.ts'
export { pdlMapping } from './formats/pdl.ts'
export { InvalidMapping, loadMapping, parseMapping, parseWith } from './mapping/load-mapping.ts'
export type { Mapping } from './mapping/compile-mapping.ts'
export { compileObject } from './mapping/expression.ts'
export { makeFit, quantityWithin } from './mapping/fit.ts'
export { openLanguage, type MappingLanguage } from './mapping/language.ts'
export {
  isMissing,
  isPlainObject,
  MappingError,
  readMembers,
  type Passes,
  type Evaluate,
  type MappingPath,
  type Scope,
} from './mapping/scope.ts'
export { checkTargets, importKinds, importTargets, type ImportKind } from './mapping/target.ts'
export { readRecords } from './readers/read-records.ts'
export { fileFormats, type FileFormat, type ReadOptions } from './readers/read-options.ts'
export { FileWithoutRows, UnreadableFile, type SourceRow } from './readers/row.ts'
export { explainFile, type ExplainFile, type FieldReport, type ImportReport } from './run/explain-file.ts'
export type { IdentityNotes } from './run/identity-report.ts'
export { openReadThreads, type ReadThreads } from './run/chunk-reader.ts'
export { isWorthThreads } from './run/worth-threads.ts'
export { countRows } from './run/count-rows.ts'
export { importFile, type ImportFile, type ImportProgress, type ImportSummary } from './run/import-file.ts'
export { nameSource } from './run/name-source.ts'
export { rowReader, type RowOutcome } from './run/native-row.ts'
export { rejectsFile, type RejectsFile } from './run/rejects-file.ts'
export { guessedKinds, guessMapping, type Guess, type GuessedKind } from './guess/guess-mapping.ts'
export { subjectsOf } from './run/written-lines.ts'
export { knowsNoMember } from './run/known-members.ts'
