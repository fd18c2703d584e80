import type { Json } from '../openapi/index.ts'

/** Enumerations longer than this are replaced by their type. */
const maxEnumLength = 24
/** Parameters nest without end: groups hold groups. */
const deepest = 6

/**
 * A schema cut to the bytes a model can afford to read. It keeps as many levels of each member as fit, the first sentence of
 * descriptions (or none, if they would cost a level), and the type of long enumerations. Deeper members are open, and the
 * operation checks them. `elsewhere` says where the whole schema can be read.
 */
export function shortened(schema: Json, most: number, elsewhere: string): Json {
  if (size(schema) <= most) return schema
  const { $defs: definitions = {}, properties = {}, ...rest } = schema as Record<string, Json>
  const members = Object.entries(properties) as [string, Json][]
  const cutTo = (member: Json, depth: number, hasText: boolean) =>
    shorter(member, { depth, hasText, definitions: definitions as Record<string, Json> })
  const brief: Json = Object.fromEntries(members.map(([name, member]) => [name, cutTo(member, 0, true)]))
  const whole = (): Json => ({ ...rest, description: elsewhere, properties: brief })
  let growing = members
  for (let depth = 1; depth <= deepest; depth++) {
    growing = growing.filter(([name, member]) => {
      const before = brief[name]
      for (const hasText of [true, false]) {
        brief[name] = cutTo(member, depth, hasText)
        if (size(whole()) <= most) return true
      }
      brief[name] = before
      return false
    })
  }
  return whole()
}

const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

interface Cut {
  /** Levels of members that are kept. */
  depth: number
  /** Members keep the first sentence of their description. */
  hasText: boolean
  definitions: Record<string, Json>
}

/** References are followed without counting as a level, and recursive definitions end with the levels. */
function shorter(schema: Json, cut: Cut): Json {
  const { depth, hasText, definitions } = cut
  const reference = schema['$ref']
  if (typeof reference === 'string') {
    const { $ref: _reference, ...rest } = schema
    return shorter({ ...definitions[reference.slice('#/$defs/'.length)], ...rest }, cut)
  }
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (options !== undefined) return ofOptions(schema, options, cut)
  const brief: Json = {}
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'examples' || (depth === 0 && ofMembers.has(name))) continue
    if (name === 'description') {
      if (hasText) brief[name] = firstSentence(String(value))
    } else if (name === 'enum' && (value as unknown[]).length > maxEnumLength) brief['type'] ??= 'string'
    else if (name === 'properties') brief[name] = eachShorter(value as Json, { ...cut, depth: depth - 1 })
    else if (name === 'items') brief[name] = shorter(value as Json, cut)
    else brief[name] = value
  }
  return brief
}

const ofMembers = new Set(['properties', 'required', 'additionalProperties'])

const eachShorter = (members: Json, cut: Cut) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, shorter(member as Json, cut)]))

/**
 * Merges options that became equal when shortened. The union becomes `anyOf`, because several shortened options may match.
 * `null` is left out, since a nullable member may also be absent.
 */
function ofOptions(value: Json, options: Json[], cut: Cut): Json {
  const { anyOf: _any, oneOf: _one, discriminator: _by, ...rest } = value
  const texts = options
    .filter(({ type }) => type !== 'null')
    .map((option) => JSON.stringify(shorter(option, cut)))
  const different = [...new Set(texts)].map((text) => JSON.parse(text) as Json)
  const [only] = different
  const around = shorter(rest, cut)
  return different.length === 1 ? { ...only, ...around } : { ...around, anyOf: different }
}

export const firstSentence = (text: string) => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
