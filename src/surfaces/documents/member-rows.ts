import type { Json, OpenApiDocument } from '../openapi/index.ts'
import { typeText } from './type-text.ts'

/** One line of a member table. */
export interface MemberRow {
  /** `searchParams.domains[]` */
  path: string
  type: string
  required: boolean
  /** JSON text; empty when there is none. */
  fallback: string
  description: string
}

export interface RowLimits {
  /** Levels of members below the top ones. */
  depth: number
}

/** Every member of an object schema with those below it, in order. A record is spelt out where it is first met, then named. */
export function memberRows(document: OpenApiDocument, schema: Json, limits: RowLimits): MemberRow[] {
  const rows: MemberRow[] = []
  const spelt = new Set<string>()
  const walk = (node: Json, path: string, depth: number): void => {
    const reference = node['$ref']
    if (typeof reference === 'string') {
      if (spelt.has(reference) || depth < 0) return
      spelt.add(reference)
      walk(componentOf(document, reference), path, depth)
      return
    }
    const options = node['anyOf'] ?? node['oneOf']
    if (Array.isArray(options)) {
      for (const option of options as Json[]) walk(option, path + discriminatorOf(option), depth)
    } else if (node['type'] === 'array') {
      walk((node['items'] ?? {}) as Json, `${path}[]`, depth)
    } else if (depth >= 0) {
      const required = new Set((node['required'] ?? []) as string[])
      for (const [name, member] of Object.entries((node['properties'] ?? {}) as Record<string, Json>)) {
        const at = path === '' ? name : `${path}.${name}`
        rows.push(rowOf(document, { path: at, member, required: required.has(name) }))
        walk(member, at, depth - 1)
      }
    }
  }
  walk(schema, '', limits.depth)
  return rows
}

/** Options of a union are told apart by their constant member. */
function discriminatorOf(option: Json): string {
  const constant = Object.entries((option['properties'] ?? {}) as Record<string, Json>).find(
    ([, member]) => member['const'] !== undefined,
  )
  return constant === undefined ? '' : ` (${constant[0]}: ${String(constant[1]['const'])})`
}

function rowOf(
  document: OpenApiDocument,
  { path, member, required }: { path: string; member: Json; required: boolean },
): MemberRow {
  const inherited = typeof member['$ref'] === 'string' ? componentOf(document, member['$ref']) : {}
  const fallback = member['default']
  return {
    path,
    type: typeText(member, (reference) => componentOf(document, reference)),
    required,
    fallback: fallback === undefined ? '' : JSON.stringify(fallback),
    description: String(member['description'] ?? inherited['description'] ?? ''),
  }
}

export function componentOf(document: OpenApiDocument, reference: string): Json {
  return document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {}
}
