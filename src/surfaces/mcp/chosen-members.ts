import { nearest } from '../../lib/edit-suggestion.ts'
import { Failure, type AnyOperation } from '../../operation/index.ts'
import type { Json } from '../openapi/index.ts'
import { recordPlaces, type RecordSort } from './record-places.ts'

/** The argument with which a model chooses the members of each record to read. */
export const chosenArgument = 'fields'

/** The name that stands for every member. */
const everything = '*'

/** Texts of brief records end here. */
const maxTextLength = 160
/** Plain values of a list that brief records show. */
const maxValues = 3

const hint = `Brief records: ${chosenArgument} names other members, ["${everything}"] all.`

/** Which members of records to answer: the brief form, everything, or these. */
export type Chosen = 'brief' | 'everything' | ReadonlySet<string>

/**
 * The argument's schema, for operations that answer records: a company record is some 7,000 letters, which a model pays for.
 */
export function chosenSchema(operation: AnyOperation): Record<string, Json> {
  if (!isOffered(operation)) return {}
  const isBrief = recordPlaces(operation).sorts.some(({ brief }) => brief !== undefined)
  const schema = {
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
    description: isBrief
      ? `Members of each record to answer; ["${everything}"]: all. Left out, records are brief. Costs the same.`
      : 'Members of each record to answer, such as ["name"]; the others are left out. Costs the same.',
  }
  return { [chosenArgument]: schema }
}

const isOffered = (operation: AnyOperation) =>
  !(chosenArgument in operation.input.shape) && recordPlaces(operation).sorts.length > 0

/**
 * The chosen members. Throws a Failure for a name that no record has, because it would look like a member without a value.
 */
export function chosenMembers(operation: AnyOperation, callArguments: Record<string, unknown>): Chosen {
  const chosen = callArguments[chosenArgument] ?? undefined
  if (chosen === undefined || !isOffered(operation)) return 'brief'
  if (!Array.isArray(chosen) || chosen.length === 0)
    throw invalid(chosenArgument, 'Expected a list of names.')
  const memberNames = new Set(recordPlaces(operation).sorts.flatMap(({ members }) => [...members]))
  for (const [index, name] of chosen.entries()) {
    if (typeof name === 'string' && (name === everything || memberNames.has(name))) continue
    const meant = typeof name === 'string' ? nearest(name, memberNames) : undefined
    const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw invalid(`${chosenArgument}[${index}]`, `Records have no member of this name.${suggestion}`)
  }
  return chosen.includes(everything) ? 'everything' : new Set(chosen as string[])
}

/** Whether `fields` is an argument of its own, which the operation must not see. */
export const takesChosen = (operation: AnyOperation): boolean => isOffered(operation)

/** The answer with only the chosen members in its records; a brief answer says that it is brief. */
export function withChosen(operation: AnyOperation, body: Json, chosen: Chosen): Json {
  if (chosen === 'everything' || !isObject(body['output'])) return body
  const places = recordPlaces(operation)
  if (chosen !== 'brief')
    return { ...body, output: places.map(body['output'], (record) => only(record, chosen)) }
  let isCut = false
  const output = places.map(body['output'], (record, sort) => {
    const brief = briefly(record, sort)
    isCut ||= brief !== record
    return brief
  })
  return isCut ? { ...body, output, hint } : body
}

const only = (record: Json, chosen: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => chosen.has(name)))

function briefly(record: Json, { brief }: RecordSort): Json {
  if (brief === undefined) return record
  const chosenOnly: Json = {}
  for (const path of brief) {
    const [name = '', inner] = path.split('.')
    const value = record[name]
    if (inner === undefined) chosenOnly[name] = shortValue(value)
    else if (isObject(value))
      chosenOnly[name] = { ...(chosenOnly[name] as Json), [inner]: shortValue(value[inner]) }
  }
  return chosenOnly
}

function shortValue(value: unknown): unknown {
  if (typeof value === 'string' && value.length > maxTextLength) return `${cutAt(value, maxTextLength)}…`
  return Array.isArray(value) && value.every((item) => !isObject(item)) ? value.slice(0, maxValues) : value
}

/** Does not cut inside a character of two code units. */
const cutAt = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function invalid(path: string, message: string): Failure {
  return new Failure('invalid-request', { issues: [{ path, message, code: 'custom' }] })
}
