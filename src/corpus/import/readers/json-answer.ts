import { JSONParser } from '@streamparser/json'
import { maxRowBytes, UnreadableFile, type SourceRow } from './row.ts'

/** Where an answer of a service has its rows, and the names of their columns where rows are lists. */
export interface RowSelector {
  /** Path of a list: `data.items`. */
  rows: string
  /** Path of a list of names, before the rows. */
  fields?: string | undefined
  /** Whether a file that begins so is such an object; others are read as if nothing was said. Default: every file is. */
  isAnswer?(head: Buffer): boolean
}

/** The rows of one JSON object, however many: `{"fields": ["id", "name"], "rows": [[1, "Acme"], …]}`. */
export async function* jsonAnswer(
  chunks: AsyncIterable<Buffer>,
  { rows: rowsPath, fields: fieldsPath }: RowSelector,
): AsyncGenerator<SourceRow[]> {
  const paths = fieldsPath === undefined ? [] : [`$.${fieldsPath}`]
  const parser = new JSONParser({ paths: [...paths, `$.${rowsPath}.*`], keepStack: false })
  let fields: readonly unknown[] | undefined
  let values: unknown[] = []
  let [line, unread] = [0, 0]
  let failure: Error | undefined
  parser.onValue = ({ value, key }) => {
    // By what is known so far, so that a file is read alike in whatever pieces it comes.
    if (typeof key === 'number') values.push(named(value, fields, fieldsPath))
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
  if (!parser.isEnded) throw new UnreadableFile('the JSON object is cut off')
  if (line === 0) throw new UnreadableFile(`there are no rows at ${rowsPath}`)
}

function named(value: unknown, fields: readonly unknown[] | undefined, path: string | undefined): unknown {
  if (path === undefined || !Array.isArray(value)) return value
  if (!Array.isArray(fields)) throw new UnreadableFile(`there are no names at ${path} before the rows`)
  return Object.fromEntries(fields.map((field, index) => [String(field), value[index] as unknown]))
}
