import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'

// Kysely only builds text and parameters here; execution is ours, so that time-outs, errors and prepared names
// are decided in one place and a statement costs no second pool layer.
const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The text with $1… placeholders and the values bound to them. */
export interface CompiledStatement {
  text: string
  values: unknown[]
}

export function compileStatement(statement: RawBuilder<unknown>): CompiledStatement {
  const compiled = statement.compile(compiler)
  return { text: compiled.sql, values: [...compiled.parameters] }
}

/** A statement that somebody else wrote: the SQL of a library, with its own $1… and values. Never for SQL of ours. */
export function foreignStatement<Row>(text: string, values: readonly unknown[] = []): RawBuilder<Row> {
  // Runs like any other statement, in whatever transaction it is given to: all that is asked of it is to be compiled.
  const compiled = { compile: () => ({ sql: text, parameters: values }) }
  return compiled as unknown as RawBuilder<Row>
}
