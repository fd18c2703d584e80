const listSeparator = ', '

/**
 * A statement, or a part of one that others take in: texts with the values that stand between them. Whatever stands in a
 * template is bound as a value, never text, but for another part.
 */
export class Statement<Row = unknown> {
  /** Type of the rows it answers; no value is there. */
  declare readonly row?: Row
  /** One more than the values. */
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** Puts together what stands in a template or a list, with the texts of the parts in it. */
function joined<Row>(texts: readonly string[], things: readonly unknown[]): Statement<Row> {
  const [whole, values]: [string[], unknown[]] = [[], []]
  let text = texts[0] ?? ''
  for (const [index, thing] of things.entries()) {
    if (thing instanceof Statement) {
      for (const [at, value] of thing.values.entries()) {
        whole.push(text + thing.texts[at])
        values.push(value)
        text = ''
      }
      text += thing.texts.at(-1)
    } else {
      whole.push(text)
      values.push(thing)
      text = ''
    }
    text += texts[index + 1] ?? ''
  }
  return new Statement([...whole, text], values)
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
function join(things: readonly unknown[], separator = ofText(listSeparator)): Statement {
  return joined(
    [],
    things.flatMap((thing, index) => (index === 0 ? [thing] : [separator, thing])),
  )
}

/** SQL with values in their places: sql`SELECT … WHERE id = ${id}`. */
export const sql = Object.assign(
  <Row = unknown>(texts: TemplateStringsArray, ...things: unknown[]): Statement<Row> => joined(texts, things),
  { id, lit, raw, join },
)
