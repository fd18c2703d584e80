import pg from 'pg'
import type { MilliCredits } from '../../lib/credits.ts'

const { builtins } = pg.types
/** Types that the driver has no names for. */
const unnamed = { name: 19, ints: 1007, texts: 1009, bytesList: 1001, instants: 1185 }

/** A column of an answer: the types of Postgres it may have, and whether it may be null. */
class Column<Value> {
  readonly types: ReadonlySet<number>
  readonly isNullable: boolean
  /** Type of its values; no value is there. */
  declare readonly value: Value

  constructor(columnTypes: Iterable<number>, isNullable = false) {
    this.types = new Set(columnTypes)
    this.isNullable = isNullable
  }
}

/** Columns as the driver hands them over (`value-types.ts`). What json holds is the writer's word; nothing reads it here. */
export const column = {
  text: <T extends string = string>() =>
    new Column<T>([builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, unnamed.name]),
  int: <T extends number = number>() => new Column<T>([builtins.INT2, builtins.INT4, builtins.INT8]),
  ints: () => new Column<number[]>([unnamed.ints]),
  float: () => new Column<number>([builtins.FLOAT4, builtins.FLOAT8]),
  credits: () => new Column<MilliCredits>([builtins.INT8]),
  bool: () => new Column<boolean>([builtins.BOOL]),
  instant: () => new Column<Date>([builtins.TIMESTAMPTZ]),
  instants: () => new Column<Date[]>([unnamed.instants]),
  bytes: () => new Column<Buffer>([builtins.BYTEA]),
  /** Its null is a value of json, so nulls are not looked for. */
  json: <T>() => new Column<T>([builtins.JSON, builtins.JSONB], true),
  texts: <T extends string = string>() => new Column<T[]>([unnamed.texts]),
  bytesList: () => new Column<Buffer[]>([unnamed.bytesList]),
}

export const nullable = <T>({ types: ofColumn }: Column<T>) => new Column<T | null>(ofColumn, true)

/** The rows of a statement: its columns by the names they have in the answer. */
export class RowShape<Row = unknown> {
  readonly columns: readonly (readonly [name: string, column: Column<unknown>])[]
  /** Type of the rows; no value is there. */
  declare readonly row?: Row

  constructor(columns: Record<string, Column<unknown>>) {
    this.columns = Object.entries(columns)
  }
}

export function rowShape<Row extends object>(columns: {
  [Name in keyof Row]-?: Column<Row[Name]>
}): RowShape<Row> {
  return new RowShape(columns as Record<string, Column<unknown>>)
}

/** A statement answers other columns than the code that reads them says: a bug of that statement. */
export class WrongRows extends Error {
  override readonly name = 'WrongRows'
}

interface AnswerField {
  name: string
  dataTypeID: number
}

/**
 * Compares an answer with its shape: names and types by the description that comes with every answer, and nulls row by
 * row. Columns that the shape does not name are left alone. Throws WrongRows.
 */
export function checkRows(
  { columns }: RowShape,
  { fields, rows }: { fields: readonly AnswerField[]; rows: readonly unknown[] },
): void {
  for (const [name, { types: allowed }] of columns) {
    const field = fields.find((each) => each.name === name)
    if (field === undefined) throw new WrongRows(`a statement has no column ${name}`)
    if (!allowed.has(field.dataTypeID))
      throw new WrongRows(
        `column ${name} has type ${field.dataTypeID}, expected ${[...allowed].join(' or ')}`,
      )
  }
  for (const [name, { isNullable }] of columns) {
    if (isNullable) continue
    for (const row of rows)
      if ((row as Record<string, unknown>)[name] === null) throw new WrongRows(`column ${name} is null`)
  }
}
