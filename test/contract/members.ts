import type { AnyOperation } from '../../src/operation/index.ts'

/** A member of an operation's input. */
export interface Member {
  id: string
  operation: AnyOperation
  member: string
}

interface Typed {
  _zod: { def: { innerType?: Typed } }
}

const numbers = new Map<unknown, number>()
/** The same for members made of the same schema, optional or not. */
function numberOf(schema: unknown): number {
  let { def } = (schema as Typed)._zod
  while (def.innerType !== undefined) def = def.innerType._zod.def
  if (!numbers.has(def)) numbers.set(def, numbers.size)
  return numbers.get(def) as number
}

/**
 * Each member of each operation, but once in a slice where several operations take the same: one name, one schema. It
 * is read and checked by the same code in all of them.
 */
export function distinctMembers(operations: readonly (readonly [string, AnyOperation])[]): Member[] {
  const found = new Map<string, Member>()
  for (const [id, operation] of operations) {
    for (const [member, schema] of Object.entries(operation.input.shape)) {
      const name = `${operation.slice} ${member} ${numberOf(schema)}`
      if (!found.has(name)) found.set(name, { id, operation, member })
    }
  }
  return [...found.values()]
}

/** `count` of the values, other ones at every turn, so that turns one after the other try all of them. */
export function inTurn<T>(values: readonly T[], turn: number, count: number): T[] {
  return Array.from({ length: count }, (_, index) => values[(turn * count + index) % values.length] as T)
}
