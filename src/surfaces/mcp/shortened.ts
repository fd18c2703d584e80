import type { Json } from '../openapi/index.ts'

/** Enumerations longer than this are told by their type. */
const longestEnum = 24
/** Parameters nest without end: groups hold groups. */
const deepest = 6

/**
 * A schema within so many bytes as a model can afford to read it: of each member as many levels as fit, descriptions by
 * their first sentence or, where a level would be lost for them, none; long enumerations by their type. Deeper members are
 * open: the operation checks them. `elsewhere` says where all of it can be read.
 */
export function shortened(schema: Json, most: number, elsewhere: string): Json {
  if (size(schema) <= most) return schema
  const { $defs: definitions = {}, properties = {}, ...rest } = schema as Record<string, Json>
  const members = Object.entries(properties) as [string, Json][]
  const cutTo = (member: Json, depth: number, hasText: boolean) =>
    shorter(member, { depth, hasText, definitions: definitions as Record<string, Json> })
  const kept: Json = Object.fromEntries(members.map(([name, member]) => [name, cutTo(member, 0, true)]))
  const whole = (): Json => ({ ...rest, description: elsewhere, properties: kept })
  let growing = members
  for (let depth = 1; depth <= deepest; depth++) {
    growing = growing.filter(([name, member]) => {
      const before = kept[name]
      for (const hasText of [true, false]) {
        kept[name] = cutTo(member, depth, hasText)
        if (size(whole()) <= most) return true
      }
      kept[name] = before
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

/** References are followed: a definition has no depth of its own, and one within itself ends with the levels. */
function shorter(given: Json, cut: Cut): Json {
  const { depth, hasText, definitions } = cut
  const reference = given['$ref']
  if (typeof reference === 'string') {
    const { $ref: _reference, ...rest } = given
    return shorter({ ...definitions[reference.slice('#/$defs/'.length)], ...rest }, cut)
  }
  const options = (given['anyOf'] ?? given['oneOf']) as Json[] | undefined
  if (options !== undefined) return ofOptions(given, options, cut)
  const kept: Json = {}
  for (const [name, value] of Object.entries(given)) {
    if (name === 'examples' || (depth === 0 && ofMembers.has(name))) continue
    if (name === 'description') {
      if (hasText) kept[name] = firstSentence(String(value))
    } else if (name === 'enum' && (value as unknown[]).length > longestEnum) kept['type'] ??= 'string'
    else if (name === 'properties') kept[name] = eachShorter(value as Json, { ...cut, depth: depth - 1 })
    else if (name === 'items') kept[name] = shorter(value as Json, cut)
    else kept[name] = value
  }
  return kept
}

const ofMembers = new Set(['properties', 'required', 'additionalProperties'])

const eachShorter = (members: Json, cut: Cut) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, shorter(member as Json, cut)]))

/**
 * Options that are the same once they are short become one, and any of them may hold: cut short, several might. `null` is
 * left out: what may be null may be absent.
 */
function ofOptions(given: Json, options: Json[], cut: Cut): Json {
  const { anyOf: _any, oneOf: _one, discriminator: _by, ...rest } = given
  const texts = options
    .filter(({ type }) => type !== 'null')
    .map((option) => JSON.stringify(shorter(option, cut)))
  const different = [...new Set(texts)].map((text) => JSON.parse(text) as Json)
  const [only] = different
  const around = shorter(rest, cut)
  return different.length === 1 ? { ...only, ...around } : { ...around, anyOf: different }
}

export const firstSentence = (text: string) => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
