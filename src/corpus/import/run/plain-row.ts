import { z } from 'zod'
import { holdsFoundingDate, isPossible, type QuantityName } from '../../records/index.ts'
import { fitFoundingDate } from '../mapping/fit-quantity.ts'
import { quantityWithin, unwrapSchema } from '../mapping/fit.ts'
import { maxTextChars } from './text-limits.ts'

/** Says that a value is not plainly of its schema, so that the longer way has to judge it. */
export const unsure = Symbol('unsure')

/** Answers a copy of a value as its schema would, or `unsure`. */
type ReadPlain = (value: unknown) => unknown

export interface PlainRowOptions {
  /** ISO date the file is true for. */
  asOf: string
  /** Whether `makeFit` has been over the row: then no member is missing that it would add. */
  isFitted: boolean
}

interface Place extends PlainRowOptions {
  /** The meaning of numbers, where a schema around them tells. */
  quantity: QuantityName | undefined
}

/**
 * Fits, checks and copies a native record in one walk. Nearly every row is plain: each value has its type and its bounds,
 * nothing is unknown and no text has a NUL. Of a plain row the answer is what `makeFit`, the schema and the other checks of
 * a row answer together; any other row is `unsure`.
 */
export function plainRow(schema: z.ZodType, options: PlainRowOptions): ReadPlain {
  return readAt(schema, { ...options, quantity: undefined })
}

const never: ReadPlain = () => unsure

function readAt(schema: z.ZodType, outside: Place): ReadPlain {
  if (isChanged(schema)) return never
  const inner = unwrapSchema(schema)
  const place = { ...outside, quantity: quantityWithin(schema) ?? outside.quantity }
  if (inner instanceof z.ZodString) return readText(schema, inner, place)
  if (inner instanceof z.ZodNumber) return readNumber(inner, place)
  if (inner instanceof z.ZodUnion) return readUnion(inner, place)
  if (hasChecks(inner)) return never
  if (inner instanceof z.ZodBoolean) return (value) => (typeof value === 'boolean' ? value : unsure)
  if (inner instanceof z.ZodEnum) {
    const options = new Set<unknown>(inner.options)
    return (value) => (options.has(value) ? value : unsure)
  }
  if (inner instanceof z.ZodArray) return readList(inner, place)
  if (inner instanceof z.ZodRecord) return readMap(inner, place)
  return inner instanceof z.ZodObject ? readObject(inner, place) : never
}

const definition = (schema: z.ZodType) =>
  schema._zod.def as { checks?: readonly unknown[]; check?: unknown; coerce?: unknown; catchall?: unknown }

function hasChecks(schema: z.ZodType): boolean {
  const { checks = [], check, coerce } = definition(schema)
  return checks.length > 0 || check !== undefined || coerce === true
}

/** Whether something around the schema of the value checks or changes it: a default, a transform, a refinement. */
function isChanged(schema: z.ZodType): boolean {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    if (hasChecks(inner)) return true
    inner = inner.unwrap() as z.ZodType
  }
  return inner !== unwrapSchema(inner)
}

function readText(schema: z.ZodType, inner: z.ZodString, { asOf }: Place): ReadPlain {
  const isStorable = (value: unknown): value is string =>
    typeof value === 'string' && value.length <= maxTextChars && !value.includes('\0')
  if (isFoundingDate(schema)) {
    const fit = fitFoundingDate('')
    // A refused date becomes undefined, which is not the date.
    return (value) =>
      isStorable(value) && !hasChecks(inner) && fit(value, { asOf }) === value ? value : unsure
  }
  if (!hasChecks(inner)) return (value) => (isStorable(value) ? value : unsure)
  return (value) => {
    const parsed = isStorable(value) ? inner.safeParse(value) : undefined
    return parsed?.success === true && isStorable(parsed.data) ? parsed.data : unsure
  }
}

function isFoundingDate(schema: z.ZodType): boolean {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    if (holdsFoundingDate(inner)) return true
    inner = inner.unwrap() as z.ZodType
  }
  return holdsFoundingDate(inner)
}

