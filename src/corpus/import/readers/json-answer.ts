import { JSONParser } from '@streamparser/json'
import { FileWithoutRows, maxRowBytes, UnreadableFile, type SourceRow } from './row.ts'

/** Where the rows of a JSON document are. */
export interface JsonRows {
  /**
   * Path of a list, or of an object whose values are the rows: `data.items`; a part may be `*`. `*` alone: all entries of
   * the document; `.`: the document is one row.
   */
  rows?: string | undefined
  /** Path of a list of names, which comes before the rows, where rows are lists. */
  fields?: string | undefined
  /** The member under which rows that are values of an object get their key. */
  keyAs?: string | undefined
  /** Path of a table as an object of lists, one a column. */
  columns?: string | undefined
}

/** The rows of one JSON document, however many: `{"fields": ["id", "name"], "rows": [[1, "Acme"], …]}`. */
export function jsonAnswer(chunks: AsyncIterable<Buffer>, where: JsonRows): AsyncGenerator<SourceRow[]> {
  if (where.columns !== undefined) return columnRows(chunks, where.columns)
  if (where.rows === '.') return documentRow(chunks)
  return listedRows(chunks, where)
}

async function* listedRows(
  chunks: AsyncIterable<Buffer>,
  { rows: rowsPath = '*', fields: fieldsPath, keyAs }: JsonRows,
): AsyncGenerator<SourceRow[]> {
  const paths = fieldsPath === undefined ? [] : [`$.${fieldsPath}`]
  const entries = rowsPath === '*' ? '$.*' : `$.${rowsPath}.*`
  const parser = new JSONParser({ paths: [...paths, entries], keepStack: false })
  let fields: readonly unknown[] | undefined
  let values: unknown[] = []
  let [line, unread] = [0, 0]
  let failure: Error | undefined
  parser.onValue = ({ value, key }) => {
    // Decided by what has been read so far, so that a file is read alike in whatever pieces it comes.
    if (keyAs !== undefined && typeof key === 'string') values.push({ ...(value as object), [keyAs]: key })
    else if (fieldsPath === undefined || typeof key === 'number')
      values.push(named(value, fields, fieldsPath))
    else fields = value as unknown[]
  }
  parser.onError = (error) => {
    failure ??= error
  }
  for await (const chunk of chunks) {
    unread += chunk.length
    if (!parser.isEnded) parser.write(chunk)
    if (failure !== undefined)
      throw new UnreadableFile(`not valid JSON after row ${line}: ${failure.message}`)
    if (values.length === 0 && unread > maxRowBytes)
      throw new UnreadableFile(`16 MiB without a row at ${rowsPath}`)
    if (values.length === 0) continue
    const bytes = Math.ceil(unread / values.length)
    const rows = values.map((value): SourceRow => ({ line: ++line, value, bytes }))
    values = []
    unread = 0
    yield rows
  }
  if (!parser.isEnded) throw new UnreadableFile('the JSON document is cut off')
  if (line === 0) throw new FileWithoutRows(`there are no rows at ${rowsPath}`)
}

function named(value: unknown, fields: readonly unknown[] | undefined, path: string | undefined): unknown {
  if (path === undefined || !Array.isArray(value)) return value
  if (!Array.isArray(fields)) throw new UnreadableFile(`there are no names at ${path} before the rows`)
  return Object.fromEntries(fields.map((field, index) => [String(field), value[index] as unknown]))
}

async function* documentRow(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  const text = await readText(chunks)
  if (text === undefined) yield [{ line: 1, error: `document longer than ${maxMiB} MiB`, text: '' }]
  else yield [{ line: 1, value: parseDocument(text), bytes: text.length }]
}

/** A cell of each column makes a row; a column that ends early has no cells there. */
async function* columnRows(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<SourceRow[]> {
  const text = await readText(chunks)
  if (text === undefined) throw new UnreadableFile(`the table of columns is longer than ${maxMiB} MiB`)
  const table = path
    .split('.')
    .reduce<unknown>(
      (holder, key) =>
        typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
          ? (holder as Record<string, unknown>)[key]
          : undefined,
      parseDocument(text),
    )
  const columns = Object.entries(table ?? {}).filter((column): column is [string, unknown[]] =>
    Array.isArray(column[1]),
  )
  if (columns.length === 0) throw new UnreadableFile(`there are no columns at ${path}`)
  const count = Math.max(...columns.map(([, cells]) => cells.length))
  const bytes = Math.ceil(text.length / Math.max(1, count))
  for (let from = 0; from < count; from += 250) {
    const lines = Array.from({ length: Math.min(250, count - from) }, (_, index) => from + index)
    yield lines.map((at) => ({
      line: at + 1,
      value: Object.fromEntries(columns.map(([name, cells]) => [name, cells[at]])),
      bytes,
    }))
  }
}

const maxMiB = maxRowBytes / 1024 / 1024

/** The whole content; undefined where it is longer than a row may be. */
async function readText(chunks: AsyncIterable<Buffer>): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxRowBytes) return undefined
    pieces.push(chunk)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UnreadableFile(`not a JSON document: ${(cause as Error).message}`, { cause })
  }
}
