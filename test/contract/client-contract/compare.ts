import type { Member } from './notation.ts'
import { typesOf, valuesOf, type JsonSchema, type Place } from './json-places.ts'

/** Where an operation is not what its clients send or read: `companySearch request.searchParams.tags: is not known`. */
export interface Difference {
  at: string
  what: string
}

/** The lists of values that the contract gives only the length of, by length. */
export type ValueLists = ReadonlyMap<number, readonly string[]>

/** What a client would send that is refused; empty where all of it is taken. */
export function refusals(member: Member, place: Place | undefined, lists: ValueLists): string[] {
  if (!place) return ['is not known']
  const { schemas } = place
  const taken = new Set(schemas.flatMap(typesOf))
  const refused = member.types.filter((type) => !takes(taken, type) && !isTakenInSteps(member, type, taken))
  const values = sentValues(member, lists).filter(
    (value) => !schemas.some((schema) => takesValue(schema, value)),
  )
  return [
    ...(refused.length > 0 ? [refusalOf(refused, taken)] : []),
    ...(values.length > 0 ? [`refuses the values ${values.join(', ')}`] : []),
    ...(isUngiven(member, lists) ? [`has ${member.valueCount} values that are not given`] : []),
    ...(values.length === 0 && isClosed(schemas) && !isListed(member) ? ['takes listed values only'] : []),
    ...(member.isOptional && !place.isOptional && !place.isBranch ? ['is demanded'] : []),
    ...narrower(member, schemas),
    ...otherDefault(member, schemas),
  ]
}

const refusalOf = (refused: readonly string[], taken: ReadonlySet<string>): string =>
  refused.join() === 'number' && taken.has('integer')
    ? 'takes whole numbers only'
    : `refuses ${refused.join('/')}`

/** What is answered that a client cannot read; empty where it can read all of it. */
export function surprises(member: Member, place: Place | undefined, lists: ValueLists): string[] {
  if (!place) return ['is not answered']
  const { schemas } = place
  const known = new Set<string>(member.types)
  const answered = [...new Set(schemas.flatMap(typesOf))].filter((type) => !takes(known, type))
  const readable = sentValues(member, lists)
  const values = readable.length === 0 ? [] : schemas.flatMap((schema) => answeredBeyond(schema, readable))
  return [
    ...(answered.length > 0 ? [`answers ${answered.join('/')}`] : []),
    ...(values.length > 0 ? [`answers the values ${[...new Set(values)].join(', ')}`] : []),
    ...(isNeeded(member) && place.isOptional ? ['may be absent'] : []),
    ...wider(member, schemas),
  ]
}

/** The bounds of numbers that clients rely on and ours go beyond: one value outside, and the whole answer is refused. */
function wider(member: Member, schemas: readonly JsonSchema[]): string[] {
  const numbers = schemas.filter((schema) =>
    typesOf(schema).some((type) => type === 'integer' || type === 'number'),
  )
  return (['minimum', 'maximum'] as const).flatMap((bound) => {
    const read = member[bound]
    if (read === undefined) return []
    const isWider = (ours: number | undefined) =>
      ours === undefined || (bound === 'minimum' ? ours < read : ours > read)
    return numbers.some((schema) => isWider(schema[bound])) ? [`${bound} beyond ${read}`] : []
  })
}

/** What has a default is there for clients that find it missing. */
const isNeeded = ({ isOptional, default: otherwise }: Member): boolean =>
  !isOptional && otherwise === undefined

const takes = (types: ReadonlySet<string>, type: string): boolean =>
  types.has('any') || types.has(type) || (type === 'integer' && types.has('number'))

/** Whole numbers of a list are taken where whole numbers are. */
const isTakenInSteps = (member: Member, type: string, taken: ReadonlySet<string>): boolean =>
  type === 'number' && taken.has('integer') && (member.values ?? []).length > 0

