import type { z } from 'zod'
import { nearest } from '../lib/edit-suggestion.ts'
import type { Warning } from './envelope.ts'

/** More would drown the answer; the last entry then says how many were left out. */
const mostWarnings = 100

/**
 * Reports members of `value` that `schema` does not know, with their full path
 * (`searchParams.headquartersCountryCode.anyof`) and the nearest known name. Unknown members are never errors.
 */
export function unknownMembers(schema: z.ZodType, value: unknown): Warning[] {
  const found: Found = []
  walk(schema, value, '', found)
  const warnings = found.slice(0, mostWarnings).map(({ path, name, shape }) => {
    const hint = nearest(name, Object.keys(shape))
    return {
      field: path,
      message: `Unknown member, ignored.${hint === undefined ? '' : ` Did you mean "${hint}"?`}`,
    }
  })
  const left = found.length - warnings.length
  if (left > 0) warnings.push({ field: '', message: `${left} more unknown members were ignored.` })
  return warnings
}

type Found = { path: string; name: string; shape: object }[]
// zod 4 documents `_zod.def` as the way for libraries to look into a schema.
type Definition = {
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

const definition = (schema: z.ZodType) => schema._zod.def as unknown as Definition

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

function walk(schema: z.ZodType, value: unknown, path: string, found: Found): void {
  if (typeof value !== 'object' || value === null) return
  const core = unwrap(schema)
  const def = definition(core)
  if (Array.isArray(value)) {
    if (def.type === 'array' && def.element !== undefined) {
      for (const [index, item] of value.entries()) walk(def.element, item, `${path}[${index}]`, found)
    } else if (def.type === 'union') walkUnion(def, value, path, found)
  } else if (def.type === 'object') walkObject(def.shape ?? {}, value, path, found)
  else if (def.type === 'record' && def.valueType !== undefined) {
    for (const [name, member] of Object.entries(value)) walk(def.valueType, member, join(path, name), found)
  } else if (def.type === 'union') walkUnion(def, value, path, found)
}

function walkObject(shape: Record<string, z.ZodType>, value: object, path: string, found: Found): void {
  for (const [name, member] of Object.entries(value)) {
    const memberSchema = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (memberSchema === undefined) found.push({ path: join(path, name), name, shape })
    else walk(memberSchema, member, join(path, name), found)
  }
}

function walkUnion(def: Definition, value: object, path: string, found: Found): void {
  const option = def.options?.find((candidate) => fits(def, candidate, value))
  if (option !== undefined) walk(option, value, path, found)
}

/** A discriminator tells options apart at once; trying each costs a parse, and a thrown-away error, an element. */
function fits(def: Definition, candidate: z.ZodType, value: object): boolean {
  const member =
    def.discriminator === undefined ? undefined : definition(unwrap(candidate)).shape?.[def.discriminator]
  if (def.discriminator === undefined || member === undefined) return candidate.safeParse(value).success
  return member.safeParse((value as Record<string, unknown>)[def.discriminator]).success
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
