import type { z } from 'zod'

const cache = new WeakMap<z.ZodType, Readonly<Record<string, readonly string[]>>>()

/** Tells which other words vendors use for the values of a closed list. */
export function withSynonyms<Schema extends z.ZodEnum>(
  schema: Schema,
  synonyms: Partial<Record<string & keyof Schema['enum'], readonly string[]>>,
): Schema {
  cache.set(schema, synonyms as Readonly<Record<string, readonly string[]>>)
  return schema
}

/** Other words for the values of a closed list, by value. */
export const findSynonyms = (schema: z.ZodType): Readonly<Record<string, readonly string[]>> =>
  cache.get(schema) ?? {}
