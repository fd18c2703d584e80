import type { z } from 'zod'

// zod 4 documents `_zod.def` as the way for libraries to look into a schema.
export type Definition = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  options?: z.ZodType[]
  valueType?: z.ZodType
  discriminator?: string
}

export const definition = (schema: z.ZodType) => schema._zod.def as unknown as Definition

/** The schema below optional, nullable, default, transform, preprocess and lazy wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let current = schema
  for (;;) {
    const def = definition(current)
    const inner = def.innerType ?? (def.type === 'pipe' ? side(def) : undefined) ?? def.getter?.()
    if (inner === undefined) return current
    current = inner
  }
}

/** What a pipe takes from the client: its first half, or the second where the first only looks at the value. */
const side = (pipe: Definition) =>
  pipe.in !== undefined && definition(pipe.in).type === 'transform' ? pipe.out : pipe.in

/** A discriminator tells options apart at once; trying each costs a parse, and a thrown-away error, an element. */
export function fits(def: Definition, candidate: z.ZodType, value: object): boolean {
  const member =
    def.discriminator === undefined ? undefined : definition(unwrap(candidate)).shape?.[def.discriminator]
  if (def.discriminator === undefined || member === undefined) return candidate.safeParse(value).success
  return member.safeParse((value as Record<string, unknown>)[def.discriminator]).success
}

export const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** A schema around others, around changed ones: in the same wrappers, with the same bounds. */
export function withInner(schema: z.ZodType, change: (inner: z.ZodType) => z.ZodType): z.ZodType {
  const def = definition(schema)
  const again = (members: Partial<Definition>) =>
    schema.clone({ ...schema._zod.def, ...members } as never, { parent: true })
  if (def.options !== undefined) return again({ options: def.options.map(change) })
  if (def.element !== undefined) return again({ element: change(def.element) })
  if (def.innerType !== undefined) return again({ innerType: change(def.innerType) })
  if (def.in === undefined || def.out === undefined) return schema
  return definition(def.in).type === 'transform'
    ? again({ out: change(def.out) })
    : again({ in: change(def.in) })
}
