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
