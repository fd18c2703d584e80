import { z } from 'zod'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { optional } from '../../operation/index.ts'
import { always, and, hasAny, not, or, type Condition } from './condition.ts'

/** What a filter may use besides its value. */
export interface FilterContext {
  /** Path of the filter in the request, for errors. */
  path: string
  /** Today, in days since 1970, for relative dates. */
  today: number
  /** Host names of the professional network. */
  network: NetworkHosts
  /** Adds a line to the answer's advice. */
  advise(line: string): void
}

/** One search parameter: its shape, its documentation, and what it asks of a row. */
export interface Filter<T extends z.ZodType = z.ZodType> {
  schema: T
  condition(value: z.output<T>, context: FilterContext): Condition
}

export function filter<T extends z.ZodType>(schema: T, condition: Filter<T>['condition']): Filter<T> {
  return { schema, condition }
}

export type FilterSet = Record<string, Filter>

/** The zod object of a set of filters, each with its meaning; every member is optional and null means absent. */
export function paramsSchema<S extends FilterSet>(filters: S, meanings: Record<keyof S, string>) {
  const shape = Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [
      name,
      optional(schema).describe(meanings[name] as string),
    ]),
  )
  return z.object(shape as { [K in keyof S]: ReturnType<typeof optional<S[K]['schema']>> })
}

/** All filters given, joined by AND. */
export function conditionOf<S extends FilterSet>(
  filters: S,
  params: { [K in keyof S]?: unknown } | undefined,
  context: FilterContext,
): Condition {
  const parts: Condition[] = []
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value === undefined || value === null) continue
    const found = filters[name] as Filter
    parts.push(found.condition(value, { ...context, path: `${context.path}.${name}` }))
  }
  return parts.length === 0 ? always : and(parts)
}

const listOf = <T extends z.ZodType>(item: T) => optional(z.array(item).max(10_000))

/** `{anyOf?, noneOf?}`: at least one of, and none of. An empty `anyOf` matches nothing. */
export function pair<T extends z.ZodType>(item: T) {
  return z.object({
    anyOf: listOf(item).describe('At least one of these.'),
    noneOf: listOf(item).describe('None of these.'),
  })
}

/** `{anyOf?, allOf?, noneOf?}` */
export function triple<T extends z.ZodType>(item: T) {
  return z.object({
    anyOf: listOf(item).describe('At least one of these.'),
    allOf: listOf(item).describe('All of these.'),
    noneOf: listOf(item).describe('None of these.'),
  })
}

interface Lists<T> {
  anyOf?: T[] | undefined
  allOf?: T[] | undefined
  noneOf?: T[] | undefined
}

/** Lists of values that are facet tokens. */
export function facetLists<T>(
  lists: Lists<T>,
  tokensOf: (value: T, list: string, index: number) => string[],
): Condition {
  const tokens = (values: T[], list: string) => values.flatMap((value, index) => tokensOf(value, list, index))
  const parts: Condition[] = []
  if (lists.anyOf !== undefined) parts.push(hasAny('facets', tokens(lists.anyOf, 'anyOf')))
  for (const [index, value] of (lists.allOf ?? []).entries())
    parts.push(hasAny('facets', tokensOf(value, 'allOf', index)))
  if (lists.noneOf !== undefined && lists.noneOf.length > 0) {
    parts.push(not(hasAny('facets', tokens(lists.noneOf, 'noneOf'))))
  }
  return and(parts)
}

/** Lists of values that are conditions of their own. */
export function conditionLists<T>(
  lists: Lists<T>,
  conditionFor: (value: T, list: string, index: number) => Condition,
): Condition {
  const parts: Condition[] = []
  if (lists.anyOf !== undefined)
    parts.push(or(lists.anyOf.map((value, index) => conditionFor(value, 'anyOf', index))))
  for (const [index, value] of (lists.allOf ?? []).entries()) parts.push(conditionFor(value, 'allOf', index))
  const unwanted = (lists.noneOf ?? []).map((value, index) => conditionFor(value, 'noneOf', index))
  return and([...parts, not(or(unwanted))])
}

/** A filter over facet tokens with one token a value. */
export function facetFilter<T extends z.ZodType<unknown>>(
  schema: T,
  tokenOf: (value: T extends z.ZodType<Lists<infer V>> ? V : never) => string,
): Filter<T> {
  return filter(schema, (value) => facetLists(value as Lists<never>, (item) => [tokenOf(item as never)]))
}
