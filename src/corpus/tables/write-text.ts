import anyAscii from 'any-ascii'
import iconv from 'iconv-lite'
import { csvLines, type LineEnd } from '../../lib/csv-lines.ts'
import { guardFormula } from '../../lib/formula-guard.ts'
import type { TextStyle } from './table.ts'

/** Writes rows as a file wrote them that they came from. */
export interface TextWriter {
  contentType: string
  /** What the file begins with: a byte order mark, a line that names the delimiter. */
  start: Buffer
  /** No cell of them runs as a formula. */
  lines(rows: readonly (readonly string[])[]): Buffer
}

const marks: Readonly<Record<string, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
}

/** Without a style as RFC 4180 says, in UTF-8. A list of one column gets commas between it and what is added. */
export function textWriter(style: TextStyle | undefined): TextWriter {
  const { encoding = 'utf-8', hasMark = false, hasSeparatorLine = false, lineEnd = '\r\n' } = style ?? {}
  const delimiter = style?.delimiter ?? ','
  const encode = makeEncoder(encoding)
  const text = makeLineWriter(style, delimiter, lineEnd)
  const mark = Buffer.from(hasMark ? (marks[encoding] ?? []) : [])
  return {
    contentType: `text/csv; charset=${encoding}; header=present`,
    start: Buffer.concat([mark, encode(hasSeparatorLine ? `sep=${delimiter}${lineEnd}` : '')]),
    lines: (rows) => encode(text(rows)),
  }
}

function makeLineWriter(
  style: TextStyle | undefined,
  delimiter: string,
  lineEnd: TextStyle['lineEnd'],
): (rows: readonly (readonly string[])[]) => string {
  const { escape = '"', quotesAll = false } = style ?? {}
  const quote = style?.quote ?? '"'
  const isPlain = delimiter === ',' && quote === '"' && escape === '"' && !quotesAll && lineEnd !== '\r'
  if (isPlain) return (rows) => csvLines(rows, lineEnd as LineEnd)
  const special = new Set([delimiter, quote, '\r', '\n'])
  const quoted = (cell: string) => {
    if (escape !== '\\') return quote + cell.replaceAll(quote, quote + quote) + quote
    // NULL of a database dump stays what it is.
    const inner = cell === '\\N' ? cell : cell.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
    return quote + inner + quote
  }
  const needsQuotes = (cell: string) => {
    for (const char of cell) if (special.has(char)) return true
    return cell.startsWith(' ') || cell.endsWith(' ')
  }
  return (rows) => {
    let text = ''
    for (const row of rows) {
      for (let index = 0; index < row.length; index++) {
        const cell = guardFormula(row[index]!)
        if (index > 0) text += delimiter
        if (cell === '' ? quotesAll || row.length === 1 : quotesAll || needsQuotes(cell)) text += quoted(cell)
        else text += cell
      }
      text += lineEnd
    }
    return text
  }
}

/** What an encoding has no letter for is written in ASCII: only added values can hold it. */
function makeEncoder(encoding: string): (text: string) => Buffer {
  if (encoding === 'utf-8') return (text) => Buffer.from(text)
  if (encoding.startsWith('utf-16')) return (text) => iconv.encode(text, encoding)
  return (text) => {
    const bytes = iconv.encode(text, encoding)
    if (iconv.decode(bytes, encoding) === text) return bytes
    const fitting = Array.from(text, (char) =>
      iconv.decode(iconv.encode(char, encoding), encoding) === char ? char : anyAscii(char),
    )
    return iconv.encode(fitting.join(''), encoding)
  }
}

/** What has to be said of a file whose encoding does not hold every letter. */
export function encodingNotes({ encoding }: Pick<TextStyle, 'encoding'> = { encoding: 'utf-8' }): string[] {
  if (encoding.startsWith('utf-')) return []
  return [
    `The list is in ${encoding}, and so is a CSV that comes back: letters of added values that ${encoding} lacks are written in ASCII.`,
  ]
}

/** The cells of a row as they stood in its file. */
export function writtenCells({
  cells,
  written,
}: {
  cells: string[]
  written?: Record<number, string>
}): string[] {
  if (written === undefined) return cells
  const own = [...cells]
  for (const [column, text] of Object.entries(written)) {
    while (own.length < Number(column)) own.push('')
    own[Number(column)] = text
  }
  return own
}
