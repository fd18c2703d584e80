import { z } from 'zod'
import { definition } from './schema-walk.ts'

/** The kind of thing that a member's ids name. */
export type IdDeclaration =
  /** Something an organization owns; for every other organization its id does not exist. */
  | { names: 'resource'; kind: string; madeBy?: string }
  /** A token that another operation sealed for one question of the caller and answered in a member of the same name. */
  | { names: 'sealed'; madeBy: string }
  /** An id issued by others, or by the caller; it reveals nothing. */
  | { names: 'outside' }

// Kept beside the schemas, not in their `meta`, because the documents show that.
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
 * Declares a member that takes a token another operation sealed for a question of the caller, such as that of one of its
 * results. Examples begin with that call. The operation itself decides what the token is bound to and how it answers others.
 */
export function sealedBy<T extends z.ZodType>(madeBy: string, schema: T): T {
  declarations.add(schema, { names: 'sealed', madeBy })
  return schema
}

/** Declares a member that looks like an id but names nothing that belongs to an organization. */
export function outsideId<T extends z.ZodType>(schema: T): T {
  declarations.add(schema, { names: 'outside' })
  return schema
}

/** The declaration of a member's schema, of one it wraps, or of the elements of its list. */
export function idDeclaration(schema: z.ZodType): IdDeclaration | undefined {
  const declaration = declarations.get(schema)
  if (declaration?.names !== undefined) return declaration
  const def = definition(schema)
  const inner = [def.innerType, def.in, def.out, def.element].filter((each) => each !== undefined)
  return inner.map(idDeclaration).find((each) => each !== undefined)
}
