import type { z } from 'zod'
import { definition } from './schema-walk.ts'

const filterSets = new WeakSet<object>()

/**
 * Marks a schema whose members each narrow a search (its parameters, a list of selectors): an empty one, `{}` or
 * nulls alone, is no filter there, although its schema demands a member of it.
 */
export function filterSet<T extends z.ZodType>(schema: T): T {
  // Descriptions make copies of a schema; its definition is the same in all of them.
  filterSets.add(definition(schema))
  return schema
}

export const isFilterSet = (schema: z.ZodType): boolean => filterSets.has(definition(schema))
