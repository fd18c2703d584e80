import type { Json } from '../openapi/index.ts'

/**
 * The JSON of an answer without empty values: null, empty lists and empty objects. A model pays for every letter, and most
 * of a record's eighty members are empty. Members of the output itself always stay, so that an empty or last page is
 * explicit. `cut` first removes unwanted parts.
 */
export function compacted(body: string, cut: (body: Json) => Json = (whole) => whole): Json {
  const { output, ...beside } = cut(JSON.parse(body) as Json)
  const rest = compact(beside) as Json
  if (output === undefined) return rest
  const isPlain = typeof output !== 'object' || output === null || Array.isArray(output)
  return { output: isPlain ? compact(output) : eachCompact(output as Json), ...rest }
}

const eachCompact = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, compact(member)]))

/** Answers are never deeper than what the service writes. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(eachCompact(value as Json)).filter(([, inner]) => !isEmpty(inner)))
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return (
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  )
}
