import type { Json } from '../openapi/index.ts'

/** More values than this would swamp the table; it then says how many there are. */
const maxValues = 12

/** Finds the component a reference names. */
export type Resolve = (reference: string) => Json

/** Address of the page of the schema a reference names; undefined when it has none. */
export type AddressOf = (reference: string) => string | undefined

export interface TypeNames {
  resolve: Resolve
  findAddress: AddressOf
}

/** A schema in a few words: `integer 1..100 or null`, `array of string`, `one of "a", "b"`, the name of a record. */
export function typeText(schema: Json, names: TypeNames): string {
  if (typeof schema['$ref'] === 'string') return nameText(schema['$ref'], names)
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return enumText(schema['enum'])
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options))
    return [...new Set((options as Json[]).map((option) => typeText(option, names)))].join(' or ')
  const types = schema['type']
  if (Array.isArray(types)) return types.map((type) => typeText({ ...schema, type }, names)).join(' or ')
  if (types === 'array') return arrayText(schema, names)
  if (types === 'integer' || types === 'number') return `${types}${rangeText(schema)}`
  if (types === 'string') return stringText(schema)
  return typeof types === 'string' ? types : 'any value'
}

function enumText(values: readonly unknown[]): string {
  if (values.length === 1) return JSON.stringify(values[0])
  const texts = values.slice(0, maxValues).map((value) => JSON.stringify(value))
  const more = values.length - texts.length
  return more > 0 ? `one of ${values.length} values: ${texts.join(', ')}, ...` : `one of ${texts.join(', ')}`
}

/** The values of a named enumeration are worth showing, and links to choices; members of a record have rows of their own. */
function nameText(reference: string, names: TypeNames): string {
  const name = reference.split('/').at(-1) ?? 'object'
  const named = names.resolve(reference)
  if (Array.isArray(named['enum'])) return `${name} (${enumText(named['enum'])})`
  const address = names.findAddress(reference)
  if (address !== undefined) return `[${name}](${address})`
  const options = (named['anyOf'] ?? named['oneOf'] ?? []) as Json[]
  const areLinked =
    options.length > 0 && options.every(({ $ref }) => typeof $ref === 'string' && names.findAddress($ref))
  return areLinked ? `${name}: ${options.map((option) => typeText(option, names)).join(', ')}` : name
}

function arrayText(schema: Json, names: TypeNames): string {
  const { minItems, maxItems } = schema
  const items = typeText((schema['items'] ?? {}) as Json, names)
  if (minItems === undefined && maxItems === undefined) return `array of ${items}`
  if (minItems === undefined) return `array of at most ${String(maxItems)} ${items}`
  if (maxItems === undefined) return `array of at least ${String(minItems)} ${items}`
  return `array of ${String(minItems)} to ${String(maxItems)} ${items}`
}

function rangeText(schema: Json): string {
  const least = schema['minimum'] ?? schema['exclusiveMinimum']
  const most = schema['maximum'] ?? schema['exclusiveMaximum']
  const above = schema['minimum'] === undefined && schema['exclusiveMinimum'] !== undefined
  const below = schema['maximum'] === undefined && schema['exclusiveMaximum'] !== undefined
  if (least !== undefined && most !== undefined && !above && !below)
    return ` ${String(least)}..${String(most)}`
  const parts = [
    ...(least === undefined ? [] : [`${above ? '>' : '>='} ${String(least)}`]),
    ...(most === undefined ? [] : [`${below ? '<' : '<='} ${String(most)}`]),
  ]
  return parts.length > 0 ? ` ${parts.join(', ')}` : ''
}

function stringText(schema: Json): string {
  const { format, minLength, maxLength } = schema
  if (typeof format === 'string') return `string (${format})`
  if (minLength === undefined && maxLength === undefined) return 'string'
  if (minLength === maxLength) return `string of ${String(minLength)} characters`
  if (maxLength === undefined)
    return minLength === 1 ? 'non-empty string' : `string of ${String(minLength)} or more`
  return `string of ${String(minLength ?? 0)} to ${String(maxLength)} characters`
}
