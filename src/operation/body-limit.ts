import type { z } from 'zod'
import { definition, unwrap } from './schema-walk.ts'

/** Largest body the service reads, except for operations that take a file or long lists. */
export const bodyLimitBytes = 1024 * 1024

/**
 * Largest body of an operation whose list would not fit the usual limit: 10,000 items of 200 bytes. No operation takes more
 * JSON.
 */
export const longListBodyBytes = 2 * bodyLimitBytes
/** This many identifiers of 200 bytes fit into the usual limit. */
const usualMaxItems = 5_000

const limits = new WeakMap<z.ZodType, number>()

/** The largest body of an operation that takes JSON, bytes: what its longest list of identifiers needs. */
export function findBodyLimit({ input }: { input: z.ZodType }): number {
  let limit = limits.get(input)
  if (limit === undefined) {
    limit = hasListOver(input, usualMaxItems, new Set()) ? longListBodyBytes : bodyLimitBytes
    limits.set(input, limit)
  }
  return limit
}

/** Most items a list schema accepts; undefined where it sets no limit. */
export function mostItems({ _zod }: z.ZodType): number | undefined {
  const checks = (_zod.def.checks ?? []).map((check) => check._zod.def as { check: string; maximum?: number })
  return checks.find(({ check }) => check === 'max_length')?.maximum
}

function hasListOver(schema: z.ZodType, most: number, visited: Set<z.ZodType>): boolean {
  const core = unwrap(schema)
  if (visited.has(core)) return false
  visited.add(core)
  const { type, shape = {}, element, options = [], valueType } = definition(core)
  if (type === 'array' && (mostItems(core) ?? 0) > most) return true
  return [...Object.values(shape), element, ...options, valueType].some(
    (part) => part !== undefined && hasListOver(part, most, visited),
  )
}
