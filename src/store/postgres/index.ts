export { sql, Statement } from './sql.ts'
export { foreignStatement } from './compile-statement.ts'
export { createDatabase, dropDatabase } from './clone-template.ts'
export type {
  CopyTarget,
  Postgres,
  PostgresSettings,
  Queryable,
  Transaction,
  TransactOptions,
} from './contract.ts'
export { copyRows, joinRows, rowStarts, sortRows, type CopyColumn, type CopyValue } from './copy-rows.ts'
export {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  SerializationFailure,
  StatementFailed,
  StatementTimeout,
  StoreRebuilding,
  StoreUnavailable,
  UniqueViolation,
} from './failures.ts'
export { deleteOldest } from './delete-oldest.ts'
export { migratePostgres } from './migrate-postgres.ts'
export { planPostgres, type PlannedMigration } from './plan-migrations.ts'
export { MigrationRefused } from './migration-run.ts'
export { tablesMadeBy } from './migration-files.ts'
export { analyze, renewStatistics } from './renew-statistics.ts'
export { openPostgres } from './open-postgres.ts'
export { column, nullable, rowShape, WrongRows, type RowShape } from './row-shape.ts'
export { UnsafeServer } from './boot-checks.ts'
export { copyRunningServer, type BackupSink } from './running-copy.ts'
