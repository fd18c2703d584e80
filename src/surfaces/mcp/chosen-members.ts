import { nearest } from '../../lib/edit-suggestion.ts'
import { Failure, type AnyOperation } from '../../operation/index.ts'
import { jsonSchemaOf, type Json } from '../openapi/index.ts'

/** The argument by which a model says what of each record it wants to read. */
export const chosenArgument = 'fields'

/** Items of fewer members are short as they are, and lie beside records rather than being some. */
const fewestMembers = 12

/** Lists of records in an operation's output, with the members that their records can have. */
type RecordLists = ReadonlyMap<string, ReadonlySet<string>>

const listsOfOperations = new WeakMap<AnyOperation, RecordLists>()

/** Worked out once an operation, from the schema that the documentation shows. */
function recordLists(operation: AnyOperation): RecordLists {
  const known = listsOfOperations.get(operation)
  if (known !== undefined) return known
  const lists = new Map<string, ReadonlySet<string>>()
  const { schema, definitions } = jsonSchemaOf(operation.output, 'output', operation.id)
  for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    if (member['type'] !== 'array') continue
    const items = (member['items'] ?? {}) as Json
    const reference = String(items['$ref'] ?? '').slice('#/$defs/'.length)
    const record = (definitions[reference] ?? items)['properties']
    const members = Object.keys((record ?? {}) as Json)
    if (members.length >= fewestMembers) lists.set(name, new Set(members))
  }
  listsOfOperations.set(operation, lists)
  return lists
}

/** Its schema, for operations that answer records: one of a company is some 7,000 letters, which a model pays for. */
export function chosenSchema(operation: AnyOperation): Record<string, Json> {
  if (!isOffered(operation)) return {}
  const schema = {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    description:
      'Members of each record to answer, such as ["domains"]; the others are left out. Costs the same.',
  }
  return { [chosenArgument]: schema }
}

const isOffered = (operation: AnyOperation) =>
  !(chosenArgument in operation.input.shape) && recordLists(operation).size > 0

/** What is asked for; undefined: everything. Throws a Failure for a name that no record has: it would look like no value. */
export function chosenMembers(
  operation: AnyOperation,
  given: Record<string, unknown>,
): ReadonlySet<string> | undefined {
  const asked = given[chosenArgument] ?? undefined
  if (asked === undefined || !isOffered(operation)) return undefined
  if (!Array.isArray(asked) || asked.length === 0) throw invalid(chosenArgument, 'Expected a list of names.')
  const known = new Set([...recordLists(operation).values()].flatMap((members) => [...members]))
  for (const [index, name] of asked.entries()) {
    if (typeof name === 'string' && known.has(name)) continue
    const meant = typeof name === 'string' ? nearest(name, known) : undefined
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw invalid(`${chosenArgument}[${index}]`, `Records have no member of this name.${hint}`)
  }
  return new Set(asked as string[])
}

/** The answer with nothing but those members in its records. */
export function withChosen(operation: AnyOperation, body: Json, chosen: ReadonlySet<string>): Json {
  if (!isObject(body['output'])) return body
  const output = { ...body['output'] }
  for (const name of recordLists(operation).keys())
    if (Array.isArray(output[name])) output[name] = output[name].map((record) => only(record, chosen))
  return { ...body, output }
}

const only = (record: unknown, chosen: ReadonlySet<string>): unknown =>
  isObject(record) ? Object.fromEntries(Object.entries(record).filter(([name]) => chosen.has(name))) : record

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function invalid(path: string, message: string): Failure {
  return new Failure('invalid-request', { issues: [{ path, message, code: 'custom' }] })
}
