export { type RawBuilder, sql } from 'kysely'
export { foreignStatement } from './compile-statement.ts'
export { createDatabase, dropDatabase } from './clone-template.ts'
export type { Postgres, PostgresSettings, Queryable, TransactOptions } from './contract.ts'
export {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  SerializationFailure,
  StatementFailed,
  StatementTimeout,
  StoreUnavailable,
  UniqueViolation,
} from './failures.ts'
export { migratePostgres, MigrationRefused } from './migrate-postgres.ts'
export { tablesMadeBy } from './migration-files.ts'
export { openPostgres } from './open-postgres.ts'
export { UnsafeServer } from './boot-checks.ts'
export { copyRunningServer, type BackupSink } from './running-copy.ts'
