import type { Command } from 'commander'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import type { Stores } from '../../stores.ts'
import { renewIndex } from '../renew-index.ts'
import { instant, table } from '../table.ts'

/** What `migrate` and `doctor` need of the machine. */
export interface StoresContext {
  /** Opens both stores of this data directory, which brings their tables up to date; the command closes them. */
  openStores(): Promise<Pick<Stores, 'db' | 'engine' | 'corpus' | 'secret' | 'close'>>
  print(value: object | string): void
}

/** A migration in force. */
export interface AppliedMigration {
  store: 'postgres' | 'clickhouse'
  migration: string
  appliedAt: Date
}

/** `almanac migrate`: for deployments that bring the tables up to date before they start the new version. */
export function registerMigrate(program: Command, context: StoresContext): void {
  program
    .command('migrate')
    .description(
      'bring the tables of both stores and the search index up to date and list the migrations in force',
    )
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }) => {
      const stores = await context.openStores()
      try {
        await renewIndex(stores.corpus)
        const migrations = await appliedMigrations(stores)
        if (options.json) return context.print(migrations)
        const rows = migrations.map(({ appliedAt, ...row }) => ({ ...row, applied: instant(appliedAt) }))
        context.print(table(rows, 'No migrations.'))
      } finally {
        await stores.close()
      }
    })
}

const appliedRow = rowShape({ name: column.text(), applied_at: column.instant() })

export async function appliedMigrations(stores: {
  db: Postgres
  engine: ClickHouse
}): Promise<AppliedMigration[]> {
  const inPostgres = await stores.db.query(
    sql.rows(appliedRow)`SELECT name, applied_at FROM schema_migrations ORDER BY number`,
  )
  const inEngine = await stores.engine.query<{ name: string; applied: string }>({
    tag: 'applied-migrations',
    sql: `SELECT name, toString(toUnixTimestamp(applied_at)) AS applied FROM schema_migrations FINAL ORDER BY name`,
  })
  return [
    ...inPostgres.map((row) => ({
      store: 'postgres' as const,
      migration: row.name,
      appliedAt: row.applied_at,
    })),
    ...inEngine.map((row) => ({
      store: 'clickhouse' as const,
      migration: row.name,
      appliedAt: new Date(Number(row.applied) * 1000),
    })),
  ]
}
