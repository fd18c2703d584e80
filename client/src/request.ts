import { createQuerySerializer } from 'openapi-fetch'
import type { CallOptions } from './settings.ts'
import type { Operation } from './operation.ts'

export interface RequestParts {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** Where each member of the input goes: as the service takes them. */
export function splitInput(
  operation: Pick<Operation, 'method' | 'path' | 'query' | 'file'>,
  input: object,
  { file }: CallOptions,
): RequestParts {
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const inQuery = new Set(operation.query)
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (inPath.has(name)) path[name] = value
    else if (operation.method === 'GET' || operation.file !== undefined || inQuery.has(name))
      query[name] = value
    else body[name] = value
  }
  if (operation.file !== undefined) return { path, query, body: file }
  const hasNone =
    operation.method === 'GET' || (operation.method === 'DELETE' && Object.keys(body).length === 0)
  return { path, query, body: hasNone ? undefined : body }
}

const serialize = createQuerySerializer()

/** Objects in a query are JSON, lists repeat their name, and there is no null. */
export const writeQuery = (query: Record<string, unknown>): string =>
  serialize(
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(flat) : flat(value),
      ]),
    ),
  )

const flat = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
