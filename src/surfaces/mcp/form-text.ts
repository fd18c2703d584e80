import type { Json } from '../openapi/index.ts'

/** More values than this are told by their type. */
const maxValues = 8
const deepest = 5

type Definitions = Record<string, Json>

/**
 * The form of a value as programmers write it, which is a third of its JSON Schema: `{anyOf: string[], noneOf: string[]}`.
 * As many levels as fit into so many letters; what lies deeper is `{…}`.
 */
export function formText(schema: Json, definitions: Definitions, mostLetters: number): string {
  let fitting = textOf(schema, definitions, 0)
  for (let levels = 1; levels <= deepest; levels++) {
    const text = textOf(schema, definitions, levels)
    if (text.length > mostLetters) break
    fitting = text
  }
  return fitting
}

/** The members of an object, a line each: its form in so many letters. */
export function memberForms(schema: Json, definitions: Definitions, mostLetters: number): string {
  const { properties = {} } = targetOf(schema, definitions) as { properties?: Record<string, Json> }
  return Object.entries(properties)
    .map(([name, member]) => `${name}: ${formText(member, definitions, mostLetters)}`)
    .join('\n')
}

function textOf(node: Json, definitions: Definitions, levels: number): string {
  const schema = targetOf(node, definitions)
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (options !== undefined) return eitherOf(options.map((option) => textOf(option, definitions, levels)))
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  const { type, items, properties, enum: values } = schema as { type?: unknown } & Record<string, Json>
  if (Array.isArray(values) && values.length <= maxValues)
    return eitherOf(values.filter((value) => value !== null).map((value) => JSON.stringify(value)))
  if (type === 'array') return listText(items ?? {}, definitions, levels)
  if (properties === undefined) return nameOf(type)
  if (levels === 0) return '{…}'
  const members = Object.entries(properties as Record<string, Json>)
  const texts = members.map(([name, member]) => `${name}: ${textOf(member, definitions, levels - 1)}`)
  return `{${texts.join(', ')}}`
}

const nameOf = (type: unknown): string =>
  type === 'object' ? '{…}' : typeof type === 'string' ? type : 'any'

function listText(items: Json, definitions: Definitions, levels: number): string {
  const text = textOf(items, definitions, levels)
  return text.includes('|') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`
}

/** What may be null may be absent, so that is not told. */
function eitherOf(texts: readonly string[]): string {
  return [...new Set(texts)].filter((text) => text !== 'null').join('|')
}

export function targetOf(node: Json, definitions: Definitions): Json {
  const reference = node['$ref']
  if (typeof reference !== 'string') return node
  const { $ref: _reference, ...beside } = node
  return { ...definitions[reference.slice('#/$defs/'.length)], ...beside }
}
