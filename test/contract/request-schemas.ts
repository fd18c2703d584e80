import type { OpenApiDocument } from '../../src/surfaces/openapi/index.ts'

/** What is looked at of a schema. */
export interface MemberSchema {
  $ref?: string
  properties?: Record<string, MemberSchema>
  required?: string[]
  default?: unknown
}

/** The schema itself, or what it points to; a default beside the pointer counts as its own. */
export function resolved({ components }: OpenApiDocument, schema: MemberSchema): MemberSchema {
  if (schema.$ref === undefined) return schema
  const target = components.schemas[nameOf(schema.$ref)] as MemberSchema
  return { ...target, ...schema }
}

const nameOf = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1)

/** Every schema of a body that a client sends, however deep, with where it stands. */
export function* schemasOfRequests(document: OpenApiDocument): Generator<[string, MemberSchema]> {
  const visited = new Set<string>()
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      const { requestBody } = operation as { requestBody?: unknown }
      yield* within(document, requestBody, { place: `${method} ${path}`, visited })
    }
}

function* within(
  document: OpenApiDocument,
  value: unknown,
  { place, visited }: { place: string; visited: Set<string> },
): Generator<[string, MemberSchema]> {
  if (typeof value !== 'object' || value === null) return
  const schema = value as MemberSchema
  if (typeof schema.properties === 'object') yield [place, schema]
  if (typeof schema.$ref === 'string' && !visited.has(schema.$ref)) {
    visited.add(schema.$ref)
    yield* within(document, document.components.schemas[nameOf(schema.$ref)], {
      place: nameOf(schema.$ref),
      visited,
    })
  }
  for (const [member, inner] of Object.entries(value))
    yield* within(document, inner, { place: `${place}/${member}`, visited })
}
