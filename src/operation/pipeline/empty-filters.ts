import type { core, z } from 'zod'
import { isFilterSet } from '../filter-set.ts'
import { definition, unwrap } from '../schema-walk.ts'

type Path = readonly PropertyKey[]

/** Faults that are looked at; more are a mistake, not filters that a client sends empty. */
const maxIssues = 1_000
/** Paths that the advice names. */
const maxPaths = 5

/** The members without the filters of which nothing is said, and the paths of these. */
export interface WithoutEmpty {
  members: Record<string, unknown>
  paths: Path[]
}

/**
 * Takes filters of which nothing is said out of a request that is refused because of them: a filter that demands a member
 * is `{}` when a client sends every one it knows. Undefined where no fault is of that sort.
 */
export function withoutEmptyFilters(
  schema: z.ZodType,
  request: Record<string, unknown>,
  issues: readonly core.$ZodRawIssue[],
): WithoutEmpty | undefined {
  const empties = issues
    .slice(0, maxIssues)
    .flatMap(({ path }) => emptyFilterAt(schema, request, path ?? []) ?? [])
  const paths = [...new Map(empties.map((each) => [JSON.stringify(each.path), each])).values()]
  if (paths.length === 0) return undefined
  const members = structuredClone(request)
  // From the end of each list, so that the places of the others stay.
  const fromEnd = paths.toSorted((one, other) => compareKeys(other.path, one.path))
  for (const { path, setDepth } of fromEnd) takeOut(members, path, setDepth)
  return { members, paths: paths.map(({ path }) => path) }
}

export function emptyAdvice(paths: readonly string[]): string {
  const named = `${paths.slice(0, maxPaths).join(', ')}${paths.length > maxPaths ? ' …' : ''}`
  return `No filter, since nothing is said in it: ${named}. Leave it out, or give it a value.`
}

/** The object of which nothing is said that a fault is about, and how deep the filters stand that it is one of. */
function emptyFilterAt(schema: z.ZodType, request: unknown, path: Path) {
  const values = valuesAlong(request, path)
  const setDepth = filterSetDepth(schema, values, path)
  if (setDepth === undefined) return undefined
  for (let depth = setDepth + 1; depth <= path.length; depth += 1)
    if (isObject(values[depth]) && saysNothing(values[depth])) return { path: path.slice(0, depth), setDepth }
  return undefined
}

/** The value itself, and those that lie along a path. */
function valuesAlong(value: unknown, path: Path): unknown[] {
  const values = [value]
  for (const key of path) values.push((values.at(-1) as Record<PropertyKey, unknown> | undefined)?.[key])
  return values
}

/** How many steps along the path lead to the innermost set of filters. */
function filterSetDepth(schema: z.ZodType, values: readonly unknown[], path: Path): number | undefined {
  let current: z.ZodType | undefined = unwrap(schema)
  let setDepth: number | undefined
  for (const [depth, key] of path.entries()) {
    if (isFilterSet(current)) setDepth = depth
    const inner = memberSchema(current, key)
    if (inner === undefined || values[depth + 1] === undefined) break
    current = unwrap(inner)
  }
  return setDepth
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
