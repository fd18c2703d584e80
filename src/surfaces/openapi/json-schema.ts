import { z } from 'zod'

/** A part of a JSON document. */
export type Json = { [member: string]: unknown }

/** Which side of the wire: what a client may send, or what the service answers. */
export type Side = 'input' | 'output'

export interface Converted {
  schema: Json
  /** Schemas with an id (`.meta({ id })`) that `schema` refers to as `#/$defs/<id>`. */
  definitions: Record<string, Json>
}

/** Formats are enough; the patterns zod adds for them are long and differ between engines. */
const describedByFormat = new Set(['date', 'date-time', 'email', 'uri', 'uuid', 'time', 'hostname'])

/**
 * JSON Schema 2020-12 of a zod schema. Answers may grow, so only strict objects forbid further members there.
 * Throws, naming the operation, on what JSON Schema cannot say.
 */
export function toJsonSchema(schema: z.ZodType, side: Side, operationId: string): Converted {
  let converted: Json
  try {
    converted = z.toJSONSchema(schema, {
      io: side,
      override({ zodSchema, jsonSchema }) {
        const definition = zodSchema._zod.def
        if (
          definition.type === 'object' &&
          !('catchall' in definition && definition.catchall !== undefined)
        ) {
          delete jsonSchema.additionalProperties
        }
        if (definition.type === 'union' && lacksDiscriminator(definition)) {
          // Readers tell `oneOf` apart by a member that is always there.
          jsonSchema.anyOf = jsonSchema.oneOf
          delete jsonSchema.oneOf
        }
        // Defaults and descriptions set on a transform belong to the member, but zod converts its inner side only.
        if (definition.type === 'pipe') {
          const { id: _id, ...meta } = z.globalRegistry.get(zodSchema) ?? {}
          Object.assign(jsonSchema, meta)
        }
      },
    }) as Json
  } catch (cause) {
    throw new Error(`${operationId}: the ${side} has no JSON Schema: ${String(cause)}`, { cause })
  }
  const definitions = (converted['$defs'] ?? {}) as Record<string, Json>
  const unnamed = Object.keys(definitions).find((id) => id.startsWith('__schema'))
  if (unnamed !== undefined) {
    throw new Error(`${operationId}: a schema that refers to itself needs .meta({ id }) in its ${side}`)
  }
  delete converted['$schema']
  delete converted['$defs']
  return {
    schema: tidied(converted) as Json,
    definitions: Object.fromEntries(
      Object.entries(definitions).map(([id, definition]) => [id, tidied(definition) as Json]),
    ),
  }
}

/** Whether a union's discriminator may be missing in one of its options. */
function lacksDiscriminator(definition: object): boolean {
  const { discriminator, options = [] } = definition as {
    discriminator?: string
    options?: readonly { shape?: Record<string, z.ZodType> }[]
  }
  if (discriminator === undefined) return false
  return options.some(({ shape }) => shape?.[discriminator]?.safeParse(undefined).success === true)
}

function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied)
  if (typeof value !== 'object' || value === null) return value
  const node = value as Json
  const schema: Json = {}
  for (const [name, member] of Object.entries(node)) {
    if (isNoise(node, name, member)) continue
    if (name === 'properties') schema[name] = eachMember(member as Json)
    else schema[name] = literalMembers.has(name) ? member : tidied(member)
  }
  return withDescriptionOutside(schema)
}

/** Property names are not keywords: a property may be called `default` or `anyOf`. */
function eachMember(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, tidied(schema)]))
}

/** Members whose value is data, not schema. */
const literalMembers = new Set(['default', 'const', 'enum', 'examples', 'required', 'discriminator'])

function isNoise(node: Json, name: string, member: unknown): boolean {
  if (name === 'maximum') return member === Number.MAX_SAFE_INTEGER
  if (name === 'minimum') return member === Number.MIN_SAFE_INTEGER
  if (name === 'pattern') return describedByFormat.has(String(node['format']))
  if (name === 'propertyNames') return JSON.stringify(member) === '{"type":"string"}'
  return false
}

/** `T | null` with the description inside T: it belongs to the member, and readers look for it there. */
function withDescriptionOutside(node: Json): Json {
  const options = node['anyOf']
  if (node['description'] !== undefined || !Array.isArray(options) || options.length !== 2) return node
  const [first, second] = options as [Json, Json]
  if (second['type'] !== 'null' || first['description'] === undefined || first['$ref'] !== undefined)
    return node
  const { description, ...inner } = first
  return { ...node, description, anyOf: [inner, second] }
}
