import type { RowValue } from '../kinds/index.ts'

// oxlint-disable-next-line no-control-regex -- control characters are what this escapes
const needsEscape = /[\\\t\n\r\0\b\f]/
// oxlint-disable-next-line no-control-regex -- control characters are what this escapes
const escaped = /[\\\t\n\r\0\b\f]/g
const escapes: Record<string, string> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
}

/**
 * One field of the engine's TabSeparated format, which is the cheapest one to build and to parse for rows of long
 * texts.
 */
export function tsvField(value: RowValue): string {
  if (typeof value === 'string') return escapedText(value)
  return typeof value === 'object' ? `[${value.map(elementText).join(',')}]` : numberText(value)
}

const escapedText = (text: string) =>
  needsEscape.test(text) ? text.replace(escaped, (char) => escapes[char] as string) : text

const numberText = (value: number | bigint) => (Number.isNaN(value) ? 'nan' : String(value))

/** Texts within an array are in quotes. */
function elementText(value: RowValue): string {
  if (typeof value === 'string') return `'${escapedText(value).replaceAll("'", "\\'")}'`
  return tsvField(value)
}

export function tsvRow(values: readonly RowValue[]): string {
  let line = ''
  for (const [index, value] of values.entries()) line += (index === 0 ? '' : '\t') + tsvField(value)
  return `${line}\n`
}
