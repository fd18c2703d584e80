import { z } from 'zod'
import { readsQuery, type AnyOperation, type FileBody } from '../../operation/index.ts'
import type { Components } from './components.ts'
import type { Json } from './json-schema.ts'

export interface RequestParts {
  parameters: Json[]
  requestBody?: Json
}

interface Member {
  name: string
  schema: Json
  required: boolean
}

/** How an operation takes its input: path parameters, query parameters for GET and DELETE, and a JSON body. */
export function buildRequest(operation: AnyOperation, components: Components): RequestParts {
  // Rebuilt, because an input with an id would be converted to a reference, but its members go to several places.
  const whole = components.add(z.object(operation.input.shape), 'input', operation.id)
  const required = new Set((whole['required'] ?? []) as string[])
  const members = Object.entries((whole['properties'] ?? {}) as Record<string, Json>).map(
    ([name, schema]): Member => ({ name, schema, required: required.has(name) }),
  )
  const byPlace = Map.groupBy(members, (member) => findPlace(operation, member))
  const example = (operation.examples[0]?.input ?? {}) as Json
  const parameters = [
    ...(byPlace.get('path') ?? []).map((member) => buildParameter(member, 'path', example)),
    ...(byPlace.get('query') ?? []).map((member) => buildParameter(member, 'query', example)),
  ]
  if (operation.file !== undefined) return { parameters, requestBody: buildFile(operation.file) }
  const inBody = byPlace.get('body') ?? []
  // Every keyed request with a JSON body may carry the key there, even when it has no member of its own.
  const hasBody = inBody.length > 0 || (!readsQuery(operation) && operation.access === 'key')
  return hasBody ? { parameters, requestBody: buildBody(operation, inBody) } : { parameters }
}

function findPlace(operation: AnyOperation, { name, schema }: Member): 'path' | 'query' | 'body' {
  if (operation.pathParameters.includes(name)) return 'path'
  if (!readsQuery(operation)) return 'body'
  // A query cannot carry objects; a DELETE takes them as JSON.
  return operation.method === 'DELETE' && !isFlat(schema) ? 'body' : 'query'
}

function isFlat(schema: Json): boolean {
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return (options as Json[]).every(isFlat)
  if (schema['$ref'] !== undefined || schema['type'] === 'object') return false
  return schema['type'] === 'array' ? isFlat((schema['items'] ?? {}) as Json) : true
}

function buildParameter(member: Member, place: 'path' | 'query', example: Json): Json {
  const { description, ...schema } = member.schema
  return {
    name: member.name,
    in: place,
    ...(member.required || place === 'path' ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: withoutNull(schema),
    ...(example[member.name] === undefined ? {} : { example: example[member.name] }),
  }
}

/** A query has no null: a parameter is left out instead. */
function withoutNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (Array.isArray(schema['type'])) {
    const types = (schema['type'] as string[]).filter((type) => type !== 'null')
    return { ...schema, type: types.length === 1 ? types[0] : types }
  }
  if (!Array.isArray(anyOf)) return schema
  const options = (anyOf as Json[]).filter((option) => option['type'] !== 'null')
  return options.length === 1 ? { ...options[0], ...rest } : { anyOf: options, ...rest }
}

function buildBody(operation: AnyOperation, members: Member[]): Json {
  const properties: Record<string, Json> = Object.fromEntries(
    members.map(({ name, schema }) => [name, schema] as const),
  )
  if (operation.access === 'key') properties['apiKey'] = apiKeyMember
  const required = members.filter((member) => member.required).map((member) => member.name)
  const schema = {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
  }
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        // In its place and not as a component: openapi-typescript demands members with a default of components alone.
        schema,
        examples: bodyExamples(operation, new Set(members.map((member) => member.name))),
      },
    },
  }
}

function buildFile({ describe, mediaTypes, example }: FileBody): Json {
  const [first] = mediaTypes
  return {
    description: describe,
    required: true,
    content: Object.fromEntries(
      // A binary body has no schema in OpenAPI 3.1.
      mediaTypes.map((type) => [type, type === first ? { schema: { type: 'string' }, example } : {}]),
    ),
  }
}

const apiKeyMember = {
  type: 'string',
  description:
    'API key. Used before any header; the headers are the better place, because bodies are logged more often.',
}

function bodyExamples(operation: AnyOperation, inBody: ReadonlySet<string>): Json {
  return Object.fromEntries(
    operation.examples.map(({ name, input }) => {
      const value = Object.fromEntries(Object.entries(input as Json).filter(([member]) => inBody.has(member)))
      return [slug(name), { summary: name, value }]
    }),
  )
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** `companySearch` -> `CompanySearch` */
export const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)
