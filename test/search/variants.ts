import { z } from 'zod'
import { unwrap } from '../../src/operation/index.ts'
import { formOf, inList, isCounted, membersOf } from './branches.ts'

/** A value of a filter with one thing changed. */
export interface Variant {
  /** What was changed, alike for all values of the filter. */
  name: string
  value: unknown
}

/**
 * The same value with one optional member left out, one bound a hair narrower or wider, or one length in another unit.
 * Where that finds the same records, the question does not show that the member is looked at.
 */
export function variantsOf(schema: z.ZodType, value: unknown): Variant[] {
  const found: Variant[] = []
  collect({ schema, value, path: '', whole: (changed) => changed }, (variant) => {
    if (isCounted(variant.name)) found.push(variant)
  })
  return found
}

interface Part {
  schema: z.ZodType
  value: unknown
  path: string
  /** The whole value with this part changed. */
  whole(changed: unknown): unknown
}

function collect(part: Part, add: (variant: Variant) => void): void {
  const { value, path, whole } = part
  if (value === null || typeof value !== 'object') return
  const schema = unwrap(part.schema)
  if (schema instanceof z.ZodArray) {
    for (const [index, each] of (value as unknown[]).entries()) {
      const inner = (changed: unknown) => whole((value as unknown[]).with(index, changed))
      collect({ schema: schema.element as z.ZodType, value: each, path: inList(path), whole: inner }, add)
    }
  }
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of membersOf(schema)) {
      const given = (value as Record<string, unknown>)[name]
      if (given === null || given === undefined) continue
      const own = `${path}.${name}`
      const { [name as never]: _left, ...rest } = value
      if (member.safeParse(undefined).success) add({ name: `${own} left out`, value: whole(rest) })
      const other = nudged(value, name)
      if (other !== undefined) add({ name: own, value: whole({ ...value, [name]: other }) })
      const inner = (changed: unknown) => whole({ ...value, [name]: changed })
      collect({ schema: member, value: given, path: own, whole: inner }, add)
    }
    if ('unit' in value) add({ name: `${path}.unit`, value: whole({ ...value, unit: otherUnit(value) }) })
  }
  const form = formOf(schema, value)
  if (form !== undefined) collect({ ...part, schema: form.schema, path: `${path}<${form.name}>` }, add)
}

const otherUnit = (radius: { unit: unknown }) => (radius.unit === 'miles' ? 'kilometers' : 'miles')

const hair = 1e-6
const day = 86_400_000
const steps: Record<string, 1 | -1> = {
  lowerBound: 1,
  low: 1,
  upperBoundInclusive: -1,
  upperBound: -1,
  high: -1,
  lowerBoundExclusive: -1,
}

/** A bound so little narrower, or wider where it is exclusive, that only records on it make a difference. */
function nudged(holder: object, name: string): unknown {
  const [step, value] = [steps[name], (holder as Record<string, unknown>)[name]]
  // Bounds of a window are whole periods.
  if (step === undefined || 'method' in holder) return undefined
  if (typeof value === 'number') return value + step * hair
  if (typeof value !== 'string') return undefined
  return new Date(Date.parse(value) + step * day).toISOString().slice(0, 10)
}
