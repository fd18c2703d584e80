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

/** One field of the engine's TabSeparated format; the cheapest format to build and to parse for rows of long texts. */
export function tsvField(value: string | number): string {
  if (typeof value === 'number') return Number.isNaN(value) ? 'nan' : String(value)
  return needsEscape.test(value) ? value.replace(escaped, (char) => escapes[char] as string) : value
}

export function tsvRow(values: readonly (string | number)[]): string {
  let line = ''
  for (const [index, value] of values.entries()) line += (index === 0 ? '' : '\t') + tsvField(value)
  return `${line}\n`
}
