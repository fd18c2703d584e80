import type { Param } from '../../store/clickhouse/index.ts'
import type { GeoPoint } from '../../lib/geo.ts'
import { Failure } from '../../operation/index.ts'
import type { Snapshot } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { selectMembers, type EntitySet } from '../entity-sets/index.ts'
import type { RankedKey } from '../record-store/index.ts'
import type { TownAsked } from './place/gazetteer-town.ts'

/** Indexed token columns of the search tables. */
export type TokenColumn = 'facets' | 'title_tokens' | 'words' | 'names'

/**
 * What a row must satisfy, as data. Filters build it, and `compileAll` turns it into one SQL expression with bound
 * parameters. Posting lists answer token conditions; `sql` conditions read columns.
 */
export type Condition =
  | { kind: 'always' }
  | { kind: 'never' }
  | { kind: 'tokens'; column: TokenColumn; mode: 'all' | 'any'; tokens: readonly string[] }
  /** `asOf` is the commit of the snapshot; `visibleAt` sets it. */
  | { kind: 'identified'; entity: EntityKind; tokens: readonly string[]; asOf?: number }
  | { kind: 'sql'; text: (bind: Bind) => string }
  | { kind: 'and' | 'or'; parts: readonly Condition[] }
  | { kind: 'not'; part: Condition }
  /** The same as `whole`, in parts that no row has two of: they are counted one by one where that costs less. */
  | { kind: 'split'; whole: Condition; parts: readonly Condition[] }
  /** `whole`, which a page may leave out of its statement and test on its rows afterwards. */
  | { kind: 'excluding'; whole: Condition; exclusion: Exclusion; within?: SnapshotRows }
  /** True of every row: says which snapshot the statement reads. */
  | { kind: 'snapshot'; rows: SnapshotRows }

/** The rows an exclusion is applied to; `visibleAt` sets them. */
export interface SnapshotRows {
  kind: EntityKind
  snapshot: Snapshot
}

/** What is asked of a kind's rows: a condition on those of a snapshot. */
export interface RowQuestion {
  condition: Condition
  snapshot: Snapshot
  signal?: AbortSignal | undefined
}

/** What sets exclude: rows with an identifier of a member, or people who work for a company with one. */
export type Exclusion =
  | { by: 'identifiers'; sets: readonly EntitySet[] }
  | { by: 'employers'; sets: readonly EntitySet[]; companies: Snapshot }

/** Entities with one of some identifiers in a snapshot. */
export interface IdentifiedBy {
  entity: EntityKind
  tokens: readonly string[]
  asOf: number
}

/** The keys of entities in their search table. */
export type FoundKeys = readonly RankedKey[]

/** The statement that conditions are compiled into: its parameters, and what was looked up for it. */
export interface Bind extends SetOperators {
  /** Binds a value and returns its placeholder. */
  value(type: string, value: Param): string
  findKeys(wanted: IdentifiedBy): FoundKeys
  /** Answers where a town is; undefined during the first compilation, before it is looked up. */
  locateTown(wanted: TownWanted): GeoPoint | undefined
  /** SQL for the rows that an exclusion keeps, where its tables exist; undefined where its `whole` must be asked. */
  excludeBy(exclusion: Exclusion, within: SnapshotRows): string | undefined
  noteSnapshot(rows: SnapshotRows): void
}

/** A town that must be looked up, and where advice about it goes. */
export interface TownWanted extends TownAsked {
  /** Path of the town in the request. */
  path: string
  advise(line: string): void
}

export const always: Condition = { kind: 'always' }
export const never: Condition = { kind: 'never' }

export function hasAll(column: TokenColumn, tokens: readonly string[]): Condition {
  return tokens.length === 0 ? always : { kind: 'tokens', column, mode: 'all', tokens: [...new Set(tokens)] }
}

export function hasAny(column: TokenColumn, tokens: readonly string[]): Condition {
  const distinct = [...new Set(tokens)]
  if (distinct.length === 0) return never
  return { kind: 'tokens', column, mode: distinct.length === 1 ? 'all' : 'any', tokens: distinct }
}

/** Entities with one of some identifiers. They are looked up in the record store and then read by primary key. */
export function identifiedBy(entity: EntityKind, tokens: readonly string[]): Condition {
  return tokens.length === 0 ? never : { kind: 'identified', entity, tokens: [...new Set(tokens)] }
}

/** Sets the snapshot of identifiers and exclusions in a condition. Conditions nested in SQL set their own. */
export function dated(condition: Condition, asOf: number, within?: SnapshotRows): Condition {
  const part = (each: Condition) => dated(each, asOf, within)
  switch (condition.kind) {
    case 'identified':
      return { ...condition, asOf }
    case 'and':
    case 'or':
      return { ...condition, parts: condition.parts.map(part) }
    case 'not':
      return { ...condition, part: part(condition.part) }
    case 'excluding':
      return { ...condition, whole: part(condition.whole), ...(within && { within }) }
    case 'split':
      return { ...condition, whole: part(condition.whole), parts: condition.parts.map(part) }
    default:
      return condition
  }
}