function readNumber(inner: z.ZodNumber, { quantity }: Place): ReadPlain {
  const isBounded = hasChecks(inner)
  return (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return unsure
    if (quantity !== undefined && !isPossible(quantity, value)) return unsure
    return !isBounded || inner.safeParse(value).success ? value : unsure
  }
}

/** Of the forms of a value only a bare text or number is read. */
function readUnion(inner: z.ZodUnion, place: Place): ReadPlain {
  const forms = inner.options as z.ZodType[]
  const bare = forms.find((form) => {
    const own = unwrapSchema(form)
    return !(own instanceof z.ZodArray) && !(own instanceof z.ZodObject)
  })
  const read = bare === undefined ? never : readAt(bare, place)
  return (value) => {
    const parsed = read(value) === value ? inner.safeParse(value) : undefined
    return parsed?.success === true && parsed.data === value ? value : unsure
  }
}

function readList(inner: z.ZodArray, place: Place): ReadPlain {
  const element = inner.element as z.ZodType
  const read = readAt(element, place)
  const mayBeNull = allowsNull(element)
  return (value) => {
    if (!Array.isArray(value)) return unsure
    const list: unknown[] = []
    for (const entry of value) {
      const copy = entry === null && mayBeNull ? null : read(entry)
      if (copy === unsure) return unsure
      list.push(copy)
    }
    return list
  }
}

function readMap(inner: z.ZodRecord, place: Place): ReadPlain {
  const { keyType } = inner
  if (!(keyType instanceof z.ZodString) || hasChecks(keyType)) return never
  const read = readAt(inner.valueType as z.ZodType, place)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unsure
    const map: Record<string, unknown> = {}
    for (const key in value) {
      const copy = key === '__proto__' ? unsure : read((value as Record<string, unknown>)[key])
      if (copy === unsure) return unsure
      map[key] = copy
    }
    return map
  }
}

const allowsNull = (schema: z.ZodType): boolean => {
  const parsed = schema.safeParse(null)
  return parsed.success && parsed.data === null
}

function allowsNothing(schema: z.ZodType): boolean {
  const parsed = schema.safeParse(undefined)
  return parsed.success && parsed.data === undefined
}

interface Member {
  key: string
  read: ReadPlain
  /** What it becomes where it is missing: null if it is due, undefined if it stays away. */
  missing: null | undefined | typeof unsure
  mayBeNull: boolean
}

function readObject(schema: z.ZodObject, place: Place): ReadPlain {
  if (definition(schema).catchall !== undefined) return never
  const members = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, member]): Member => {
    const mayBeNull = allowsNull(member)
    const isAdded = member instanceof z.ZodNullable && mayBeNull && !place.isFitted
    const missing = isAdded ? null : unsure
    return {
      key,
      read: readAt(member, place),
      missing: allowsNothing(member) ? undefined : missing,
      mayBeNull,
    }
  })
  const isRange = place.quantity !== undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unsure
    const copy = copyMembers(members, value as Record<string, unknown>)
    return isRange && copy !== unsure && !isOrdered(copy as Bounds) ? unsure : copy
  }
}

function copyMembers(members: readonly Member[], value: Record<string, unknown>): unknown {
  const copy: Record<string, unknown> = {}
  // Names of the value that no member has read.
  let left = 0
  for (const _ in value) left++
  for (const { key, read, missing, mayBeNull } of members) {
    const member = value[key]
    if (member === undefined) {
      if (missing === unsure) return unsure
      if (missing === null) copy[key] = null
      continue
    }
    left--
    const own = member === null && mayBeNull ? null : read(member)
    if (own === unsure) return unsure
    copy[key] = own
  }
  return left === 0 ? copy : unsure
}

interface Bounds {
  gte?: unknown
  lte?: unknown
}

const isOrdered = ({ gte, lte }: Bounds) => typeof gte !== 'number' || typeof lte !== 'number' || gte <= lte
