import type { z } from 'zod'
import { Failure } from './failure.ts'
import { excessive, receive, type ExcessCode } from './pipeline/receive.ts'
import { definition, fits, joinPath, unwrap, type Definition } from './schema-walk.ts'

/**
 * Converts texts in `value` where `schema` expects another type: JSON for an object or a list, `"1"` for a number, `"true"`
 * for a boolean. Some clients of the agent protocol send members this way. Any other text stays unchanged, so that
 * validation reports it; where the schema takes a text, the text stays a text. Throws a Failure for JSON that exceeds the
 * caps of bodies.
 */
export const readTextMembers = (schema: z.ZodType, value: unknown): unknown =>
  readMember(schema, value, { path: '', depth: 0, isRead: false })

interface Spot {
  path: string
  /** Objects and lists around it. */
  depth: number
  /** The value was itself inside a text, so texts within it are not read as JSON again. */
  isRead: boolean
}

function readMember(schema: z.ZodType, value: unknown, spot: Spot): unknown {
  const options = listOptions(schema)
  if (typeof value !== 'string') return readWithin(schema, value, spot)
  if (options.some(takesText)) return value
  const read = textAs(options, value, spot)
  return typeof read === 'object' ? readWithin(schema, read, { ...spot, isRead: true }) : read
}

/** A schema, or each option of a union, without wrappers. */
function listOptions(schema: z.ZodType): z.ZodType[] {
  const core = unwrap(schema)
  const { type, options } = definition(core)
  return type === 'union' && options !== undefined ? options.flatMap(listOptions) : [core]
}

const typesWithoutText = new Set(['object', 'record', 'array', 'tuple', 'number', 'int', 'boolean', 'null'])

function takesText(option: z.ZodType): boolean {
  const { type, values, coerce } = definition(option) as {
    type: string
    values?: unknown[]
    coerce?: boolean
  }
  if (type === 'literal') return values?.some((each) => typeof each === 'string') !== false
  return coerce === true || !typesWithoutText.has(type)
}

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function textAs(options: readonly z.ZodType[], text: string, spot: Spot): unknown {
  const types = new Set(options.flatMap(listTypes))
  const trimmed = text.trim()
  if (types.has('boolean') && (trimmed === 'true' || trimmed === 'false')) return trimmed === 'true'
  if (types.has('number') && decimal.test(trimmed)) {
    const number = Number(trimmed)
    if (Number.isSafeInteger(number) || !Number.isInteger(number)) return number
  }
  const isWanted =
    (trimmed.startsWith('{') && types.has('object')) || (trimmed.startsWith('[') && types.has('array'))
  return isWanted && !spot.isRead ? jsonIn(trimmed, spot) : text
}

function listTypes(option: z.ZodType): string[] {
  const { type, values = [] } = definition(option) as { type: string; values?: unknown[] }
  if (type === 'literal') return values.map((each) => typeof each)
  if (type === 'record') return ['object']
  if (type === 'tuple') return ['array']
  return [type === 'int' ? 'number' : type]
}

/** Parses under the caps of bodies, counting the depth of its place. A text that is not JSON stays text. */
function jsonIn(text: string, { path, depth }: Spot): unknown {
  const around = Math.max(0, depth - 1)
  const body = `{"value":${'['.repeat(around)}${text}${']'.repeat(around)}}`
  try {
    let { value } = receive(new TextEncoder().encode(body))
    for (let level = 0; level < around; level++) value = (value as unknown[])[0]
    return value
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (thrown.code === 'invalid-json') return text
    throw excessive(thrown.code as ExcessCode, path)
  }
}

function readWithin(schema: z.ZodType, value: unknown, spot: Spot): unknown {
  if (typeof value !== 'object' || value === null) return value
  const core = unwrap(schema)
  const def = definition(core)
  const depth = spot.depth + 1
  if (def.type === 'union') return readOption(def, value, spot)
  if (Array.isArray(value)) {
    const { element } = def
    if (def.type !== 'array' || element === undefined) return value
    return value.map((item, index) =>
      readMember(element, item, { ...spot, path: `${spot.path}[${index}]`, depth }),
    )
  }
  const findSchema = (name: string) => {
    if (def.type === 'record') return def.valueType
    return Object.hasOwn(def.shape ?? {}, name) ? def.shape![name] : undefined
  }
  if (def.type !== 'object' && def.type !== 'record') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = findSchema(name)
      const at = { ...spot, path: joinPath(spot.path, name), depth }
      return [name, inner === undefined ? member : readMember(inner, member, at)]
    }),
  )
}

/**
 * Converts within the option that the value fits once its texts are read; if none fits, within the only option of its form.
 */
function readOption(def: Definition, value: object, spot: Spot): unknown {
  const form = Array.isArray(value) ? 'array' : 'object'
  const options = (def.options ?? []).filter((option) =>
    listOptions(option).some((each) => listTypes(each).includes(form)),
  )
  if (def.discriminator !== undefined) {
    const option = options.find((candidate) => fits(def, candidate, value))
    return option === undefined ? value : readWithin(option, value, spot)
  }
  if (options.some((option) => option.safeParse(value).success)) return value
  for (const option of options) {
    const read = readWithin(option, value, spot)
    if (options.length === 1 || option.safeParse(read).success) return read
  }
  return value
}
