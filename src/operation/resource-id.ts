import { z } from 'zod'
import { definition } from './schema-walk.ts'

/** What the ids of a member name. */
export type IdDeclaration =
  /** Something an organization has: for every other one its id is as good as none. */
  | { names: 'resource'; kind: string; madeBy?: string }
  /** Sealed by another operation for one question of the caller, somewhere in its answer, in a member of the same name. */
  | { names: 'sealed'; madeBy: string }
  /** Something given out by others, or by the caller: it tells nobody anything. */
  | { names: 'outside' }

// Beside the schemas and not in their `meta`, which the documents show.
const declarations = z.registry<IdDeclaration>()

/**
 * A member that names something of the caller's organization. `kind` says what, in words for people; `madeBy` is the
 * operation that answers such an id in a member of the same name, where one does. The contract suite tries every such
 * member with an id of another organization.
 */
export function resourceId(
  kind: string,
  of: { madeBy?: string; prefix?: string; most?: number; text?: z.ZodString } = {},
): z.ZodString {
  const { madeBy, prefix, most = 100, text = z.string() } = of
  const form = prefix === undefined ? '' : `, \`${prefix}_…\``
  const maker = madeBy === undefined ? '' : `, as ${madeBy} answers it`
  const article = /^[aeiou]/.test(kind) ? 'an' : 'a'
  return text
    .min(1)
    .max(most)
    .describe(`Id of ${article} ${kind}${form}${maker}.`)
    .register(declarations, { names: 'resource', kind, ...(madeBy === undefined ? {} : { madeBy }) })
}

/**
 * Declares a member that takes what another operation sealed for a question of the caller, such as a token of one of its
 * results: examples begin with that call. What it is bound to, and what it answers to others, is the operation's own.
 */
export function sealedBy<T extends z.ZodType>(madeBy: string, schema: T): T {
  declarations.add(schema, { names: 'sealed', madeBy })
  return schema
}

/** Declares a member that looks like an id and names nothing of any organization. */
export function outsideId<T extends z.ZodType>(schema: T): T {
  declarations.add(schema, { names: 'outside' })
  return schema
}

/** What a member's schema, or one that it wraps, or the elements of its list, declare. */
export function idDeclaration(schema: z.ZodType): IdDeclaration | undefined {
  const declaration = declarations.get(schema)
  if (declaration?.names !== undefined) return declaration
  const def = definition(schema)
  const inner = [def.innerType, def.in, def.out, def.element].filter((each) => each !== undefined)
  return inner.map(idDeclaration).find((each) => each !== undefined)
}