/** Entities that some sets name by one of their identifiers; the engine joins them. */
export function inSets(sets: readonly EntitySet[]): Condition {
  if (sets.length === 0) return never
  return {
    kind: 'sql',
    text: (bind) => `arrayExists(key -> key ${bind.within} (${selectMembers(sets, bind, 'number')}), keys)`,
  }
}

/** Entities that are in none of some sets. */
export const notInSets = (sets: readonly EntitySet[]): Condition => ({
  kind: 'excluding',
  whole: not(inSets(sets)),
  exclusion: { by: 'identifiers', sets },
})

/** Splits off the exclusions that every row of a condition must pass, as exclusions and as conditions. */
export function splitExclusions(condition: Condition): {
  rest: Condition
  exclusions: Exclusion[]
  parts: Condition[]
} {
  const all = condition.kind === 'and' ? condition.parts : [condition]
  const parts = all.filter((part) => part.kind === 'excluding')
  const rest = and(all.filter(({ kind }) => kind !== 'excluding'))
  return { rest, exclusions: parts.map(({ exclusion }) => exclusion), parts }
}

/**
 * All of `parts`. Nested parts are flattened, and all-tokens of one column joined: walking a posting list once costs
 * half of twice.
 */
export function and(parts: readonly Condition[]): Condition {
  const flat = parts.flatMap((part) => (part.kind === 'and' ? part.parts : [part]))
  if (flat.some((part) => part.kind === 'never')) return never
  const joined = new Map<TokenColumn, Set<string>>()
  const rest: Condition[] = []
  for (const part of flat) {
    if (part.kind === 'tokens' && part.mode === 'all') {
      const tokens = joined.get(part.column) ?? new Set()
      for (const token of part.tokens) tokens.add(token)
      joined.set(part.column, tokens)
    } else if (part.kind !== 'always') rest.push(part)
  }
  const all = [...joined].map(([column, tokens]) => hasAll(column, [...tokens]))
  return group('and', [...all, ...rest])
}

/** Any of `parts`; never, where there are none. */
export function or(parts: readonly Condition[]): Condition {
  const flat = parts.flatMap((part) => (part.kind === 'or' ? part.parts : [part]))
  if (flat.some((part) => part.kind === 'always')) return always
  const joined = new Map<TokenColumn, Set<string>>()
  const rest: Condition[] = []
  for (const part of flat) {
    if (part.kind === 'tokens' && (part.mode === 'any' || part.tokens.length === 1)) {
      const tokens = joined.get(part.column) ?? new Set()
      for (const token of part.tokens) tokens.add(token)
      joined.set(part.column, tokens)
    } else if (part.kind !== 'never') rest.push(part)
  }
  const any = [...joined].map(([column, tokens]) => hasAny(column, [...tokens]))
  return group('or', [...any, ...rest])
}

export function not(part: Condition): Condition {
  if (part.kind === 'always') return never
  if (part.kind === 'never') return always
  return part.kind === 'not' ? part.part : { kind: 'not', part }
}

/** Conditions that together match the same rows, each row once. */
export function countedParts(condition: Condition): readonly Condition[] {
  const parts = condition.kind === 'and' ? condition.parts : [condition]
  const split = parts.find((part) => part.kind === 'split')
  if (split === undefined) return [condition]
  const others = parts.filter((part) => part !== split)
  return split.parts.map((part) => and([...others, part]))
}

function group(kind: 'and' | 'or', parts: Condition[]): Condition {
  if (parts.length === 0) return kind === 'and' ? always : never
  return parts.length === 1 ? (parts[0] as Condition) : { kind, parts }
}

/**
 * A condition as SQL. Parameters have deterministic names (`p0`, `p1`, …), so that equal searches are equal queries.
 */
export interface CompiledCondition {
  sql: string
  params: Record<string, Param>
  /** Every snapshot it reads, those of its sub-queries included. */
  snapshots: readonly SnapshotRows[]
}

/**
 * Values that one query may bind. Planning is quadratic in text conditions: 1,000 take the engine a second, and 2,000
 * more than a query's time limit, which the engine ignores while it plans.
 */
export const maxValues = 1_200
/** Entities that one condition may name by identifiers. Their keys take 6 MB of a statement. */
export const maxKeys = 250_000
/** The engine reads statements of up to 256 KiB. */
const maxConditionLength = 250_000

/** The operators that compare with a sub-query. */
export interface SetOperators {
  within: string
  notWithin: string
}
export const onOneServer: SetOperators = { within: 'IN', notWithin: 'NOT IN' }
/** With a plain IN every shard would ask every shard. */
export const onShards: SetOperators = { within: 'GLOBAL IN', notWithin: 'GLOBAL NOT IN' }

