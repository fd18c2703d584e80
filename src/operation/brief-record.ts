import { z } from 'zod'

const briefs = new Map<string, readonly string[]>()

/**
 * Lists the members of a record that answer most questions, the likeliest first. Readers that pay for every letter get these
 * unless they ask for more. `current_job.title` is a member within a member. The schema needs an id (`.meta({ id })`).
 */
export function briefRecord<S extends z.ZodType>(schema: S, members: readonly string[]): S {
  const id = z.globalRegistry.get(schema)?.id
  if (id === undefined) throw new Error('A brief record needs a schema with an id.')
  briefs.set(id, members)
  return schema
}

/** Undefined when no brief form was declared for the schema with that id. */
export const briefMembers = (id: string): readonly string[] | undefined => briefs.get(id)
