import { parse } from 'csv-parse/sync'

/** How a delimited text is written. */
export interface Dialect {
  /** Undefined: each line is one cell. */
  delimiter: string | undefined
  quote: '"' | "'" | null
  escape: string
  /** Whether cells come after a space: `a, "b, c"`. */
  isSpaced: boolean
}

const delimiters = [',', ';', '\t', '|', '\u0001', '^', '~', '¦', ':']
const sampleChars = 64 * 1024
const sampleRows = 100

/** Finds the delimiter that cuts the lines most evenly into most cells, and how cells are quoted. */
export function sniffDialect(text: string): Dialect {
  const sample = wholeLines(text.slice(0, sampleChars))
  let best: { delimiter: string | undefined; score: number } = { delimiter: undefined, score: 0 }
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue
    // By the escape that cuts better: a backslash before a quote may be the end of a cell.
    const score = evenness(sample, { ...findDialect(sample, delimiter), delimiter, isSpaced: false })
    if (score > best.score + 1e-9) best = { delimiter, score }
  }
  const { delimiter } = best
  return findDialect(sample, delimiter)
}

/** How cells between delimiters that are known are quoted. */
export function findDialect(text: string, delimiter: string | undefined): Dialect {
  const sample = wholeLines(text.slice(0, sampleChars))
  const quoting = findQuoting(sample, delimiter ?? ',')
  if (delimiter === undefined) return { delimiter, ...quoting, isSpaced: false }
  const isSpaced = standsBehindSpaces(sample, delimiter, quoting.quote)
  // A backslash that ends a cell escapes nothing: `"C:\files\","next"`.
  const plain = { delimiter, ...quoting, escape: quoting.quote, isSpaced }
  return quoting.escape === '\\' && cutsBetter(sample, plain, '\\') ? { ...plain, escape: '\\' } : plain
}

/** Whether another escape makes rows more even, or as even and no fewer. */
function cutsBetter(sample: string, dialect: Dialect & { delimiter: string }, escape: string): boolean {
  const other = { ...dialect, escape }
  const [before, after] = [parsed(sample, dialect), parsed(sample, other)]
  if (before === undefined || after === undefined) return after !== undefined
  const gain = evenness(sample, other) - evenness(sample, dialect)
  if (gain > 1e-9) return true
  // A quote that closes its cell may come after a backslash of the text; one in the midst of a cell was escaped.
  const between = dialect.delimiter.replaceAll(/[|^]/g, String.raw`\$&`)
  const inside = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\${dialect.quote}(?!${dialect.quote}|${between}|\\s|$)`)
  return gain > -1e-9 && after.length >= before.length && inside.test(sample)
}

/** Whether a quote opens a cell after a delimiter and spaces. Within quotes it would be twice. */
function standsBehindSpaces(sample: string, delimiter: string, quote: string): boolean {
  if (/\s/.test(delimiter)) return false
  const between = delimiter.replaceAll(/[|^]/g, String.raw`\$&`)
  const spaced = new RegExp(
    `(?<=^|${between}) +${quote}(?:[^${quote}\\n]|${quote}${quote})*${quote} *(?=${between}|\\r?$)`,
    'm',
  )
  return spaced.test(sample)
}

function wholeLines(sample: string): string {
  const end = sample.lastIndexOf('\n')
  return sample.length < sampleChars || end <= 0 ? sample : sample.slice(0, end)
}

interface Quoting {
  quote: '"' | "'"
  escape: string
}

function findQuoting(sample: string, delimiter: string): Quoting {
  const count = (text: string) => sample.split(text).length - 1
  const opening = (quote: string) => count(delimiter + quote) + count(`\n${quote}`)
  const closing = (quote: string) => count(quote + delimiter) + count(`${quote}\n`) + count(`${quote}\r`)
  const edges = (quote: string) => opening(quote) + closing(quote)
  // Quotes close the cells that they open; an apostrophe in front of a cell guards a formula or begins a name.
  const between = delimiter.replaceAll(/[|^]/g, String.raw`\$&`)
  const whole = new RegExp(`(?<=^|${between})'(?:[^'\\\\\\n]|''|\\\\.)*'(?=${between}|\\r?$)`, 'gm')
  const closed = sample.match(whole)?.length ?? 0
  const isSingle = closed > 0 && closed * 2 >= opening("'") && edges("'") > edges('"')
  const quote = isSingle ? "'" : '"'
  const doubled = new RegExp(`[^\\\\,;\\t|\\n]${quote}${quote}[^,;\\t|\\r\\n]`)
  const escape = sample.includes(`\\${quote}`) && !doubled.test(sample) ? '\\' : quote
  return { quote, escape }
}

/** How even and how wide the rows are: 0 when a delimiter cuts next to nothing. */
function evenness(sample: string, dialect: Dialect & { delimiter: string }): number {
  const cut = parseSample(sample, dialect)
  const widths = cut.map((row) => row.length)
  if (widths.length === 0) return 0
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  let [width, rows] = [1, 0]
  for (const [candidate, count] of counts) {
    if (candidate > 1 && count * Math.log2(candidate + 1) > rows * Math.log2(width + 1))
      [width, rows] = [candidate, count]
  }
  const share = rows / widths.length
  if (dialect.delimiter === ':' && (share < 0.95 || widths[0] !== width || isPartOfText(cut))) return 0
  if (share >= 0.3) return share * share * Math.log2(width + 1)
  // Ragged rows, each of which it cuts.
  return widths.every((one) => one > 1) ? 0.05 * Math.log2(widths[0] as number) : 0
}

/**
 * A colon is in times and addresses, too: it separates cells only where it cuts every line alike, the heading among
 * them, and not after what begins every line (`https:`, `mailto:`, `urn:`).
 */
function isPartOfText(rows: readonly (readonly string[])[]): boolean {
  const isAddress = rows.some((row) => row.some((cell, index) => index > 0 && cell.startsWith('//')))
  return isAddress || new Set(rows.map(([first]) => first)).size === 1
}

const reading = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, to: sampleRows }

/** Undefined if a quote is never closed. */
function parsed(
  sample: string,
  { delimiter, quote, escape, isSpaced }: Dialect & { delimiter: string },
): string[][] | undefined {
  try {
    return parse(sample, { ...reading, delimiter, quote, escape, trim: isSpaced })
  } catch {
    return undefined
  }
}

function parseSample(sample: string, dialect: Dialect & { delimiter: string }): string[][] {
  return parsed(sample, dialect) ?? parsed(sample, { ...dialect, quote: null, escape: '"' }) ?? []
}
