import { parse } from 'csv-parse/sync'

/** How a delimited text is written. */
export interface Dialect {
  /** Undefined: each line is one cell. */
  delimiter: string | undefined
  quote: '"' | "'" | null
  escape: string
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
    const score = evenness(sample, { delimiter, ...quotingOf(sample, delimiter) })
    if (score > best.score + 1e-9) best = { delimiter, score }
  }
  const { delimiter } = best
  return { delimiter, ...quotingOf(sample, delimiter ?? ',') }
}

function wholeLines(sample: string): string {
  const end = sample.lastIndexOf('\n')
  return sample.length < sampleChars || end <= 0 ? sample : sample.slice(0, end)
}

function quotingOf(sample: string, delimiter: string): Pick<Dialect, 'quote' | 'escape'> {
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
  const cut = sampleOf(sample, dialect)
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
 * A colon stands in times and addresses, too: it separates cells only where it cuts every line alike, the heading among
 * them, and not behind what begins every line (`https:`, `mailto:`, `urn:`).
 */
function isPartOfText(rows: readonly (readonly string[])[]): boolean {
  const isAddress = rows.some((row) => row.some((cell, index) => index > 0 && cell.startsWith('//')))
  return isAddress || new Set(rows.map(([first]) => first)).size === 1
}

function sampleOf(sample: string, { delimiter, quote, escape }: Dialect & { delimiter: string }): string[][] {
  const options = {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: sampleRows,
  }
  try {
    return parse(sample, { ...options, quote, escape })
  } catch {
    try {
      return parse(sample, { ...options, quote: null })
    } catch {
      return []
    }
  }
}
