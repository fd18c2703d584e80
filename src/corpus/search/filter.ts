import { z } from 'zod'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Snapshot } from '../commits/index.ts'
import { filterSet, optional, unwrap } from '../../operation/index.ts'
import { always, and, hasAny, never, not, or, type Condition } from './condition.ts'
import { spendPhrases, spendValues, type RequestBudget } from './request-budget.ts'
import { groupSchema, nestedIn, type Group, type GroupSchema, type Nesting } from './group.ts'
import type { FacetQuestion } from './value-columns.ts'

/** Kinds whose rows filters of companies read. */
export type OtherKind = 'people' | 'postings'

/** What a filter may use besides its value. */
export interface FilterContext {
  /** Path of the filter in the request, for errors. */
  path: string
  /** Today, in days since 1970, for relative dates. */
  today: number
  /** Host names of the professional network. */
  network: NetworkHosts
  /** Postings of the companies that satisfy a condition. Absent where companies cannot be asked about. */
  ofCompany?(company: Condition): Condition
  /**
   * Snapshot of another kind's rows, which all pages of a search share. Absent where companies cannot be asked about.
   */
  readSnapshot?(kind: OtherKind): Snapshot
  /** Adds a line to the answer's advice. */
  advise(line: string): void
  /** How deep in groups the filter is. Absent outside groups. */
  nesting?: Nesting
  /** The parameters beside the filter's own, for a filter that one of them modifies. */
  params?: Readonly<Record<string, unknown>>
  /** How much the places and lists of the request may still cost. */
  budget?: RequestBudget | undefined
  /** The companies among which filters of people look for employers and schools. */
  companies?: Snapshot | undefined
}

/** Snapshot of another kind's rows, for filters that read them. */
export function readSnapshot(context: FilterContext, kind: OtherKind): Snapshot {
  if (context.readSnapshot === undefined) throw new Error(`${context.path}: no snapshot of ${kind} here`)
  return context.readSnapshot(kind)
}

/** One search parameter: its schema, its documentation, and the condition on rows. */
export interface Filter<T extends z.ZodType = z.ZodType> {
  schema: T
  /** The tokens that the filter's values are, where a search can be counted by them. */
  facet?: Facet
  /**
   * For a parameter that asks nothing by itself: the parameters that it modifies; none where it only shapes the
   * answer.
   */
  modifies?: readonly string[]
  condition(value: z.output<T>, context: FilterContext): Condition
}

/** The values of a filter as tokens, or in a column. */
export interface Facet extends FacetQuestion {
  /** The client's value of a token, from the part after its colon. */
  readValue(token: string): unknown
  /** What to show for a value that people would not read. */
  readLabel?(token: string): string
  /** Values without a token, because they are true on some days only. Rows are counted by their condition. */
  byDay?: { values: readonly string[]; has(value: string, today: number): Condition }
}

export function filter<T extends z.ZodType>(schema: T, condition: Filter<T>['condition']): Filter<T> {
  return { schema, condition }
}

/** A parameter that asks nothing by itself. */
export const modifier = <T extends z.ZodType>(schema: T, modifies: readonly string[] = []): Filter<T> => ({
  schema,
  modifies,
  condition: () => always,
})

export type FilterSet = Record<string, Filter>

type Shape<S extends FilterSet> = { [K in keyof S]: ReturnType<typeof optional<S[K]['schema']>> }

/**
 * The schema of a set of filters, each with its documentation, and of `group`, which nests such objects. Every member
 * is optional, and null means absent. `id` names the schema in the interface's documents.
 */
export function paramsSchema<S extends FilterSet>(id: string, filters: S, meanings: Record<keyof S, string>) {
  const shape = Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [
      name,
      optional(schema).describe(meanings[name] as string),
    ]),
  ) as Shape<S>
  type Filters = z.ZodObject<Shape<S>>
  const group: GroupSchema<z.output<Filters>, z.input<Filters>> = groupSchema(id, () => params)
  const params = z.object({ ...shape, group: optional(z.lazy(() => group)) }).meta({ id })
  return filterSet(params)
}

