import type { z } from 'zod'
import type { Warning } from './envelope.ts'
import type { Issue } from './failure.ts'
import { meantMember } from './meant-member.ts'
import { meantPlace, type Level } from './meant-place.ts'
import { definition, fits, joinPath, unwrap, type Definition } from './schema-walk.ts'

/** More would swamp the answer; the last entry then says how many were left out. */
const maxWarnings = 100

/**
 * Reports members of `value` that `schema` does not know, with their full path
 * (`searchParams.headquartersCountryCode.anyof`) and the known name most likely meant, here or elsewhere in the request.
 */
export function unknownMembers(schema: z.ZodType, value: unknown): Warning[] {
  const unknowns: NamedLevels = []
  walk(schema, value, { path: '', around: [] }, unknowns)
  const warnings = unknowns.slice(0, maxWarnings).map(({ name, level }) => ({
    field: joinPath(level.path, name),
    message: `Unknown member, ignored.${makeHint(name, level)}`,
  }))
  const left = unknowns.length - warnings.length
  if (left > 0) warnings.push({ field: '', message: `${left} more unknown members were ignored.` })
  return warnings
}

/** The same as issues, for requests that are refused because of such members. */
export const unknownIssues = (warnings: readonly Warning[]): Issue[] =>
  warnings.map(({ field, message }) => ({
    path: field,
    message: message.replace('member, ignored.', 'member.').replace(' were ignored.', '.'),
    code: 'unknown_member',
  }))

function makeHint(name: string, level: Level): string {
  const here = meantMember(name, Object.keys(level.shape))
  const meant = here === undefined ? meantPlace(name, level) : `"${here}"`
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

type NamedLevels = { name: string; level: Level }[]

/** The path of a value and the objects around it, the outermost first. */
interface Spot {
  path: string
  around: readonly Level[]
}

function walk(schema: z.ZodType, value: unknown, spot: Spot, unknowns: NamedLevels): void {
  if (typeof value !== 'object' || value === null) return
  const core = unwrap(schema)
  const def = definition(core)
  const { path } = spot
  if (Array.isArray(value)) {
    if (def.type === 'array' && def.element !== undefined) {
      for (const [index, item] of value.entries())
        walk(def.element, item, { ...spot, path: `${path}[${index}]` }, unknowns)
    } else if (def.type === 'union') walkUnion(def, value, spot, unknowns)
  } else if (def.type === 'object') walkObject(def.shape ?? {}, value, spot, unknowns)
  else if (def.type === 'record' && def.valueType !== undefined) {
    for (const [name, member] of Object.entries(value))
      walk(def.valueType, member, { ...spot, path: joinPath(path, name) }, unknowns)
  } else if (def.type === 'union') walkUnion(def, value, spot, unknowns)
}

function walkObject(
  shape: Record<string, z.ZodType>,
  value: object,
  { path, around }: Spot,
  unknowns: NamedLevels,
): void {
  const level: Level = { path, shape, around }
  const inner = [...around, level]
  for (const [name, member] of Object.entries(value)) {
    const memberSchema = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (memberSchema === undefined) unknowns.push({ name, level })
    else walk(memberSchema, member, { path: joinPath(path, name), around: inner }, unknowns)
  }
}

function walkUnion(def: Definition, value: object, spot: Spot, unknowns: NamedLevels): void {
  const option = def.options?.find((candidate) => fits(def, candidate, value))
  if (option !== undefined) walk(option, value, spot, unknowns)
}
