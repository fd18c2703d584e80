import { z } from 'zod'
import type { Drift } from '../formats/shape.ts'
import { unwrapSchema } from '../mapping/fit.ts'

/** Tells of the members of a value that its schema does not have, and which therefore go nowhere. */
type Tell = (value: unknown, path: string, tell: (drift: Drift) => void) => void

/**
 * For native records: members that no record has, at any depth (`location.cty`, `experiences[].tilte`). Members that are null,
 * empty or of maps say nothing. Undefined if nothing can be unknown.
 */
export function tellUnknown(schema: z.ZodType): Tell | undefined {
  const inner = unwrapSchema(schema)
  if (inner instanceof z.ZodArray) return ofEntries(inner.element as z.ZodType)
  if (!(inner instanceof z.ZodObject)) return undefined
  const members = new Map<string, Tell | undefined>()
  for (const [name, member] of Object.entries(inner.shape))
    members.set(name, tellUnknown(member as z.ZodType))
  return (value, path, tell) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const name in value) {
      const member = (value as Record<string, unknown>)[name]
      if (member === null || member === undefined || member === '') continue
      const below = members.get(name)
      if (below !== undefined) below(member, path === '' ? name : `${path}.${name}`, tell)
      else if (!members.has(name))
        tell({ path: path === '' ? name : `${path}.${name}`, kind: 'unknown', value: member })
    }
  }
}

function ofEntries(element: z.ZodType): Tell | undefined {
  const each = tellUnknown(element)
  if (each === undefined) return undefined
  return (value, path, tell) => {
    if (Array.isArray(value)) for (const entry of value) each(entry, `${path}[]`, tell)
  }
}
