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

/**
 * The side of a pipe that describes the client's value: the first half, or the second when the first only inspects the
 * value.
 */
const side = (pipe: Definition) =>
  pipe.in !== undefined && definition(pipe.in).type === 'transform' ? pipe.out : pipe.in

/** A discriminator tells options apart at once; trying each option costs a parse and a discarded error for every element. */
export function fits(def: Definition, candidate: z.ZodType, value: object): boolean {
  const member =
    def.discriminator === undefined ? undefined : definition(unwrap(candidate)).shape?.[def.discriminator]
  if (def.discriminator === undefined || member === undefined) return candidate.safeParse(value).success
  return member.safeParse((value as Record<string, unknown>)[def.discriminator]).success
}

export const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** Rebuilds a schema around changed inner schemas, with the same wrappers and bounds. */
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