function sentValues(member: Member, lists: ValueLists): readonly string[] {
  if (member.values)
    return member.values.map((value) => (member.types.includes('boolean') ? value.toLowerCase() : value))
  return (member.valueCount === undefined ? undefined : lists.get(member.valueCount)) ?? []
}

/** Values are compared where there is a list of so many. */
const isUngiven = ({ valueCount }: Member, lists: ValueLists): boolean =>
  valueCount !== undefined && !lists.has(valueCount)

const isListed = (member: Member): boolean => member.values !== undefined || member.valueCount !== undefined

const isClosed = (schemas: readonly JsonSchema[]): boolean => {
  const valued = schemas.filter(
    (schema) => !typesOf(schema).every((type) => type === 'null' || type === 'boolean'),
  )
  return valued.length > 0 && valued.every((schema) => valuesOf(schema) !== undefined)
}

function takesValue(schema: JsonSchema, value: string): boolean {
  const values = valuesOf(schema)
  if (values) return values.includes(value)
  return typesOf(schema).some((type) => type !== 'null' && type !== 'object' && type !== 'array')
}

const answeredBeyond = (schema: JsonSchema, readable: readonly string[]): string[] =>
  (valuesOf(schema) ?? []).filter((value) => !readable.includes(value))

type Bound = 'maxItems' | 'maxLength' | 'maximum' | 'minItems' | 'minLength' | 'minimum'

/** The bounds of ours that lie within the contract's. A bound holds for one of several schemas; the widest counts. */
function narrower(member: Member, schemas: readonly JsonSchema[]): string[] {
  const integers =
    member.types.includes('integer') || schemas.every((schema) => !typesOf(schema).includes('number'))
  const step = integers ? 1 : 0
  const sent: [Bound, number][] = [
    ['minimum', member.minimum ?? (member.minimumExclusive ?? Number.NEGATIVE_INFINITY) + step],
    ['maximum', member.maximum ?? (member.maximumExclusive ?? Number.POSITIVE_INFINITY) - step],
    ['minItems', member.minItems ?? 0],
    ['maxItems', member.maxItems ?? Number.POSITIVE_INFINITY],
    ['minLength', member.minLength ?? (member.types.includes('string') && !isListed(member) ? 0 : Infinity)],
    ['maxLength', member.maxLength ?? Number.POSITIVE_INFINITY],
  ]
  return sent.flatMap(([bound, reach]) => {
    const ours = boundOf(schemas, bound)
    if (ours === undefined) return []
    const isNarrower = bound.startsWith('min') ? ours > reach : ours < reach
    return isNarrower ? [`${bound} ${ours}`] : []
  })
}

function boundOf(schemas: readonly JsonSchema[], bound: Bound): number | undefined {
  const typed = schemas.filter((schema) => typesOf(schema).some((type) => boundedTypes[bound].includes(type)))
  const bounds = typed.map((schema) => {
    if (valuesOf(schema)) return undefined
    if (bound === 'minimum') return schema.minimum ?? schema.exclusiveMinimum
    if (bound === 'maximum') return schema.maximum ?? schema.exclusiveMaximum
    return schema[bound]
  })
  if (bounds.length === 0 || bounds.includes(undefined)) return undefined
  return (bound.startsWith('min') ? Math.min : Math.max)(...(bounds as number[]))
}

const boundedTypes: Record<Bound, string[]> = {
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  minItems: ['array'],
  maxItems: ['array'],
  minLength: ['string'],
  maxLength: ['string'],
}

function otherDefault(member: Member, schemas: readonly JsonSchema[]): string[] {
  if (member.default === undefined) return []
  const ours = schemas.find((schema) => schema.default !== undefined)?.default
  if (ours === undefined && member.default === false) return []
  if (ours === undefined) return [`has no default ${JSON.stringify(member.default)}`]
  return JSON.stringify(ours) === JSON.stringify(member.default)
    ? []
    : [`has the default ${JSON.stringify(ours)}`]
}
