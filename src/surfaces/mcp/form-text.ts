import type { Json } from '../openapi/index.ts'

/** More values than this are replaced by their type. */
const maxValues = 8
const deepest = 5

type Definitions = Record<string, Json>

/**
 * The type of a value as programmers write it, a third of the size of its JSON Schema: `{anyOf: string[], noneOf:
 * string[]}`. It has as many levels as fit into the given number of letters; deeper levels become `{…}`.
 */
export function formText(schema: Json, definitions: Definitions, mostLetters: number): string {
  let fitting = writeForm(schema, definitions, 0)
  for (let levels = 1; levels <= deepest; levels++) {
    const text = writeForm(schema, definitions, levels)
    if (text.length > mostLetters) break
    fitting = text
  }
  return fitting
}

/** The members of an object, one on each line, each within the given number of letters. */
export function memberForms(schema: Json, definitions: Definitions, mostLetters: number): string {
  const { properties = {} } = findTarget(schema, definitions) as { properties?: Record<string, Json> }
  return Object.entries(properties)
    .map(([name, member]) => `${name}: ${formText(member, definitions, mostLetters)}`)
    .join('\n')
}

function writeForm(node: Json, definitions: Definitions, levels: number): string {
  const schema = findTarget(node, definitions)
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (options !== undefined) return joinTexts(options.map((option) => writeForm(option, definitions, levels)))
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  const { type, items, properties, enum: values } = schema as { type?: unknown } & Record<string, Json>
  if (Array.isArray(values) && values.length <= maxValues)
    return joinTexts(values.filter((value) => value !== null).map((value) => JSON.stringify(value)))
  if (type === 'array') return listText(items ?? {}, definitions, levels)
  if (properties === undefined) return nameType(type)
  if (levels === 0) return '{…}'
  const members = Object.entries(properties as Record<string, Json>)
  const texts = members.map(([name, member]) => `${name}: ${writeForm(member, definitions, levels - 1)}`)
  return `{${texts.join(', ')}}`
}

function nameType(type: unknown): string {
  if (type === 'object') return '{…}'
  return typeof type === 'string' ? type : 'any'
}

function listText(items: Json, definitions: Definitions, levels: number): string {
  const text = writeForm(items, definitions, levels)
  return text.includes('|') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`
}

/** A member that may be null may also be absent, so null is not shown. */
function joinTexts(texts: readonly string[]): string {
  return [...new Set(texts)].filter((text) => text !== 'null').join('|')
}

export function findTarget(node: Json, definitions: Definitions): Json {
  const reference = node['$ref']
  if (typeof reference !== 'string') return node
  const { $ref: _reference, ...beside } = node
  return { ...definitions[reference.slice('#/$defs/'.length)], ...beside }
}
