/**
 * The interface as one compact text: operations with their prices and limits, events, and every member of every schema, one a
 * line, without a word of description. `docs/interface.txt` is the text of this version, so that a change of the interface
 * shows in review; `scripts/interface-changes.ts` compares two of them.
 *
 * A line is `name type`, indented under what it is a member of: `?` after a name says that the member may be left out, `[]` is
 * an item of an array that has members of its own, `{}` a member of a map, `|1` and `&1` parts of a union or an intersection.
 * A type is alternatives joined by `|`: kinds with their bounds (`integer(1..100)`, `[string](..10)` for an array of strings),
 * values (`"asc"`), names of schemas. What has members below and no type is an object. `...charged` stands for the members of
 * that name.
 */
interface Schema {
  [keyword: string]: unknown
}

interface Described {
  paths: Record<string, Record<string, Schema>>
  webhooks?: Record<string, { post: Schema }>
  components: Record<string, Record<string, Schema>>
}

/** Text of an OpenAPI document of ours; the same operations give the same text. */
export function interfaceText(document: unknown): string {
  const { paths, webhooks = {}, components } = document as Described
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      describeOperation(`${method.toUpperCase()} ${path}`, operation),
    ),
  )
  const events = Object.entries(webhooks).map(([key, { post }]) => [
    `event ${key}`,
    ...describeBody('payload', post['requestBody']),
  ])
  const schemas = Object.entries(components['schemas'] ?? {}).map(([name, schema]) =>
    describeMember(`schema ${name}`, schema),
  )
  const all = [...operations, ...events, ...schemas.map(withoutShared), [`schema ${shared}`, ...sharedLines]]
  const sections = all.map((lines) => lines.join('\n'))
  return `${sections.toSorted().join('\n')}\n`
}

/** What every answer that may be charged ends with, said once. */
export const shared = '...charged'
const sharedLines = [' chargeInfo ChargeInfo', ' warnings? [Warning]|null', ' advice? [string]|null']

const withoutShared = (lines: string[]) =>
  lines.slice(-sharedLines.length).join('\n') === sharedLines.join('\n')
    ? [...lines.slice(0, -sharedLines.length), ` ${shared}`]
    : lines

function describeOperation(route: string, operation: Schema): string[] {
  const price = operation['x-price'] as
    | { kind: string; units: { key: string; credits: number }[] }
    | undefined
  const limit = operation['x-rate-limit'] as { max: number; windowSeconds: number } | null | undefined
  const access = (operation['security'] as unknown[]).length === 0 ? 'public' : 'key'
  const words = [
    `operation ${operation['operationId'] as string} ${route} ${access}`,
    ...(operation['x-effect'] === undefined ? [] : [operation['x-effect'] as string]),
    ...(limit === undefined || limit === null ? [] : [`limit=${limit.max}/${limit.windowSeconds}s`]),
    ...(price === undefined ? [] : [`price=${price.kind}`]),
    ...(price?.units ?? []).map(({ key, credits }) => `${key}=${credits}`),
  ]
  const parameters = ((operation['parameters'] ?? []) as Schema[]).filter(({ $ref }) => $ref === undefined)
  const answers = operation['responses'] as Record<string, Schema>
  return [
    words.join(' '),
    ...parameters.flatMap(({ name, in: place, required, schema }) =>
      indent(
        describeMember(
          `${String(place)}:${String(name)}${required === true ? '' : '?'}`,
          (schema ?? {}) as Schema,
        ),
      ),
    ),
    ...describeBody('request', operation['requestBody']),
    ...describeBody('response', answers['200']),
  ]
}

function describeBody(name: string, body: unknown): string[] {
  const { content = {} } = (body ?? {}) as { content?: Record<string, { schema?: Schema }> }
  return Object.entries(content).flatMap(([media, { schema = {} }]) => {
    const label = media === 'application/json' ? name : `${name}:${media}`
    return indent(describeMember(label, schema))
  })
}

const indent = (lines: readonly string[]) => lines.map((line) => ` ${line}`)

