import { Statement } from './sql.ts'

/** The text with $1… placeholders and the values bound to them. */
export interface CompiledStatement {
  text: string
  values: unknown[]
}

export function compileStatement(statement: Statement<unknown>): CompiledStatement {
  if (statement instanceof ForeignStatement) return { text: statement.text, values: [...statement.bound] }
  return { text: statement.text, values: statement.values }
}

/** Its text has the placeholders already, so it is one text without values of ours. */
class ForeignStatement<Row> extends Statement<Row> {
  readonly bound: readonly unknown[]

  constructor(text: string, bound: readonly unknown[]) {
    super([text], [])
    this.bound = bound
  }
}

/** A statement that somebody else wrote: the SQL of a library, with its own $1… and values. Never for SQL of ours. */
export function foreignStatement<Row>(text: string, values: readonly unknown[] = []): Statement<Row> {
  return new ForeignStatement(text, values)
}
