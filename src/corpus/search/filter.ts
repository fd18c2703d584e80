import { z } from 'zod'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Snapshot } from '../commits/index.ts'
import { filterSet, optional, unwrap } from '../../operation/index.ts'
import { always, and, hasAny, never, not, or, type Condition } from './condition.ts'
import { spendPhrases, spendValues, type RequestBudget } from './request-budget.ts'
import { groupSchema, nestedIn, type Group, type GroupSchema, type Nesting } from './group.ts'

/** Kinds that filters of companies look at. */
export type OtherKind = 'people' | 'postings'

/** What a filter may use in addition to its value. */
export interface FilterContext {
  /** Path of the filter in the request, for errors. */
  path: string
  /** Today, in days since 1970, for relative dates. */
  today: number
  /** Host names of the professional network. */
  network: NetworkHosts
  /** Postings of the companies that satisfy a condition; absent where companies are not asked about. */
  ofCompany?(company: Condition): Condition
  /** The moment of another kind's rows, which the pages of a search keep. Absent where no company is asked about. */
  readSnapshot?(kind: OtherKind): Snapshot
  /** Adds a line to the answer's advice. */
  advise(line: string): void
  /** How deep in groups the filter is; absent outside of any. */
  nesting?: Nesting
  /** The parameters beside the filter's own, for those that one of them modifies. */
  params?: Readonly<Record<string, unknown>>
  /** What places and lists of the request may still take. */
  budget?: RequestBudget | undefined
  /** The companies that filters of people look for employers and schools in. */
  companies?: Snapshot | undefined
}

/** The moment of another kind's rows, for filters that look at them. */
export function readSnapshot(context: FilterContext, kind: OtherKind): Snapshot {
  if (context.readSnapshot === undefined) throw new Error(`${context.path}: no snapshot of ${kind} here`)
  return context.readSnapshot(kind)
}

/** One search parameter: its shape, its documentation, and what it asks of a row. */
export interface Filter<T extends z.ZodType = z.ZodType> {
  schema: T
  /** Where the filter asks for values that are tokens of one kind: what a search can be counted by. */
  facet?: Facet
  /**
   * Of one that asks for nothing by itself: the parameters beside it that it changes the meaning of; none where it is about
   * the answer.
   */
  modifies?: readonly string[]
  condition(value: z.output<T>, context: FilterContext): Condition
}

/** Values of a filter as tokens. */
export interface Facet {
  /** Kind of the tokens. */
  kind: string
  /** The value a client gives for a token, by what comes after its colon. */
  readValue(token: string): unknown
  /** Values that no token says, since they hold on some days only: rows are counted by their condition. */
  byDay?: { values: readonly string[]; has(value: string, today: number): Condition }
}

export function filter<T extends z.ZodType>(schema: T, condition: Filter<T>['condition']): Filter<T> {
  return { schema, condition }
}

/** A parameter that asks for nothing by itself. */
export const modifier = <T extends z.ZodType>(schema: T, modifies: readonly string[] = []): Filter<T> => ({
  schema,
  modifies,
  condition: () => always,
})

export type FilterSet = Record<string, Filter>

type Shape<S extends FilterSet> = { [K in keyof S]: ReturnType<typeof optional<S[K]['schema']>> }

/**
 * The zod object of a set of filters, each with its meaning, and `group`, which nests such objects; every member is
 * optional and null means absent. `id` names it in the interface's documents.
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

/** Each filter given, with its path; those of a `group.and` count one by one. */
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

/** What to say of a parameter that leaves nobody out although something is in it; a search by it is charged in full. */
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

/** More paths than these say no more. */
const maxPaths = 5

function noFilter(paths: readonly string[]): string {
  const named = `${paths.slice(0, maxPaths).join(', ')}${paths.length > maxPaths ? ' …' : ''}`
  return `Not a filter, because it is empty: ${named}. Leave it out, or give it a value.`
}

/** Clients send every parameter they know, those without a value as null, false or an empty list. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysSomething)
  return value !== undefined && value !== null && value !== false
}

/** Why a parameter can match nothing, in the words of the request. */
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
/** Rules ask several things at once; each costs a search of its own. */
const maxRules = 200

const makeList = <T extends z.ZodType>(item: T, most: number) => optional(z.array(item).max(most))

/** `{anyOf?, noneOf?}`: at least one of, and none of. An empty `anyOf` matches nothing. */
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

/** A filter over lists of rules, of which each holds lists of its own. */
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

/** A filter over facet tokens with one token a value. One over an enumeration is a facet of searches as well. */
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
