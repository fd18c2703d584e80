import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { Subject } from './subject-texts.ts'

/** A store of data or questions about people, and how it forgets one. */
export interface PersonalStore {
  /** Tables of Postgres it covers. */
  tables: readonly string[]
  /** Removes what names the people, and what is kept beside it; answers how many entries. Safe to repeat. */
  forget(subject: Subject): Promise<number>
}

/** Tables that hold no data about people in the corpus, or lose it in another way, and why. */
export type OtherTables = Readonly<Record<string, string>>

/** A table holds text without a declaration of how a person in it is forgotten, so the service must not write to it. */
export class UndeclaredStore extends Error {
  override readonly name = 'UndeclaredStore'

  constructor(tables: readonly string[]) {
    super(
      `${tables.join(', ')}: not declared how a person is forgotten there. Declare each table with its slice (\`forget\` or \`keeps\` in open.ts), or in src/personal-stores.ts.`,
    )
  }
}

const nameRow = rowShape({ name: column.text() })

/** Tables of this schema that can hold text of any kind. */
export async function textTables(db: Queryable): Promise<string[]> {
  const rows = await db.query(sql.rows(nameRow)`
    SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
      AND NOT a.attisdropped AND format_type(a.atttypid, NULL) ~ '^(text|character|json|bytea|hstore|xml|"char")'
    ORDER BY 1`)
  return rows.map(({ name }) => name)
}

/** Throws UndeclaredStore for tables of ours with text that are neither forgotten nor declared to need it. */
export async function checkDeclared(
  db: Queryable,
  {
    stores,
    others,
    ours,
  }: {
    stores: readonly PersonalStore[]
    others: OtherTables
    /** Tables of the service: an operator may keep others in the same database. */
    ours: ReadonlySet<string>
  },
): Promise<void> {
  const declared = new Set([...stores.flatMap(({ tables }) => tables), ...Object.keys(others)])
  const undeclared = (await textTables(db)).filter((table) => ours.has(table) && !declared.has(table))
  if (undeclared.length > 0) throw new UndeclaredStore(undeclared)
}
