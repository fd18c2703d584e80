import type { z } from 'zod'
import { Failure } from './failure.ts'
import { receive } from './pipeline/receive.ts'
import { unwrap } from './schema-walk.ts'

/**
 * Turns query strings into the types the schema expects; a value that does not convert stays text, so that validation
 * reports it.
 */
export function queryInput(schema: z.ZodObject, query: Record<string, string[]>): Record<string, unknown> {
  const input = Object.create(null) as Record<string, unknown>
  for (const [name, values] of Object.entries(query)) {
    // As in bodies: Postgres cannot store NUL in a text.
    if (values.some((value) => value.includes('\u0000'))) throw new Failure('nul-character')
    // `constructor` and the like are unknown members, not what every object inherits.
    const member = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined
    input[name] = member === undefined ? (values[0] ?? '') : convert(unwrap(member), values)
  }
  return input
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])

function convert(schema: z.ZodType, values: string[]): unknown {
  const last = values.at(-1) ?? ''
  switch (schema._zod.def.type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(last) ? Number(last) : last
    case 'boolean':
      return booleans.get(last) ?? last
    case 'array': {
      const element = unwrap((schema as z.ZodArray<z.ZodType>).element)
      if (element._zod.def.type === 'object') return values.flatMap(objectsIn)
      return values.flatMap((value) => value.split(',')).map((value) => convert(element, [value]))
    }
    default:
      return last
  }
}

/** A query carries objects as JSON, one or a list, under the caps of bodies. A value that is not JSON stays text. */
function objectsIn(value: string): unknown {
  if (!/^\s*[[{]/.test(value)) return value
  try {
    return receive(new TextEncoder().encode(`{"value":${value}}`))['value']
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid-json') return value
    throw error
  }
}
