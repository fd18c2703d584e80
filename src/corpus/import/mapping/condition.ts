import { compareValues } from '../../../lib/compare.ts'
import { compilePath } from './source-path.ts'
import {
  isMissing,
  isPlainObject,
  MappingError,
  readMembers,
  scalarsArgument,
  textArgument,
  type Passes,
  type Compiler,
  type Evaluate,
  type MappingPath,
} from './scope.ts'

type Test = (value: unknown, other: unknown) => boolean

/** Tests whose argument is an expression. A text is a path, so a constant text is `{value: …}`. */
const comparisons: Record<string, Test> = {
  equals: (value, other) => sameText(value, other),
  before: (value, other) => compare(value, other) < 0,
  after: (value, other) => compare(value, other) > 0,
  at_least: (value, other) => compare(value, other) >= 0,
  at_most: (value, other) => compare(value, other) <= 0,
}
const tests = ['is', 'in', 'not_in', 'matches', 'exists', ...Object.keys(comparisons)]

/**
 * Compiles a condition: `all`, `any` or `not` of conditions, or a value (`path` or `of`) with one test: `is`,
 * `in`, `not_in` (constants, case aside), `matches` (a regular expression), `exists` (true or false), `equals`,
 * `before`, `after`, `at_least`, `at_most` (expressions; numbers by value, texts, so ISO dates too, by order).
 * For a list, on either side, one entry that passes is enough (`not_in`: all must pass). A missing value passes only
 * `exists: false` and `not_in`.
 */
export function compileCondition(source: unknown, mappingPath: MappingPath, compiler: Compiler): Passes {
  if (isPlainObject(source)) {
    for (const key of ['all', 'any'] as const) {
      if (!(key in source)) continue
      readMembers(source, mappingPath, [key])
      const checks = conditions(source[key], [...mappingPath, key], compiler)
      return key === 'all'
        ? (scope) => checks.every((check) => check(scope))
        : (scope) => checks.some((check) => check(scope))
    }
    if ('not' in source) {
      readMembers(source, mappingPath, ['not'])
      const check = compiler.condition(source['not'], [...mappingPath, 'not'])
      return (scope) => !check(scope)
    }
  }
  return compileTest(source, mappingPath, compiler)
}

function compileTest(source: unknown, mappingPath: MappingPath, compiler: Compiler): Passes {
  const members = readMembers(source, mappingPath, ['path', 'of', ...tests])
  const present = tests.filter((test) => test in members)
  if (present.length !== 1) throw new MappingError(`expected exactly one of ${tests.join(', ')}`, mappingPath)
  const test = present[0]!
  const value = subject(members, mappingPath, compiler)
  const argument = members[test]
  const here = [...mappingPath, test]
  if (test === 'exists') {
    if (typeof argument !== 'boolean') throw new MappingError('expected true or false', here)
    return (scope) => !isMissing(value(scope)) === argument
  }
  if (test in comparisons) {
    const other = compiler.expression(argument, here)
    const compared = comparisons[test]!
    return (scope) => {
      const right = other(scope)
      if (isMissing(right)) return false
      const others = toList(right)
      return toList(value(scope)).some((left) => others.some((each) => compared(left, each)))
    }
  }
  if (test === 'matches') {
    const pattern = compilePattern(argument, here)
    return (scope) => toList(value(scope)).some((text) => pattern.test(String(text)))
  }
  const constants = new Set(scalarsArgument(argument, here).map(folded))
  const inside: Passes = (scope) => toList(value(scope)).some((entry) => constants.has(folded(entry)))
  return test === 'not_in' ? (scope) => !inside(scope) : inside
}

function subject(members: Record<string, unknown>, mappingPath: MappingPath, compiler: Compiler): Evaluate {
  if ('path' in members === 'of' in members) throw new MappingError('expected `path` or `of`', mappingPath)
  if ('of' in members) return compiler.expression(members['of'], [...mappingPath, 'of'])
  return compilePath(textArgument(members['path'], [...mappingPath, 'path']), [...mappingPath, 'path'])
}

function conditions(argument: unknown, mappingPath: MappingPath, compiler: Compiler): Passes[] {
  if (!Array.isArray(argument) || argument.length === 0)
    throw new MappingError('expected a list', mappingPath)
  return argument.map((source, index) => compiler.condition(source, [...mappingPath, index]))
}

/** A regular expression of the mapping. It only matches; nothing of it runs as code. */
export function compilePattern(argument: unknown, mappingPath: MappingPath): RegExp {
  try {
    return new RegExp(textArgument(argument, mappingPath), 'iu')
  } catch (error) {
    if (error instanceof MappingError) throw error
    throw new MappingError((error as Error).message, mappingPath)
  }
}

function toList(value: unknown): unknown[] {
  if (isMissing(value)) return []
  return Array.isArray(value) ? value : [value]
}

function folded(value: unknown): string {
  return String(value).trim().toLowerCase()
}

function sameText(a: unknown, b: unknown): boolean {
  return folded(a) === folded(b)
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareValues(String(a), String(b))
}
