import type { z } from 'zod'
import { mostItems } from './body-limit.ts'
import type { Issue } from './failure.ts'
import { definition, fits, joinPath, unwrap } from './schema-walk.ts'

/**
 * Finds lists of `value` that are longer than `schema` allows, before `value` is checked. Zod checks every item of a list
 * before it counts them, and 10,000 rules of twenty members would block all other requests for too long. Items themselves
 * are not inspected.
 */
export function longLists(schema: z.ZodType, value: unknown, path = ''): Issue[] {
  if (typeof value !== 'object' || value === null) return []
  const core = unwrap(schema)
  const def = definition(core)
  if (Array.isArray(value)) {
    const most = def.type === 'array' ? mostItems(core) : undefined
    if (most === undefined || value.length <= most) return []
    return [{ path, message: `Expected at most ${most} items, got ${value.length}.`, code: 'too_big' }]
  }
  const shape = findShape(def, value)
  return Object.entries(value).flatMap(([name, member]) =>
    shape !== undefined && Object.hasOwn(shape, name)
      ? longLists(shape[name] as z.ZodType, member, joinPath(path, name))
      : [],
  )
}

/** Members of an object, or of the form of it that its discriminator names. */
function findShape(def: ReturnType<typeof definition>, value: object): Record<string, z.ZodType> | undefined {
  if (def.type === 'object') return def.shape
  if (def.type !== 'union' || def.discriminator === undefined) return undefined
  const option = def.options?.find((candidate) => fits(def, candidate, value))
  return option === undefined ? undefined : findShape(definition(unwrap(option)), value)
}