/** A part of a search that rows must satisfy in addition to all others. */
export interface Clause {
  /** Path of the parameter in the request. */
  path: string
  condition: Condition
}

type ParamsOf<S> = { [K in keyof S]?: unknown } & { group?: Group<unknown> | undefined }

/** Lists the filters of a request with their paths. Those of a `group.and` count one by one. */
export function listClauses<S extends FilterSet>(
  filters: S,
  params: ParamsOf<S> | undefined,
  context: FilterContext,
): Clause[] {
  const clauses: Clause[] = []
  const empty: string[] = []
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value === undefined || value === null) continue
    const path = `${context.path}.${name}`
    if (name === 'group') {
      clauses.push(...groupClauses(filters, value as Group<ParamsOf<S>>, { ...context, path }))
      continue
    }
    const definition = filters[name] as Filter
    spendValues(context.budget, value)
    const condition = definition.condition(value, { ...context, path, params: params ?? {} })
    if (condition.kind === 'never') context.advise(nothingMatches(path, value))
    const idle =
      condition.kind === 'always'
        ? explainIdle(path, value, { ...definition, beside: params ?? {} })
        : undefined
    if (idle !== undefined) context.advise(idle)
    if (condition.kind === 'always' && definition.modifies === undefined && isEmpty(value)) empty.push(path)
    clauses.push({ path, condition })
  }
  if (empty.length > 0) context.advise(noFilter(empty))
  return clauses
}

/** Explains a parameter that has members and still excludes nothing. A search by it is charged in full. */
function explainIdle(
  path: string,
  value: unknown,
  { modifies, beside }: Pick<Filter, 'modifies'> & { beside: Readonly<Record<string, unknown>> },
): string | undefined {
  if (!saysSomething(value)) return undefined
  if (modifies === undefined) return `${path} sets no condition as given, so it leaves out nothing.`
  const isUsed = modifies.length === 0 || modifies.some((name) => (beside[name] ?? undefined) !== undefined)
  return isUsed ? undefined : `${path} changes nothing without ${modifies.join(' or ')} beside it.`
}

/** An empty object: `{}`, or only nulls. */
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !saysSomething(value)

/** More paths than this add nothing. */
const maxPaths = 5

function noFilter(paths: readonly string[]): string {
  const named = `${paths.slice(0, maxPaths).join(', ')}${paths.length > maxPaths ? ' …' : ''}`
  return `Not a filter, because it is empty: ${named}. Leave it out, or give it a value.`
}

/** Clients send every parameter they know; null, false and empty lists say nothing. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysSomething)
  return value !== undefined && value !== null && value !== false
}

/** Explains in the words of the request why a parameter matches nothing. */
function nothingMatches(path: string, value: unknown): string {
  if (Array.isArray(value)) return `${path} is empty, so it matches nothing.`
  const empty = ['anyOf', 'containsAny', 'unionAll', 'obeysAny'].find((list) => {
    const entries = (value as Record<string, unknown>)[list]
    return Array.isArray(entries) && entries.length === 0
  })
  if (empty !== undefined) return `${path}.${empty} is empty, so it matches nothing.`
  return `${path} cannot match anything as given.`
}

function groupClauses<S extends FilterSet>(
  filters: S,
  group: Group<ParamsOf<S>>,
  context: FilterContext,
): Clause[] {
  const { path } = context
  const outer = { nesting: context.nesting ?? { depth: 0, counted: { nodes: 0 } } }
  const inner = (params: ParamsOf<S>, branch: string) => {
    const deeper = { ...context, path: `${path}.${branch}`, nesting: nestedIn(outer, `${path}.${branch}`) }
    return listClauses(filters, params, deeper)
  }
  const whole = (params: ParamsOf<S>, branch: string) =>
    and(inner(params, branch).map((clause) => clause.condition))
  const clauses = (group.and ?? []).flatMap((params, index) => inner(params, `and[${index}]`))
  if (group.or !== undefined) {
    if (group.or.length === 0) context.advise(`${path}.or is empty, so it matches nothing.`)
    const condition = or(group.or.map((params, index) => whole(params, `or[${index}]`)))
    clauses.push({ path: `${path}.or`, condition })
  }
  if (group.not !== undefined) clauses.push({ path: `${path}.not`, condition: not(whole(group.not, 'not')) })
  return clauses
}

