import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../operation/index.ts'
import {
  always,
  and,
  compileAll,
  dated,
  hasAll,
  hasAny,
  identifiedBy,
  maxValues,
  never,
  not,
  onOneServer,
  onShards,
  or,
  type SetOperators,
  type Condition,
} from './condition.ts'

function compile(condition: Condition, operators: SetOperators) {
  const { sqls, params } = compileAll([condition], operators, {
    findKeys: () => [{ rank: 3, id: '77' }],
    locateTown: () => undefined,
    excludeBy: () => undefined,
  })
  return { sql: sqls[0] as string, params }
}
const sqlOf = (condition: Condition) => compile(condition, onOneServer).sql

/** What a condition says of a row with some facets. */
function holds(condition: Condition, facets: ReadonlySet<string>): boolean {
  switch (condition.kind) {
    case 'always':
      return true
    case 'never':
      return false
    case 'tokens':
      return condition.mode === 'all'
        ? condition.tokens.every((token) => facets.has(token))
        : condition.tokens.some((token) => facets.has(token))
    case 'and':
      return condition.parts.every((part) => holds(part, facets))
    case 'or':
      return condition.parts.some((part) => holds(part, facets))
    case 'not':
      return !holds(condition.part, facets)
    default:
      throw new Error(`not made here: ${condition.kind}`)
  }
}

type Plain =
  | { op: 'all'; tokens: string[] }
  | { op: 'any'; tokens: string[] }
  | { op: 'and'; parts: Plain[] }
  | { op: 'or'; parts: Plain[] }
  | { op: 'not'; part: Plain }

const leafTokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
const plain = fc.letrec<{ tree: Plain }>((tie) => {
  const parts = fc.array(tie('tree'), { maxLength: 4 })
  return {
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.record({ op: fc.constant('all' as const), tokens: leafTokens }),
      fc.record({ op: fc.constant('any' as const), tokens: leafTokens }),
      fc.record({ op: fc.constant('and' as const), parts }),
      fc.record({ op: fc.constant('or' as const), parts }),
      fc.record({ op: fc.constant('not' as const), part: tie('tree') }),
    ),
  }
}).tree

function built(tree: Plain): Condition {
  if (tree.op === 'all') return hasAll('facets', tree.tokens)
  if (tree.op === 'any') return hasAny('facets', tree.tokens)
  if (tree.op === 'not') return not(built(tree.part))
  const parts = tree.parts.map(built)
  return tree.op === 'and' ? and(parts) : or(parts)
}

function meant(tree: Plain, facets: ReadonlySet<string>): boolean {
  if (tree.op === 'all') return tree.tokens.every((token) => facets.has(token))
  if (tree.op === 'any') return tree.tokens.some((token) => facets.has(token))
  if (tree.op === 'not') return !meant(tree.part, facets)
  return tree.op === 'and'
    ? tree.parts.every((part) => meant(part, facets))
    : tree.parts.some((part) => meant(part, facets))
}

describe('conditions', () => {
  it('joining and flattening never changes what they mean', () => {
    const row = fc.subarray(['a', 'b', 'c', 'd']).map((facets) => new Set(facets))
    fc.assert(
      fc.property(plain, row, (tree, facets) => holds(built(tree), facets) === meant(tree, facets)),
      { numRuns: 2_000 },
    )
  })

  it('all tokens of a column become one walk over its index', () => {
    const joined = and([hasAny('facets', ['a']), hasAll('words', ['x']), hasAll('facets', ['b', 'a'])])
    expect(compile(joined, onOneServer)).toEqual({
      sql: '(hasAllTokens(facets, {p0:Array(String)}) AND hasAllTokens(words, {p1:Array(String)}))',
      params: { p0: ['a', 'b'], p1: ['x'] },
    })
    expect(or([hasAny('facets', ['a', 'b']), hasAny('facets', ['b', 'c'])])).toEqual(
      hasAny('facets', ['a', 'b', 'c']),
    )
  })

  it('what always or never holds disappears', () => {
    const some = hasAny('facets', ['a', 'b'])
    expect([and([]), or([]), not(always), not(never)]).toEqual([always, never, never, always])
    expect([and([some, always]), or([some, never]), not(not(some))]).toEqual([some, some, some])
    expect([and([some, never]), or([some, always])]).toEqual([never, always])
    expect([hasAny('facets', []), hasAll('facets', []), identifiedBy('people', [])]).toEqual([
      never,
      always,
      never,
    ])
    expect([sqlOf(always), sqlOf(never)]).toEqual(['1', '0'])
  })

  it('values are bound, never part of the text', () => {
    const hostile = "'); DROP TABLE people --"
    const parts = [hasAny('facets', [hostile]), identifiedBy('people', [hostile])]
    const { sql, params } = compile(dated(or(parts), 5), onShards)
    expect(sql).not.toContain('DROP')
    expect(Object.values(params)).toEqual([[hostile], '[(3,77)]'])
  })

  it('identifiers are asked for in a snapshot, at every depth', () => {
    const found = identifiedBy('people', ['slug:ada'])
    expect(() => sqlOf(found)).toThrow('in no snapshot')
    const nested = and([not(or([found, hasAny('facets', ['a', 'b'])])), hasAll('words', ['x'])])
    expect(sqlOf(dated(nested, 5))).toContain('(rank, id) IN')
  })

  it('equal conditions are equal queries', () => {
    const make = () => and([hasAny('facets', ['a', 'b']), not(hasAny('words', ['c', 'd']))])
    expect(compile(make(), onOneServer)).toEqual(compile(make(), onOneServer))
  })

  it('more values than the engine reads in time are refused', () => {
    const value = (index: number): Condition => ({
      kind: 'sql',
      text: (bind) => `lat = ${bind.value('Float64', index)}`,
    })
    const many = (count: number) => or(Array.from({ length: count }, (_, index) => value(index)))
    expect(Object.keys(compile(many(maxValues), onOneServer).params)).toHaveLength(maxValues)
    expect(() => compile(many(maxValues + 1), onOneServer)).toThrow(new Failure('too-expensive').message)
  })
})
