import type { z } from 'zod'
import type { Warning } from './envelope.ts'
import { meantMember } from './meant-member.ts'
import { definition, fits, join, unwrap, type Definition } from './schema-walk.ts'

/** More would drown the answer; the last entry then says how many were left out. */
const mostWarnings = 100

/**
 * Reports members of `value` that `schema` does not know, with their full path
 * (`searchParams.headquartersCountryCode.anyof`) and the known name most likely meant. Unknown members are never errors.
 */
export function unknownMembers(schema: z.ZodType, value: unknown): Warning[] {
  const found: Found = []
  walk(schema, value, '', found)
  const warnings = found.slice(0, mostWarnings).map(({ path, name, shape }) => {
    const hint = meantMember(name, Object.keys(shape))
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
