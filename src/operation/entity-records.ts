import type { z } from 'zod'
import { RawJson } from './raw-json.ts'
import { definition, joinPath, unwrap, type Definition } from './schema-walk.ts'

/** The content of a record, by member. */
export type RecordMembers = Record<string, unknown>

const kindOf = new WeakMap<z.ZodType, string>()

/** Declares that a schema is the record of a kind of entity, wherever an operation answers it. */
export function entityRecord<S extends z.ZodType>(kind: string, schema: S): S {
  kindOf.set(schema, kind)
  return schema
}

/** Which members of the record a member of a view shows: the first of them that has a value. */
export type ViewMembers = Readonly<Record<string, readonly string[]>>

const viewOf = new WeakMap<z.ZodType, ViewMembers>()
const shownRecords = new WeakMap<object, RecordMembers>()

/** Declares the same for a schema that shows part of a record under names of its own; `showing` makes the answers. */
export function entityView<S extends z.ZodType>(kind: string, schema: S, members: ViewMembers): S {
  viewOf.set(schema, members)
  return entityRecord(kind, schema)
}

/** A view, with the record it shows. */
export function showing<V extends object>(view: V, record: object): V {
  shownRecords.set(view, record as RecordMembers)
  return view
}

/** The record as it is now, and the same view made of it. */
export interface SeenAgain<V extends object> {
  view: V
  record: object
}

const seenAgain = new WeakMap<object, () => Promise<SeenAgain<object> | undefined>>()

/**
 * A view stored as it was shown, with a way to read its record when provenance is requested. Values that have since changed
 * in the record get no provenance.
 */
export function shownBefore<V extends object>(view: V, read: () => Promise<SeenAgain<V> | undefined>): V {
  seenAgain.set(view, read)
  return view
}

/** A record in an answer. */
export interface AnsweredRecord {
  /** Its path in the output: `data[0]`. */
  path: string
  kind: string
  /** As it is answered. */
  record: RecordMembers
  /** The record behind a view; undefined when the corpus has none. */
  whole: RecordMembers | undefined
  /** Undefined when the answer is the record itself. */
  view: ViewMembers | undefined
  /** Set for a view that was stored. */
  seeAgain: (() => Promise<SeenAgain<object> | undefined>) | undefined
  /** The empty value of a member of the answer; undefined when the member must have a value. */
  makeEmpty(name: string): { value: unknown } | undefined
  /** Whether its place may be empty. */
  isOptional(): boolean
  /** Puts another record in its place, or none. */
  replace(record: RecordMembers | null): void
}

/** Whether an output has a place for a record of an entity. */
export function holdsRecords(output: z.ZodType, visited = new Set<z.ZodType>()): boolean {
  const schema = unwrap(output)
  if (kindOf.has(schema)) return true
  if (visited.has(schema)) return false
  visited.add(schema)
  const { shape, element, options, valueType } = definition(schema)
  const parts = [...Object.values(shape ?? {}), ...(options ?? []), element, valueType]
  return parts.some((part) => part !== undefined && holdsRecords(part, visited))
}

/** The records an output holds, in its order. */
export function recordsIn(output: z.ZodType, value: unknown): AnsweredRecord[] {
  const records: AnsweredRecord[] = []
  walk(output, { value, path: '', replace: () => {} }, records)
  return records
}

interface Place {
  value: unknown
  path: string
  replace(value: unknown): void
}

function walk(wrapped: z.ZodType, place: Place, records: AnsweredRecord[]): void {
  const { value, path, replace } = place
  if (typeof value !== 'object' || value === null) return
  const schema = unwrap(wrapped)
  const kind = kindOf.get(schema)
  if (kind !== undefined) {
    const record = (value instanceof RawJson ? JSON.parse(value.text) : value) as RecordMembers
    const view = viewOf.get(schema)
    const whole = view === undefined ? record : shownRecords.get(value)
    records.push({
      path,
      kind,
      record,
      whole,
      view,
      seeAgain: seenAgain.get(value),
      replace,
      makeEmpty: (name) => makeEmpty(schema, name),
      isOptional: () => wrapped.safeParse(null).success,
    })
    return
  }
  const def = definition(schema)
  if (def.type === 'union') walkOptions(def, place, records)
  if (def.type === 'object') walkMembers((name) => def.shape?.[name], place, records)
  if (def.type === 'record') walkMembers(() => def.valueType, place, records)
  if (def.type === 'array' && Array.isArray(value) && def.element !== undefined)
    for (const [index, item] of value.entries())
      walk(def.element, { value: item, path: `${path}[${index}]`, replace: setter(value, index) }, records)
}

function makeEmpty(schema: z.ZodType, name: string): { value: unknown } | undefined {
  const member = definition(schema).shape?.[name]
  if (member === undefined) return { value: null }
  const empty = { array: [], record: {} }[definition(unwrap(member)).type]
  const values = empty === undefined ? [null, undefined] : [empty]
  return values.map((value) => ({ value })).find(({ value }) => member.safeParse(value).success)
}

function walkMembers(
  findSchema: (name: string) => z.ZodType | undefined,
  { value, path }: Place,
  records: AnsweredRecord[],
): void {
  for (const [name, member] of Object.entries(value as RecordMembers)) {
    const schema = findSchema(name)
    const place = { value: member, path: joinPath(path, name), replace: setter(value as RecordMembers, name) }
    if (schema !== undefined) walk(schema, place, records)
  }
}

/** Where a union has several forms, the one that has all members of the value is meant. */
function walkOptions({ options = [] }: Definition, place: Place, records: AnsweredRecord[]): void {
  const names = Object.keys(place.value as RecordMembers)
  const fitting = options.find((option) => {
    const { shape, type } = definition(unwrap(option))
    if (Array.isArray(place.value)) return type === 'array'
    return shape !== undefined && names.every((name) => Object.hasOwn(shape, name))
  })
  if (fitting !== undefined) walk(fitting, place, records)
}

function setter<T extends object>(holder: T, key: keyof T): (value: unknown) => void {
  return (value) => {
    holder[key] = value as T[keyof T]
  }
}
