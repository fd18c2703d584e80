import type { core, z } from 'zod'
import { isFilterSet } from '../filter-set.ts'
import { definition, unwrap } from '../schema-walk.ts'

type Path = readonly PropertyKey[]

/** Faults of a request that may have empty filters; more are a mistake, not filters that a client sends empty. */
const maxIssues = 1_000
/** Paths that the advice names. */
const maxPaths = 5

/** The members without the empty filters, and the paths of these. */
export interface WithoutEmpty {
  members: Record<string, unknown>
  paths: Path[]
  /** Whether a set has no filter left, which would find everything there is. */
  leavesNone: boolean
}

/**
 * Takes empty filters out of a request that is refused because of them: a filter that demands a member is `{}` when a client
 * sends every one it knows. Undefined where no fault is of that sort.
 */
export function withoutEmptyFilters(
  schema: z.ZodType,
  request: Record<string, unknown>,
  issues: readonly core.$ZodRawIssue[],
): WithoutEmpty | undefined {
  if (issues.length > maxIssues) return undefined
  const empties = issues.flatMap(({ path }) => emptyFilterAt(schema, request, path ?? []) ?? [])
  const paths = [...new Map(empties.map((each) => [JSON.stringify(each.path), each])).values()]
  if (paths.length === 0) return undefined
  const members = structuredClone(request)
  // From the end of each list, so that the places of the others stay.
  const fromEnd = paths.toSorted((one, other) => compareKeys(other.path, one.path))
  for (const { path, setDepth } of fromEnd) takeOut(members, path, setDepth)
  const leavesNone = paths.some(({ path, setDepth }) => isUnsaid(valuesAlong(members, path)[setDepth]))
  return { members, paths: paths.map(({ path }) => path), leavesNone }
}

const isUnsaid = (set: unknown) => (Array.isArray(set) ? set.length === 0 : saysNothing(set))

export function emptyAdvice(paths: readonly string[]): string {
  const named = `${paths.slice(0, maxPaths).join(', ')}${paths.length > maxPaths ? ' …' : ''}`
  return `Not a filter, because it is empty: ${named}. Leave it out, or give it a value.`
}

/** The empty object that a fault is about, and how deep the set of filters stands that it belongs to. */
function emptyFilterAt(schema: z.ZodType, request: unknown, path: Path) {
  const values = valuesAlong(request, path)
  const schemas = schemasAlong(schema, path)
  const setDepth = schemas.findLastIndex(
    (each, depth) => depth < path.length && each !== undefined && isFilterSet(each),
  )
  if (setDepth === -1) return undefined
  for (let depth = setDepth + 1; depth <= path.length; depth += 1) {
    // Where no object belongs, an empty one is a mistake.
    const place = schemas[depth]
    const type = place && definition(place).type
    const isPlace = type === 'object' || type === 'union'
    if (isPlace && isObject(values[depth]) && saysNothing(values[depth]))
      return { path: path.slice(0, depth), setDepth }
  }
  return undefined
}

/** The value itself, and those that lie along a path. */
function valuesAlong(value: unknown, path: Path): unknown[] {
  const values = [value]
  for (const key of path) values.push((values.at(-1) as Record<PropertyKey, unknown> | undefined)?.[key])
  return values
}

/** The schema itself, and those of the members along a path; undefined from the first unknown member on. */
function schemasAlong(schema: z.ZodType, path: Path): (z.ZodType | undefined)[] {
  const schemas: (z.ZodType | undefined)[] = [unwrap(schema)]
  for (const key of path) {
    const holder = schemas.at(-1)
    const inner = holder === undefined ? undefined : memberSchema(holder, key)
    schemas.push(inner === undefined ? undefined : unwrap(inner))
  }
  return schemas
}

function memberSchema(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const { type, shape, element, options } = definition(schema)
  if (type === 'array') return element
  if (type === 'object') return shape?.[String(key)]
  for (const option of type === 'union' ? (options ?? []) : []) {
    const inner = memberSchema(unwrap(option), key)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Takes out what stands at a path, and what is empty then around it, up to the set of filters. */
function takeOut(root: Record<string, unknown>, path: Path, setDepth: number): void {
  for (let depth = path.length; depth > setDepth; depth -= 1) {
    const holder = valuesAlong(root, path.slice(0, depth - 1)).at(-1) as object
    const key = path[depth - 1] as PropertyKey
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete (holder as Record<PropertyKey, unknown>)[key]
    if (Object.keys(holder).length > 0) return
  }
}

/** The order of places in lists, by the first that differs. */
function compareKeys(one: Path, other: Path): number {
  const index = one.findIndex((key, depth) => key !== other[depth])
  return index === -1 ? 0 : Number(one[index]) - Number(other[index]) || 0
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function saysNothing(value: unknown): boolean {
  if (isObject(value)) return Object.values(value as object).every(saysNothing)
  return value === undefined || value === null
}
