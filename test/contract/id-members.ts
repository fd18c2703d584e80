import {
  definition,
  idDeclaration,
  unwrap,
  type AnyOperation,
  type IdDeclaration,
} from '../../src/operation/index.ts'

type Schema = AnyOperation['input']

/** A member that is called like an id, wherever in the input of an operation it stands. */
export interface IdMember {
  operation: AnyOperation
  /** Names from the input down; `[]` for the elements of a list. */
  path: readonly string[]
  declared: IdDeclaration | undefined
  /** What makes the object that holds it the one of several forms that has such a member. */
  form: Record<string, unknown>
}

// An address or an id of a page outside (`postUrlOrId`) is read as its address.
const looksLikeId = /(?:^ids?|(?<!Or)Id|ID|Ids|IDs|_id|_ids|Key|_key)$/

/** Every member of an operation that names something by an id, or is called as if it did. */
export function idMembersOf(operation: AnyOperation): IdMember[] {
  const found: IdMember[] = []
  const walk = (schema: Schema, path: readonly string[], around: ReadonlySet<unknown>): void => {
    const core = unwrap(schema) as Schema
    if (around.has(core)) return
    const inside = new Set(around).add(core)
    const { shape = {}, element, options = [], valueType } = definition(core)
    for (const [name, member] of Object.entries(shape)) {
      const own = [...path, name]
      const declared = idDeclaration(member)
      if (declared !== undefined || looksLikeId.test(name))
        found.push({ operation, path: own, declared, form: formOf(shape) })
      if (declared === undefined) walk(member as Schema, own, inside)
    }
    if (element !== undefined) walk(element as Schema, [...path, '[]'], inside)
    if (valueType !== undefined) walk(valueType as Schema, [...path, '*'], inside)
    for (const option of options) walk(option as Schema, path, inside)
  }
  walk(operation.input, [], new Set())
  return found
}

const formOf = (shape: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, member]) => {
      const { type, values } = definition(member as Schema) as { type: string; values?: unknown[] }
      return type === 'literal' ? [[name, values?.[0]]] : []
    }),
  )

/** Whether the member at a path takes a list of ids. */
function takesList(operation: AnyOperation, path: readonly string[]): boolean {
  let schemas: Schema[] = [operation.input]
  for (const name of path) {
    schemas = schemas.flatMap(alternatives).flatMap((each) => {
      const { shape, element, valueType } = definition(each)
      const inner = name === '[]' ? element : name === '*' ? valueType : shape?.[name]
      return inner === undefined ? [] : [inner as Schema]
    })
  }
  return schemas.flatMap(alternatives).some((each) => definition(each).type === 'array')
}

const alternatives = (schema: Schema): Schema[] => {
  const core = unwrap(schema) as Schema
  return definition(core).options?.flatMap((each) => alternatives(each as Schema)) ?? [core]
}

/**
 * Inputs with an id at the place of a member: those given as they are, with nothing else in the object that holds it, and
 * with nothing else at all, because members may exclude each other.
 */
export function inputsWithId(
  member: IdMember,
  inputs: readonly unknown[],
  id: string,
): Record<string, unknown>[] {
  const { operation, path, form } = member
  const around = path.slice(0, -1)
  const value = takesList(operation, path) ? [id] : id
  const alone = { ...form, [path.at(-1) as string]: value }
  return [
    ...inputs.map((input) => placed(input, path, value)),
    ...inputs.map((input) => placed(input, around, alone)),
    placed({}, around, alone),
  ] as Record<string, unknown>[]
}

function placed(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (name === '[]') {
    const list = Array.isArray(into) && into.length > 0 ? (into as unknown[]) : [undefined]
    return list.map((each) => placed(each, rest, value))
  }
  const object = (into ?? {}) as Record<string, unknown>
  return { ...object, [name]: placed(object[name], rest, value) }
}
