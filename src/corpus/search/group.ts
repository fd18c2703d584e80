import { z } from 'zod'
import { invalidMember, optional } from '../../operation/index.ts'

/** Search parameters joined by AND, OR and NOT. Members given together must all hold. */
export interface Group<P> {
  /** All of these hold. */
  and?: P[] | undefined
  /** At least one of these holds; an empty list matches nothing. */
  or?: P[] | undefined
  /** This does not hold. */
  not?: P | undefined
}

interface GroupInput<P> {
  and?: P[] | null | undefined
  or?: P[] | null | undefined
  not?: P | null | undefined
}

type Nested<P> = P & { group?: Group<Nested<P>> | undefined }
type NestedInput<P> = P & { group?: GroupInput<NestedInput<P>> | null | undefined }

/** Schema of a group of parameters with output `O` and input `I`, both without `group`. */
export type GroupSchema<O, I> = z.ZodType<Group<Nested<O>>, GroupInput<NestedInput<I>>>

const maxNodes = 200
const maxDepth = 8

/** Builds the schema of `group`. `params` is the object of parameters that it nests and that refers back to it. */
export function groupSchema<O, I>(id: string, params: () => z.ZodType): GroupSchema<O, I> {
  const nested = z.preprocess(withoutWords, z.lazy(params))
  const list = z.array(nested).max(maxNodes)
  const schema = z
    .object({
      and: optional(list).describe('All of these hold.'),
      or: optional(list).describe('At least one of these holds; an empty list matches nothing.'),
      not: optional(nested).describe('This does not hold.'),
    })
    .describe(
      `Parameters joined by and, or, not. Groups may nest ${maxDepth} deep and hold ${maxNodes} sets of parameters in all. Of and, or and not given together, all must hold.`,
    )
    .meta({ id: id.replace('Params', 'Group') })
  return schema as GroupSchema<O, I>
}

/**
 * Refuses `and`, `or` and `not` beside parameters. As unknown members they would be dropped, and the search would
 * match far more than was asked for.
 */
function withoutWords(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const word of ['and', 'or', 'not']) {
    if (!Object.hasOwn(value, word)) continue
    const message = `Parameters are joined inside a group: {"group": {"${word}": …}}.`
    context.addIssue({ code: 'custom', path: [word], message })
  }
  return value
}

/** How deep in groups a filter is, and how many sets of parameters the question holds. */
export interface Nesting {
  depth: number
  counted: { nodes: number }
}

/** Goes one group deeper. A question that is too deep or too large is a 400 at the path where it becomes so. */
export function nestedIn({ nesting }: { nesting: Nesting }, path: string): Nesting {
  const deeper = { depth: nesting.depth + 1, counted: nesting.counted }
  if (deeper.depth > maxDepth) throw invalidMember(path, `Groups nest at most ${maxDepth} deep.`, 'too_deep')
  if (++deeper.counted.nodes > maxNodes)
    throw invalidMember(path, `Groups hold at most ${maxNodes} sets of parameters in all.`, 'too_many')
  return deeper
}
