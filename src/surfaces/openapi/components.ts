import type { z } from 'zod'
import { toJsonSchema, type Json, type Side } from './json-schema.ts'

/** Collects the schemas of all operations and names each once; `resolve` is called after the last. */
export interface Components {
  /** Adds what a body holds and returns its schema, whose references `resolve` will name. */
  add(schema: z.ZodType, side: Side, operationId: string): Json
  /** Adds a schema of the document's own, on the output side. */
  name(id: string, schema: Json): Json
  /** components.schemas, in order of name. */
  resolve(document: Json): Record<string, Json>
}

type Sides = Partial<Record<Side, Json>>

const prefix = '#/$defs/'
const inputPrefix = '#/$defs/input/'

export function createComponents(): Components {
  const sidesByName = new Map<string, Sides>()

  const put = (id: string, side: Side, schema: Json, operationId: string) => {
    const sides = sidesByName.get(id) ?? {}
    const other = sides[side]
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema)) {
      throw new Error(`${operationId}: another schema is already called ${id}`)
    }
    sidesByName.set(id, { ...sides, [side]: schema })
    return { $ref: (side === 'input' ? inputPrefix : prefix) + id }
  }

  return {
    add(schema, side, operationId) {
      const converted = toJsonSchema(schema, side, operationId)
      for (const [id, definition] of Object.entries(converted.definitions)) {
        put(id, side, marked(definition, side) as Json, operationId)
      }
      return marked(converted.schema, side) as Json
    },
    name: (id, schema) => put(id, id.endsWith('Request') ? 'input' : 'output', schema, id),
    resolve(document) {
      const split = differing(sidesByName)
      const makeName = (id: string, side: Side) => (side === 'input' && split.has(id) ? `${id}Input` : id)
      const schemas: Record<string, Json> = {}
      for (const [id, sides] of sidesByName) {
        for (const side of ['input', 'output'] as const) {
          const schema = sides[side]
          if (schema !== undefined) schemas[makeName(id, side)] = renamed(schema, makeName) as Json
        }
      }
      Object.assign(document, renamed(document, makeName))
      return Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    },
  }
}

/** Marks each reference with its side, until all names are known. */
function marked(value: unknown, side: Side): unknown {
  if (side === 'output') return value
  return mapReferences(value, (reference) =>
    reference.startsWith(prefix) ? inputPrefix + reference.slice(prefix.length) : reference,
  )
}

function renamed(value: unknown, makeName: (id: string, side: Side) => string): unknown {
  return mapReferences(value, (reference) => {
    const [id, side] = target(reference)
    return id === undefined ? reference : `#/components/schemas/${makeName(id, side)}`
  })
}

function target(reference: string): [string | undefined, Side] {
  if (reference.startsWith(inputPrefix)) return [reference.slice(inputPrefix.length), 'input']
  return [reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined, 'output']
}

function mapReferences(value: unknown, map: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? map(member) : mapReferences(member, map),
    ]),
  )
}

/** Ids whose two sides differ, by themselves or through what they refer to. */
function differing(sidesByName: Map<string, Sides>): Set<string> {
  const split = new Set<string>()
  const plain = (schema: Json) => JSON.stringify(schema).replaceAll(inputPrefix, prefix)
  for (const [id, { input, output }] of sidesByName) {
    if (input !== undefined && output !== undefined && plain(input) !== plain(output)) split.add(id)
  }
  for (let before = -1; before !== split.size;) {
    before = split.size
    for (const [id, { input, output }] of sidesByName) {
      if (input === undefined || output === undefined || split.has(id)) continue
      const text = plain(input)
      if ([...split].some((other) => text.includes(`"${prefix}${other}"`))) split.add(id)
    }
  }
  return split
}
