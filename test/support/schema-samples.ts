import type { Random } from '../../src/corpus/sample/random.ts'
import type { AnyOperation } from '../../src/operation/index.ts'
import { dayMs } from '../../src/lib/time.ts'

/** The part of JSON Schema 2020-12 that documents of the service use. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  format?: string
  pattern?: string
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, OpenApiResponse> }
}

export interface OpenApiResponse {
  $ref?: string
  content?: Record<string, { schema: JsonSchema }>
}

export interface OpenApiOperation {
  operationId: string
  parameters?: { name: string; in: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, OpenApiResponse>
}

/** Values that schemas admit, with the words of the operations' examples where a text is asked for. */
export interface Samples {
  /** Any value of a schema. `name` is the member it is for, `depth` how deep it stands. */
  value(schema: JsonSchema, name: string, depth?: number): unknown
  /** A text for a member that differs from those of other numbers. */
  text(name: string, schema: JsonSchema, number: number): string
  resolve(schema: JsonSchema): JsonSchema
}

/** Forms that a text must have, by a part of the name of its member. */
const forms: [RegExp, (number: number) => string][] = [
  [/email/i, (number) => `a${number}@d${number % 97}.example`],
  [/domain/i, (number) => `d${number}.example`],
  [/url$|website|link/i, (number) => `https://d${number}.example/p/${number}`],
  [/slug/i, (number) => `someone-${number}`],
  [/phone/i, (number) => `+49 151 ${String(number).padStart(7, '0')}`],
  [/countryCode/i, (number) => ['DEU', 'USA', 'FRA', 'GBR', 'X-EMEA'][number % 5] as string],
  [/(date|since|until|after|before|from|to)$/i, (number) => new Date(number * dayMs).toISOString()],
]

const patterned: Record<string, (number: number) => string> = {
  '^\\d+$': (number) => String(number),
  '^\\d{6}$': (number) => String(number % 1_000_000).padStart(6, '0'),
  '^[01]$': (number) => String(number % 2),
}

/** Texts that examples give to a member, by its name. */
function wordsOf(operations: readonly AnyOperation[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  const note = (value: unknown, name: string): void => {
    if (typeof value === 'string') words.set(name, [...(words.get(name) ?? []), value])
    else if (Array.isArray(value)) for (const item of value) note(item, name)
    else if (typeof value === 'object' && value !== null)
      for (const [member, inner] of Object.entries(value))
        note(inner, /^(anyOf|noneOf|allOf|value|containsAny)/.test(member) ? name : member)
  }
  for (const { examples } of operations) for (const { input } of examples) note(input, '')
  return words
}

export function schemaSamples(
  { components }: OpenApiDocument,
  operations: readonly AnyOperation[],
  random: Random,
): Samples {
  const words = wordsOf(operations)

  function resolve(schema: JsonSchema): JsonSchema {
    if (schema.$ref === undefined) return schema
    return resolve(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  }

  function text(name: string, schema: JsonSchema, number: number): string {
    const { pattern, format, maxLength = 500, minLength = 0 } = schema
    const examples = words.get(name)
    const formed = forms.find(([part]) => part.test(name))?.[1]
    const made =
      (pattern === undefined ? undefined : patterned[pattern]?.(number)) ??
      (format === 'date' ? new Date(number * dayMs).toISOString().slice(0, 10) : undefined) ??
      (format === 'date-time' ? new Date(number * dayMs).toISOString() : undefined) ??
      (format === 'email' ? `a${number}@d.example` : undefined) ??
      (format === 'uri' ? `https://d${number}.example/` : undefined) ??
      (examples !== undefined && random.unit() < 0.7 ? random.pick(examples) : undefined) ??
      formed?.(number) ??
      `word ${number}`
    return made.padEnd(minLength, 'x').slice(0, maxLength)
  }

  function object(schema: JsonSchema, depth: number): Record<string, unknown> {
    const { properties = {}, required = [] } = schema
    const members = Object.entries(properties)
    // A few of many: a question with every filter at once finds nothing and tells nothing.
    const chance = Math.min(0.7, 3 / Math.max(1, members.length)) / (depth + 1)
    const chosen = members.filter(([member]) => required.includes(member) || random.unit() < chance * 1.5)
    return Object.fromEntries(chosen.map(([member, inner]) => [member, value(inner, member, depth + 1)]))
  }

  function value(node: JsonSchema, name: string, depth = 0): unknown {
    const schema = resolve(node)
    if ('const' in schema) return schema.const
    if (schema.enum !== undefined) return random.pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) {
      const deeper = depth > 6 ? choices.filter(({ type }) => type === 'null') : []
      return value(random.pick(deeper.length > 0 ? deeper : choices), name, depth)
    }
    if (schema.allOf !== undefined)
      return Object.assign({}, ...schema.allOf.map((part) => value(part, name, depth))) as unknown
    const types = [schema.type ?? (schema.properties === undefined ? 'string' : 'object')].flat()
    switch (random.pick(types)) {
      case 'object':
        return object(schema, depth)
      case 'array': {
        const { minItems = 0, maxItems = 4, items = {} } = schema
        const most = Math.max(minItems, Math.min(maxItems, depth > 6 ? 0 : 4))
        const inner = /^(anyOf|noneOf|allOf|value)$/.test(name) ? name : name.replace(/s$/, '')
        const count = minItems + random.below(most - minItems + 1)
        return Array.from({ length: count }, () => value(items, inner, depth + 1))
      }
      case 'integer':
        return Math.floor(number(schema))
      case 'number':
        return number(schema)
      case 'boolean':
        return random.unit() < 0.5
      case 'null':
        return null
      default:
        return text(name, schema, random.below(10_000))
    }
  }

  function number({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
    const low = Math.max(minimum ?? -1_000, exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1)
    const high = Math.min(maximum ?? 10_000, 100_000)
    return random.unit() < 0.2 ? low : low + random.unit() * Math.max(0, high - low)
  }

  return { value, text, resolve }
}

/** A place in a schema where a list stands. */
export interface ListPlace {
  /** Names of members from the outside in; `[]` is an item of a list. */
  path: readonly string[]
  schema: JsonSchema
  /** A whole input with `list` there, and besides it what has to be there. */
  input(list: readonly unknown[]): unknown
}

/** Every list of a schema, once in each form that what is around it may have. */
export function listPlaces(samples: Samples, schema: JsonSchema): ListPlace[] {
  const places: ListPlace[] = []
  type Within = (value: unknown) => unknown
  const walk = (node: JsonSchema, path: readonly string[], within: Within, open: readonly JsonSchema[]) => {
    const resolved = samples.resolve(node)
    // A kind that holds itself is opened once.
    if (open.includes(resolved)) return
    const inside = [...open, resolved]
    for (const choice of [resolved.anyOf, resolved.oneOf, resolved.allOf].flatMap((some) => some ?? []))
      walk(choice, path, within, inside)
    const { properties = {}, required = [], items } = resolved
    for (const [member, inner] of Object.entries(properties)) {
      const around = (value: unknown) => {
        const others = required.filter((other) => other !== member)
        const needed = others.map((other) => [other, samples.value(properties[other] ?? {}, other)] as const)
        return within({ ...Object.fromEntries(needed), [member]: value })
      }
      walk(inner, [...path, member], around, inside)
    }
    if (items === undefined) return
    places.push({ path, schema: resolved, input: within })
    walk(items, [...path, '[]'], (value) => within([value]), inside)
  }
  walk(schema, [], (value) => value, [])
  return places
}