/** For conditions that name neither entities nor towns. */
const nothingKnown: Resolvers = {
  findKeys: () => [],
  locateTown: () => undefined,
  excludeBy: () => undefined,
}
type Resolvers = Pick<Bind, 'findKeys' | 'locateTown' | 'excludeBy'>

/**
 * Compiles the conditions of one statement, which share its parameters and limits. Fails with `too-expensive` for
 * more parts than the engine can read.
 */
export function compileAll(
  conditions: readonly Condition[],
  operators: SetOperators,
  resolvers: Resolvers = nothingKnown,
): { sqls: string[] } & Omit<CompiledCondition, 'sql'> {
  const params: Record<string, Param> = {}
  const snapshots: SnapshotRows[] = []
  let next = 0
  const bind: Bind = {
    ...operators,
    ...resolvers,
    value(type, value) {
      if (next >= maxValues) throw new Failure('too-expensive')
      const name = `p${next++}`
      params[name] = value
      return `{${name}:${type}}`
    },
    noteSnapshot: (rows) => void snapshots.push(rows),
  }
  const sqls = conditions.map((condition) => compileInto(condition, bind))
  if (sqls.reduce((sum, sql) => sum + sql.length, 0) > maxConditionLength) throw new Failure('too-expensive')
  return { sqls, params, snapshots }
}

/**
 * Above this many keys the engine reads them as text, because it would plan them for minutes as values of an
 * expression.
 */
const maxPlannedConditions = 500

/** Matches some entities by primary key. */
function amongKeys(keys: FoundKeys, bind: Bind): string {
  if (keys.length > maxKeys) throw new Failure('too-expensive')
  if (keys.length <= maxPlannedConditions) {
    const values = keys.map(({ rank, id }) => `(${rank},${id})`)
    return `(rank, id) IN ${bind.value('Array(Tuple(UInt32, UInt64))', `[${values.join(',')}]`)}`
  }
  const ranks = bind.value('String', keys.map(({ rank }) => rank).join(','))
  const ids = bind.value('String', keys.map(({ id }) => id).join(','))
  return `(rank, id) ${bind.within} (SELECT toUInt32(r), toUInt64(i)
    FROM (SELECT splitByChar(',', ${ranks}) AS ranks, splitByChar(',', ${ids}) AS ids)
    ARRAY JOIN ranks AS r, ids AS i)`
}

/** Entities with some keys of their search table. */
export const atKeys = (keys: FoundKeys): Condition =>
  keys.length === 0 ? never : { kind: 'sql', text: (bind) => amongKeys(keys, bind) }

/**
 * Whether two conditions are the same question to the engine. They are compared as SQL, since `sql` conditions are
 * functions.
 */
export function isSameCondition(one: Condition, other: Condition): boolean {
  const text = (condition: Condition) => {
    const named: (IdentifiedBy | TownAsked)[] = []
    const compiled = compileAll([dated(condition, 0)], onOneServer, {
      findKeys(wanted) {
        named.push(wanted)
        return []
      },
      // Any point will do, since both texts are compiled with it.
      locateTown({ city, countryCode }) {
        named.push({ city, countryCode })
        return { latitude: 0, longitude: 0 }
      },
      excludeBy: () => undefined,
    })
    return JSON.stringify([compiled, named], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  }
  return text(one) === text(other)
}

/** Compiles a condition inside another one's expression, with the same parameters. */
export function compileInto(condition: Condition, bind: Bind): string {
  switch (condition.kind) {
    case 'always':
      return '1'
    case 'never':
      return '0'
    case 'tokens': {
      const test = condition.mode === 'all' ? 'hasAllTokens' : 'hasAnyTokens'
      return `${test}(${condition.column}, ${bind.value('Array(String)', [...condition.tokens])})`
    }
    case 'identified': {
      const { entity, tokens, asOf } = condition
      if (asOf === undefined) throw new Error('identifiers are asked for in no snapshot')
      return amongKeys(bind.findKeys({ entity, tokens, asOf }), bind)
    }
    case 'sql':
      return condition.text(bind)
    case 'not':
      return `NOT (${compileInto(condition.part, bind)})`
    case 'split':
      return compileInto(condition.whole, bind)
    case 'excluding': {
      const { exclusion, within, whole } = condition
      return (within && bind.excludeBy(exclusion, within)) ?? compileInto(whole, bind)
    }
    case 'snapshot':
      bind.noteSnapshot(condition.rows)
      return '1'
    default:
      return compileParts(condition, bind)
  }
}

function compileParts({ kind, parts }: Extract<Condition, { kind: 'and' | 'or' }>, bind: Bind): string {
  const sqls = parts.map((part) => ({ part, sql: compileInto(part, bind) }))
  // What is true of every row is left out, so that the statement is the same with it.
  const tests = kind === 'and' ? sqls.filter(({ part }) => part.kind !== 'snapshot') : sqls
  const text = tests.map(({ sql }) => sql).join(kind === 'and' ? ' AND ' : ' OR ')
  return tests.length === 1 ? text : `(${text})`
}
