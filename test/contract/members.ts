import { unwrap, type AnyOperation } from '../../src/operation/index.ts'

/** A member of an operation's input. */
export interface Member {
  id: string
  operation: AnyOperation
  member: string
}

type Schema = AnyOperation['input']['shape'][string]

/** Every member of every operation. */
export function allMembers(operations: readonly (readonly [string, AnyOperation])[]): Member[] {
  return operations.flatMap(([id, operation]) =>
    Object.keys(operation.input.shape).map((member) => ({ id, operation, member })),
  )
}

export const schemaOf = ({ operation, member }: Member) => operation.input.shape[member] as Schema

/** The first member of each schema: what several operations take alike is read and checked by the same code in all of them. */
export function distinctMembers(operations: readonly (readonly [string, AnyOperation])[]): Member[] {
  return firstOfEach(allMembers(operations), (member) => schemaKey(schemaOf(member)))
}

/** The first member of each type of JSON that members are made of. */
export function membersOfEachType(operations: readonly (readonly [string, AnyOperation])[]): Member[] {
  return firstOfEach(allMembers(operations), (member) => unwrap(schemaOf(member))._zod.def.type)
}

export function firstOfEach<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  const found = new Map<unknown, T>()
  for (const item of items) {
    const key = keyOf(item)
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()]
}

const keys = new Map<object, string>()
const numbers = new Map<string, number>()

/**
 * The same text for schemas that are made alike: of the same types, bounds, patterns and functions of the same source.
 * What a function encloses is not looked at.
 */
export function schemaKey(schema: Schema): string {
  return keyOf(schema, new Set())
}

function keyOf(value: unknown, open: Set<object>): string {
  if (typeof value === 'function') return numbered(value.toString())
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (value instanceof RegExp) return String(value)
  if (open.has(value)) return 'itself'
  const known = keys.get(value)
  if (known !== undefined) return known
  open.add(value)
  const key = numbered(textOf(value, open))
  open.delete(value)
  keys.set(value, key)
  return key
}

function textOf(value: object, open: Set<object>): string {
  // zod 4 documents `_zod.def` as the way for libraries to look into a schema.
  if ('_zod' in value) return keyOf((value as Schema)._zod.def, open)
  if (Symbol.iterator in value)
    return `[${Array.from(value as Iterable<unknown>, (each) => keyOf(each, open)).join()}]`
  return `{${Object.entries(value).map(([name, each]) => `${name}:${keyOf(each, open)}`)}}`
}

/** Short names for long texts. */
function numbered(text: string): string {
  const number = numbers.get(text) ?? numbers.size
  numbers.set(text, number)
  return `#${number}`
}

/** `count` of the values, other ones at every turn, so that turns one after the other try all of them. */
export function inTurn<T>(values: readonly T[], turn: number, count: number): T[] {
  return Array.from(
    { length: Math.min(count, values.length) },
    (_, index) => values[(turn * count + index) % values.length] as T,
  )
}
