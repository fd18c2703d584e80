import type { Param } from './contract.ts'

const control: Record<string, string> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Text of a placeholder's value as the engine's HTTP interface reads it (tab-separated escaping). */
export function paramText(value: Param): string {
  if (typeof value === 'string') return escapeControls(value)
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? '1' : '0' // fits Bool and UInt8
  return literal(value)
}

// oxlint-disable-next-line no-control-regex -- control characters are what this escapes
const needsEscape = /[\\\0\b\f\n\r\t]/g

function escapeControls(text: string): string {
  return text.replace(needsEscape, (char) => control[char] ?? char)
}

/** A single-quoted string of the engine's SQL. Only the backslash and the quote can end it early. */
export function quoteString(text: string): string {
  return `'${escapeControls(text).replaceAll("'", "\\'")}'`
}

function literal(value: Param): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return quoteString(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false' // an element fits Bool only
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Date) return dateText(value)
  return `[${value.map(literal).join(',')}]`
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  return String(value)
}

function dateText(value: Date): string {
  const ms = value.getTime()
  if (Number.isNaN(ms)) throw new RangeError('invalid Date as a query parameter')
  return ms % 1000 === 0 ? String(ms / 1000) : (ms / 1000).toFixed(3)
}
