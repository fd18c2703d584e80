import { createHash } from 'node:crypto'

/**
 * JSON text that depends on the value alone: member names in code unit order, no white space. Otherwise what
 * JSON.stringify gives: `toJSON` is honoured, undefined members are left out, undefined elements become null.
 * Throws TypeError on cycles, on bigints, and when the value itself has no JSON form.
 */
export function stableStringify(value: unknown): string {
  const text = write(value, '', [])
  if (text === undefined) throw new TypeError(`${typeof value} has no JSON form`)
  return text
}

function write(input: unknown, name: string, parents: object[]): string | undefined {
  const value = hasToJson(input) ? input.toJSON(name) : input
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return JSON.stringify(value)
  if (parents.includes(value)) throw new TypeError('cycle in a value to be written as JSON')
  parents.push(value)
  const text = Array.isArray(value) ? writeArray(value, parents) : writeObject(value, parents)
  parents.pop()
  return text
}

function writeArray(value: readonly unknown[], parents: object[]): string {
  const parts: string[] = []
  for (let i = 0; i < value.length; i++) parts.push(write(value[i], String(i), parents) ?? 'null')
  return `[${parts.join(',')}]`
}

function writeObject(value: object, parents: object[]): string {
  const members = value as Record<string, unknown>
  const parts: string[] = []
  for (const name of Object.keys(value).sort()) {
    const text = write(members[name], name, parents)
    if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${parts.join(',')}}`
}

function hasToJson(value: unknown): value is { toJSON(name: string): unknown } {
  return (
    typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
  )
}

/** SHA-256 of the bytes (text as UTF-8) as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
