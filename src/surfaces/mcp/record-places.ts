import { briefMembers, type AnyOperation } from '../../operation/index.ts'
import { toJsonSchema, type Json } from '../openapi/index.ts'

/** Items with fewer members are short enough, and are details beside records rather than records. */
const minMembers = 12

/** A sort of record in an operation's output. */
export interface RecordSort {
  /** Every member it can have. */
  members: ReadonlySet<string>
  /** The members a reader gets by default; undefined: all. */
  brief: readonly string[] | undefined
}

/** The parts of an answer that lead to records. */
type Place =
  | { is: 'record'; sort: RecordSort }
  | { is: 'list'; items: Place }
  | { is: 'object'; members: ReadonlyMap<string, Place> }

export interface RecordPlaces {
  sorts: readonly RecordSort[]
  /** The output with each of its records changed. */
  map(output: unknown, change: (record: Json, sort: RecordSort) => unknown): unknown
}

const placesOfOperations = new WeakMap<AnyOperation, RecordPlaces>()

/** Where an operation's output holds records, determined once from the schema in the documentation. */
export function recordPlaces(operation: AnyOperation): RecordPlaces {
  const cached = placesOfOperations.get(operation)
  if (cached !== undefined) return cached
  const { schema, definitions } = toJsonSchema(operation.output, 'output', operation.id)
  const sorts: RecordSort[] = []
  const place = placeIn(schema, { definitions, sorts, isItem: false, within: [] })
  const places: RecordPlaces = {
    sorts,
    map: (output, change) => (place === undefined ? output : mapped(output, place, change)),
  }
  placesOfOperations.set(operation, places)
  return places
}

interface Walk {
  definitions: Record<string, Json>
  sorts: RecordSort[]
  /** An object in a list is a record when it is large enough; other objects are records only when declared so. */
  isItem: boolean
  /** Names of the definitions around it: a recursive definition holds no new record. */
  within: readonly string[]
  id?: string
}

function placeIn(node: Json, walk: Walk): Place | undefined {
  const reference = node['$ref']
  if (typeof reference === 'string') {
    const id = reference.slice('#/$defs/'.length)
    const target = walk.definitions[id]
    if (target === undefined || walk.within.includes(id)) return undefined
    return placeIn(target, { ...walk, id, within: [...walk.within, id] })
  }
  for (const option of (node['anyOf'] ?? node['oneOf'] ?? []) as Json[]) {
    const place = placeIn(option, walk)
    if (place !== undefined) return place
  }
  if (node['items'] !== undefined) {
    const items = placeIn(node['items'] as Json, { ...withoutId(walk), isItem: true })
    return items && { is: 'list', items }
  }
  return node['properties'] === undefined ? undefined : placeOfObject(node['properties'] as Json, walk)
}

function placeOfObject(properties: Json, walk: Walk): Place | undefined {
  const names = Object.keys(properties)
  const brief = walk.id === undefined ? undefined : briefMembers(walk.id)
  if (brief !== undefined || (walk.isItem && names.length >= minMembers)) {
    const sort = { members: new Set(names), brief }
    walk.sorts.push(sort)
    return { is: 'record', sort }
  }
  const members = new Map<string, Place>()
  for (const [name, member] of Object.entries(properties as Record<string, Json>)) {
    const place = placeIn(member, { ...withoutId(walk), isItem: false })
    if (place !== undefined) members.set(name, place)
  }
  return members.size === 0 ? undefined : { is: 'object', members }
}

function withoutId({ id: _id, ...walk }: Walk): Walk {
  return walk
}

function mapped(value: unknown, place: Place, change: (record: Json, sort: RecordSort) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (place.is === 'list')
    return Array.isArray(value) ? value.map((item) => mapped(item, place.items, change)) : value
  if (Array.isArray(value)) return value
  if (place.is === 'record') return change(value as Json, place.sort)
  const changed: Json = { ...value }
  for (const [name, member] of place.members)
    if (Object.hasOwn(changed, name)) changed[name] = mapped(changed[name], member, change)
  return changed
}
