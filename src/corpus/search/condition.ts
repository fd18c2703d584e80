import type { Param } from '../../store/clickhouse/index.ts'
import type { GeoPoint } from '../../lib/geo.ts'
import { Failure } from '../../operation/index.ts'
import type { Snapshot } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { selectMembers, type EntitySet } from '../entity-sets/index.ts'
import type { RankedKey } from '../record-store/index.ts'
import type { TownAsked } from './town.ts'

/** Indexed token columns of the search tables. */
export type TokenColumn = 'facets' | 'title_tokens' | 'words' | 'names'

/**
 * What a row must satisfy, as data: filters build it, `compile` turns it into one SQL expression with bound parameters.
 * Token conditions are answered from posting lists; `sql` conditions read columns.
 */
export type Condition =
  | { kind: 'always' }
  | { kind: 'never' }
  | { kind: 'tokens'; column: TokenColumn; mode: 'all' | 'any'; tokens: readonly string[] }
  /** `asOf`: commit of the snapshot, given by `seen`. */
  | { kind: 'identified'; entity: EntityKind; tokens: readonly string[]; asOf?: number }
  | { kind: 'sql'; text: (bind: Bind) => string }
  | { kind: 'and' | 'or'; parts: readonly Condition[] }
  | { kind: 'not'; part: Condition }
  /** `whole`, which is also parts that no row has two of: counted one by one where that costs less. */
  | { kind: 'split'; whole: Condition; parts: readonly Condition[] }
  /** `whole`, which pages may ask of the rows that they have found alone. */
  | { kind: 'excluding'; whole: Condition; exclusion: Exclusion; within?: SnapshotRows }

/** What rows an exclusion is put over, given by `seen`. */
export interface SnapshotRows {
  kind: EntityKind
  snapshot: Snapshot
}

/** Who is left out by sets: of rows, those that carry a member's identifier, or of people those whom such a company employs. */
export type Exclusion =
  | { by: 'identifiers'; sets: readonly EntitySet[] }
  | { by: 'employers'; sets: readonly EntitySet[]; companies: Snapshot }

/** Entities that carry one of some identifiers in a snapshot. */
export interface IdentifiedBy {
  entity: EntityKind
  tokens: readonly string[]
  asOf: number
}

/** Where such entities are in their search table. */
export type FoundKeys = readonly RankedKey[]

/** The statement a condition is compiled into: its parameters, and what was looked up for it. */
export interface Bind extends SetOperators {
  /** Binds a value and returns its placeholder. */
  value(type: string, value: Param): string
  findKeys(wanted: IdentifiedBy): FoundKeys
  /** Where a town is; undefined while it is looked up. */
  locateTown(wanted: TownWanted): GeoPoint | undefined
  /** SQL of what an exclusion keeps of some rows, if known which; undefined: its `whole` is to be asked. */
  excludeBy(exclusion: Exclusion, within: SnapshotRows): string | undefined
}

/** A town that has to be looked up, and the message about it. */
export interface TownWanted extends TownAsked {
  /** Where it stands in the request. */
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

/** Entities that carry one of some identifiers: looked up in the record store, then found by primary key. */
export function identifiedBy(entity: EntityKind, tokens: readonly string[]): Condition {
  return tokens.length === 0 ? never : { kind: 'identified', entity, tokens: [...new Set(tokens)] }
}

/**
 * The same with every identifier asked for in a snapshot, and exclusions put over its rows; what nests a condition of its own
 * dates that itself.
 */
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

/** Entities that some sets name by one of their identifiers; joined inside the engine. */
export function inSets(sets: readonly EntitySet[]): Condition {
  if (sets.length === 0) return never
  return {
    kind: 'sql',
    text: (bind) => `arrayExists(key -> key ${bind.within} (${selectMembers(sets, bind, 'number')}), keys)`,
  }
}

/** Who is in none of some sets. */
export const notInSets = (sets: readonly EntitySet[]): Condition => ({
  kind: 'excluding',
  whole: not(inSets(sets)),
  exclusion: { by: 'identifiers', sets },
})

/** A condition without the exclusions that all of its rows go through, and these, also as conditions. */
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

/** Everything in `parts`; flattened, and all-tokens of one column joined, since one posting-list walk is half of two. */
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

/** Something of `parts`; never when there is nothing to choose from. */
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

/** Conditions that together find what a condition finds, each row once. */
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

/** A condition as SQL, with its parameters under deterministic names (`p0`, `p1`, …) so that equal searches are equal queries. */
export interface CompiledCondition {
  sql: string
  params: Record<string, Param>
}

/**
 * Values one query may bind. Planning is quadratic in text conditions: 1,000 take the engine a second, 2,000 more than
 * a query's time limit, which it does not look at while it plans.
 */
export const maxValues = 1_200
/** Entities one condition may name by identifiers; the keys of so many are 6 MB of a statement. */
export const maxKeys = 250_000
/** The engine reads statements of up to 256 KiB. */
const maxConditionLength = 250_000

/** How a sub-query is compared with. */
export interface SetOperators {
  within: string
  notWithin: string
}
export const onOneServer: SetOperators = { within: 'IN', notWithin: 'NOT IN' }
/** A plain IN would have every shard ask every shard. */
export const onShards: SetOperators = { within: 'GLOBAL IN', notWithin: 'GLOBAL NOT IN' }

/** For conditions that name neither. */
const nothingKnown: Resolvers = {
  findKeys: () => [],
  locateTown: () => undefined,
  excludeBy: () => undefined,
}
type Resolvers = Pick<Bind, 'findKeys' | 'locateTown' | 'excludeBy'>

/**
 * Conditions of one statement, which share its parameters and limits. Fails with `too-expensive` for conditions of more
 * parts than the engine reads.
 */
export function compileAll(
  conditions: readonly Condition[],
  operators: SetOperators,
  resolvers: Resolvers = nothingKnown,
): { sqls: string[]; params: Record<string, Param> } {
  const params: Record<string, Param> = {}
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
  }
  const sqls = conditions.map((condition) => compileInto(condition, bind))
  if (sqls.reduce((sum, sql) => sum + sql.length, 0) > maxConditionLength) throw new Failure('too-expensive')
  return { sqls, params }
}

/** More keys than this are read by the engine as text: as values of an expression it plans them for minutes. */
const maxPlannedConditions = 500

/** Rows of some entities, by primary key. */
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

/** The entities at some places of their search table. */
export const atKeys = (keys: FoundKeys): Condition =>
  keys.length === 0 ? never : { kind: 'sql', text: (bind) => amongKeys(keys, bind) }

/** Whether two conditions ask the engine the very same. */
export function isSameCondition(one: Condition, other: Condition): boolean {
  const text = (condition: Condition) => {
    const named: (IdentifiedBy | TownAsked)[] = []
    const compiled = compileAll([dated(condition, 0)], onOneServer, {
      findKeys(wanted) {
        named.push(wanted)
        return []
      },
      // Any point will do: what is around it is part of the text.
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

/** A condition inside another's expression, sharing its parameters. */
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
    default:
      return `(${condition.parts.map((part) => compileInto(part, bind)).join(condition.kind === 'and' ? ' AND ' : ' OR ')})`
  }
}
