import { Sql } from 'sql-template-tag'
import type { RowShape } from './row-shape.ts'

/**
 * A statement, or a part of one that others take in: texts with the values that stand between them. Whatever stands in a
 * template is bound as a value, never text, but for another part.
 */
export class Statement<Row = unknown> extends Sql {
  /** Type of the rows it answers; no value is there. */
  declare readonly row?: Row
  /** What its rows are checked against. */
  shape?: RowShape<Row>
}

const ofText = <Row>(text: string) => new Statement<Row>([text], [])

/** Names in double quotes: `table`, or `schema.table`. */
const id = (...names: string[]): Statement =>
  ofText(names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'))

/** A constant in the text, for statements that take no bound values. */
function lit(value: string | number): Statement {
  return ofText(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)
}

/** Text as it is: never from outside. */
const raw = <Row>(text: string): Statement<Row> => ofText(text)

/** Values and parts one after the other. */
function join(things: readonly unknown[], separator = ofText(', ')): Statement {
  const separated = things.flatMap((thing, index) => (index === 0 ? [thing] : [separator, thing]))
  return new Statement(
    Array.from({ length: separated.length + 1 }, () => ''),
    separated,
  )
}

/** SQL whose rows are checked: sql.rows(shape)`SELECT …`. */
const rows =
  <Row>(shape: RowShape<Row>) =>
  (texts: TemplateStringsArray, ...things: unknown[]): Statement<Row> =>
    Object.assign(new Statement<Row>(texts, things), { shape })

/** SQL with values in their places: sql`SELECT … WHERE id = ${id}`. */
export const sql = Object.assign(
  <Row = unknown>(texts: TemplateStringsArray, ...things: unknown[]) => new Statement<Row>(texts, things),
  { id, lit, raw, join, rows },
)