/** The line of a member, and those of its own members. */
function describeMember(name: string, schema: Schema): string[] {
  const parts = alternativesOf(schema)
  const own = parts.flatMap((part) => atomsOf(part))
  const nested = parts.map(membersOf).filter((lines) => lines.length > 0)
  const below =
    nested.length < 2 ? nested.flat() : nested.flatMap((lines, index) => [`|${index + 1}`, ...indent(lines)])
  const all = ((schema['allOf'] ?? []) as Schema[]).flatMap((part, index) =>
    describeMember(`&${index + 1}`, part),
  )
  const notes = [
    ...(schema['default'] === undefined ? [] : [`= ${JSON.stringify(schema['default'])}`]),
    ...parts.flatMap(({ pattern, not }) => [
      ...(pattern === undefined ? [] : [`matches ${JSON.stringify(pattern)}`]),
      ...(not === undefined ? [] : [`not ${JSON.stringify(not)}`]),
    ]),
    ...(schema['deprecated'] === true ? ['deprecated'] : []),
  ]
  const kinds = [...new Set(own)]
  // Members below say that it is an object.
  const type = kinds.join('|') === 'object' && below.length > 0 ? '' : kinds.join('|')
  return [[name, type, ...notes].filter((word) => word !== '').join(' '), ...indent([...below, ...all])]
}

/** What a value may be, unions within unions undone. */
function alternativesOf(schema: Schema): Schema[] {
  const union = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (union === undefined) return [schema]
  const { anyOf: _any, oneOf: _one, allOf: _all, default: _default, ...rest } = schema
  const own = rest['type'] === undefined && rest['properties'] === undefined ? [] : [rest]
  return [...own, ...union.flatMap(alternativesOf)]
}

function atomsOf(schema: Schema): string[] {
  const { $ref, const: only, enum: values, type } = schema
  if (typeof $ref === 'string') return [$ref.slice($ref.lastIndexOf('/') + 1)]
  if (only !== undefined) return [JSON.stringify(only)]
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value))
  const kinds = Array.isArray(type) ? (type as string[]) : typeof type === 'string' ? [type] : []
  return kinds.map((kind) => `${kind === 'array' ? arrayOf(schema) : kind}${boundsOf(kind, schema)}`)
}

/** An array with its items, where they fit on the line of the array. */
function arrayOf({ items }: Schema): string {
  const [line = '', ...more] = itemLines(items)
  return more.length === 0 && line.startsWith('[] ') && !/ (= |matches |not |deprecated)/.test(line)
    ? `[${line.slice(3)}]`
    : 'array'
}

const itemLines = (items: unknown) => (items === undefined ? [] : describeMember('[]', items as Schema))

const bounds: Record<string, [low: string, high: string]> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
  object: ['minProperties', 'maxProperties'],
}

/** Bounds that come with the kind of number say nothing. */
const implied = new Set<unknown>([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])

function boundsOf(kind: string, schema: Schema): string {
  const [low = '', high = ''] = bounds[kind] ?? []
  const above = kind === 'number' || kind === 'integer' ? schema['exclusiveMinimum'] : undefined
  const [from, to] = [schema[low], schema[high]].map((bound) => (implied.has(bound) ? undefined : bound))
  const range =
    from === undefined && to === undefined && above === undefined
      ? []
      : [`${above === undefined ? '' : `>${String(above)}`}${String(from ?? '')}..${String(to ?? '')}`]
  const format = kind === 'string' && typeof schema['format'] === 'string' ? [schema['format']] : []
  const words = [...range, ...format]
  return words.length === 0 ? '' : `(${words.join(',')})`
}

function membersOf(schema: Schema): string[] {
  const {
    properties = {},
    required = [],
    items,
    additionalProperties: others,
  } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
    items?: Schema
    additionalProperties?: unknown
  }
  const isMap = typeof others === 'object' && others !== null && Object.keys(others).length > 0
  return [
    ...Object.entries(properties).flatMap(([name, member]) =>
      describeMember(`${name}${required.includes(name) ? '' : '?'}`, member),
    ),
    ...(arrayOf(schema) === 'array' ? itemLines(items) : []),
    ...(isMap ? describeMember('{}', others as Schema) : []),
  ]
}
