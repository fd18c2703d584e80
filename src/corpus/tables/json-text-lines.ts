import { maxRowBytes, UnreadableList } from './table.ts'

/** Lines of JSON lines, each an object, as text: what nobody parses again stays as it was written. Throws UnreadableList. */
export async function* jsonTextLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ line: number; json: string }[]> {
  const decoder = new TextDecoder('utf-8')
  let [rest, line] = ['', 0]
  const readRows = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      line += 1
      const json = text.trim()
      return json === '' ? [] : [checked({ line, json })]
    })
  for await (const chunk of chunks) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = texts.pop() ?? ''
    if (rest.length > maxRowBytes)
      throw new UnreadableList(`Line ${line + texts.length + 1} is longer than 1 MiB.`)
    const rows = readRows(texts)
    if (rows.length > 0) yield rows
  }
  const last = readRows([rest + decoder.decode()])
  if (last.length > 0) yield last
}

function checked(row: { line: number; json: string }): { line: number; json: string } {
  let value: unknown
  try {
    value = JSON.parse(row.json)
  } catch (cause) {
    throw new UnreadableList(`Line ${row.line} is not valid JSON: ${(cause as Error).message}`, { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableList(`Line ${row.line} is no object: expected JSON lines, one object a line.`)
  return row
}
