import type { Json } from '../openapi/index.ts'

/**
 * A schema in which each part has one type: `type: [boolean, null]` becomes two options. Clients that map tools onto a
 * dialect of single types would leave such members out.
 */
export function splitTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(splitTypes)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, keywords.has(name) ? value : splitTypes(value)]),
  )
  const { type, description, ...rest } = parts as Json
  if (!Array.isArray(type)) return parts
  const options = type.map((each: unknown) =>
    each === 'null' ? { type: each } : { ...withoutNull(rest), type: each },
  )
  return { ...(description === undefined ? {} : { description }), anyOf: options }
}

/** Keywords that hold values instead of schemas. */
const keywords = new Set(['enum', 'const', 'default', 'examples', 'required'])

function withoutNull(rest: Json): Json {
  const { enum: values, default: _default, ...others } = rest
  return Array.isArray(values) ? { ...others, enum: values.filter((value) => value !== null) } : others
}
