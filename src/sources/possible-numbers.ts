import type { z } from 'zod'
import { quantityWithin } from '../corpus/import/index.ts'
import { isPossible, type QuantityName } from '../corpus/records/index.ts'
import { definition, unwrap } from '../operation/index.ts'

/** An answer without the numbers that nothing can have, and where those stood. */
export interface PossibleAnswer<Answer> {
  answer: Answer
  /** `record.employee_count_consensus` */
  impossible: readonly string[]
}

/**
 * Takes out of an answer what imports refuse of a file: a headcount of half a person, a year 20250. Such a number becomes
 * unknown, and the rest of the record stays.
 */
export function withPossibleNumbers<Schema extends z.ZodType>(
  schema: Schema,
  answer: z.output<Schema>,
): PossibleAnswer<z.output<Schema>> {
  const impossible: string[] = []
  return { answer: checked(schema, answer, { path: '', impossible }) as z.output<Schema>, impossible }
}

interface Place {
  path: string
  impossible: string[]
}

function checked(schema: z.ZodType, value: unknown, place: Place): unknown {
  if (typeof value === 'number' || (typeof value === 'object' && value !== null)) {
    const quantity = quantityWithin(schema)
    if (quantity !== undefined) return measuredOr(schema, value, { ...place, quantity })
  }
  if (typeof value !== 'object' || value === null) return value
  const { element, shape } = definition(unwrap(schema))
  if (Array.isArray(value)) {
    if (element === undefined) return value
    return changed(
      value,
      value.map((each, index) => checked(element, each, below(place, String(index)))),
    )
  }
  if (shape === undefined) return value
  const entries = Object.entries(value).map(([name, member]) => {
    const of = shape[name]
    return [name, of === undefined ? member : checked(of, member, below(place, name))] as const
  })
  return entries.every(([name, member]) => member === (value as Record<string, unknown>)[name])
    ? value
    : Object.fromEntries(entries)
}

/** Null where the member may be unknown; what must be there is for the schema of the answer to judge. */
function measuredOr(
  schema: z.ZodType,
  value: number | object,
  { path, impossible, quantity }: Place & { quantity: QuantityName },
): unknown {
  if (fitsQuantity(quantity, value) || !schema.safeParse(null).success) return value
  impossible.push(path)
  return null
}

/** A number, or the two bounds of a range. */
function fitsQuantity(quantity: QuantityName, value: number | object): boolean {
  if (typeof value === 'number') return isPossible(quantity, value)
  const { gte, lte } = value as { gte?: unknown; lte?: unknown }
  const bounds = [gte, lte].filter((bound) => typeof bound === 'number')
  const [least = 0, most = least] = bounds
  return least <= most && bounds.every((bound) => isPossible(quantity, bound))
}

const below = ({ path, impossible }: Place, name: string): Place => ({
  path: path === '' ? name : `${path}.${name}`,
  impossible,
})

/** The list as it was where nothing in it is another, so that whole answers are not copied. */
const changed = (before: unknown[], after: unknown[]): unknown[] =>
  after.every((each, index) => each === before[index]) ? before : after