const maxValues = 10_000
/** Each rule asks several things and costs a search of its own. */
const maxRules = 200

const makeList = <T extends z.ZodType>(item: T, most: number) => optional(z.array(item).max(most))

/** `{anyOf?, noneOf?}`: at least one of them, and none of them. An empty `anyOf` matches nothing. */
export function pair<T extends z.ZodType>(item: T, most = maxValues) {
  return z.object({
    anyOf: makeList(item, most).describe('At least one of these.'),
    noneOf: makeList(item, most).describe('None of these.'),
  })
}

/** `{anyOf?, allOf?, noneOf?}` */
export function triple<T extends z.ZodType>(item: T, most = maxValues) {
  return z.object({
    anyOf: makeList(item, most).describe('At least one of these.'),
    allOf: makeList(item, most).describe('All of these.'),
    noneOf: makeList(item, most).describe('None of these.'),
  })
}

/** A filter over lists of rules, each of which holds lists of its own. */
export function ruleFilter<T extends z.ZodType>(
  rule: T,
  condition: Filter<ReturnType<typeof triple<T>>>['condition'],
) {
  return filter(triple(rule, maxRules), (value, context) => {
    spendPhrases(context.budget, value)
    return condition(value, context)
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
  makeTokens: (value: T, list: string, index: number) => string[],
): Condition {
  const tokens = (values: T[], list: string) =>
    values.flatMap((value, index) => makeTokens(value, list, index))
  const parts: Condition[] = []
  if (lists.anyOf !== undefined) {
    const wanted = tokens(lists.anyOf, 'anyOf')
    const unwanted = new Set(tokens(lists.noneOf ?? [], 'noneOf'))
    // Known before the engine is asked, so the answer can say which parameter contradicts itself.
    if (wanted.every((token) => unwanted.has(token))) return never
    parts.push(hasAny('facets', wanted))
  }
  for (const [index, value] of (lists.allOf ?? []).entries())
    parts.push(hasAny('facets', makeTokens(value, 'allOf', index)))
  if (lists.noneOf !== undefined && lists.noneOf.length > 0) {
    parts.push(not(hasAny('facets', tokens(lists.noneOf, 'noneOf'))))
  }
  return and(parts)
}

/** Lists of values, each of which is a condition of its own. */
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

/** A filter over facet tokens, one token a value. Over an enumeration it is also a facet of searches. */
export function facetFilter<T extends z.ZodType<unknown>>(
  schema: T,
  makeToken: (value: T extends z.ZodType<Lists<infer V>> ? V : never) => string,
): Filter<T> {
  const result = filter(schema, (value) =>
    facetLists(value as Lists<never>, (item) => [makeToken(item as never)]),
  )
  const facet = enumFacet(schema, makeToken as (value: unknown) => string)
  return facet === undefined ? result : { ...result, facet }
}

/** A filter that is also a facet. */
export function withFacet<T extends z.ZodType>(plain: Filter<T>, facet: Facet): Filter<T> & { facet: Facet } {
  return { ...plain, facet }
}

function enumFacet(schema: z.ZodType, makeToken: (value: unknown) => string): Facet | undefined {
  const anyOf =
    schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>)['anyOf'] : undefined
  const list = anyOf && unwrap(anyOf)
  const item = list instanceof z.ZodArray ? list.element : undefined
  if (!(item instanceof z.ZodEnum)) return undefined
  const values = new Map(item.options.map((value) => [makeToken(value), value]))
  const kind = [...values.keys()][0]?.split(':')[0] ?? ''
  return { kind, readValue: (token) => values.get(`${kind}:${token}`) ?? token }
}
