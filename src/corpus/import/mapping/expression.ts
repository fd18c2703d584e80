import { nearest } from '../../../lib/edit-suggestion.ts'
import { compilePath } from './source-path.ts'
import {
  isMissing,
  isPlainObject,
  MappingError,
  readMembers,
  textArgument,
  type Compiler,
  type Evaluate,
  type MappingPath,
  type Scope,
  type MappingStep,
  type StepFactory,
} from './scope.ts'
import { compileTemplate } from './template.ts'

const sources = ['path', 'value', 'first', 'list', 'template', 'object', 'test', 'if'] as const

/**
 * Compiles an expression: a path, a constant number or boolean, a list of expressions (all their values), or a
 * map with one source (`path`, `value`, `first`, `list`, `template`, `object`, `test`, `if`/`then`/`else`) and
 * optionally `do` (steps) and `default`.
 */
export function compileExpression(
  source: unknown,
  mappingPath: MappingPath,
  compiler: Compiler,
  steps: ReadonlyMap<string, StepFactory>,
): Evaluate {
  if (typeof source === 'string') return compilePath(source, mappingPath)
  if (typeof source === 'number' || typeof source === 'boolean') return () => source
  if (Array.isArray(source)) return compileList(source, mappingPath, compiler)
  const members = readMembers(source, mappingPath, [...sources, 'then', 'else', 'do', 'default'])
  const present = sources.filter((key) => key in members)
  if (present.length !== 1)
    throw new MappingError(`expected exactly one of ${sources.join(', ')}`, mappingPath)
  const start = compileSource(present[0]!, members, mappingPath, compiler)
  const chain = compileSteps(members['do'], [...mappingPath, 'do'], compiler, steps)
  const fallback = 'default' in members ? members['default'] : undefined
  return (scope) => {
    let value = start(scope)
    for (const step of chain) {
      if (isMissing(value)) break
      value = step(value, scope)
    }
    return isMissing(value) ? fallback : value
  }
}

function compileSource(
  key: (typeof sources)[number],
  members: Record<string, unknown>,
  mappingPath: MappingPath,
  compiler: Compiler,
): Evaluate {
  const argument = members[key]
  const here = [...mappingPath, key]
  if (key !== 'if' && ('then' in members || 'else' in members)) {
    throw new MappingError('`then` and `else` belong to `if`', mappingPath)
  }
  switch (key) {
    case 'path':
      return compilePath(textArgument(argument, here), here)
    case 'value':
      return () => argument
    case 'first':
      return compileFirst(argument, here, compiler)
    case 'list':
      return compileList(argument, here, compiler)
    case 'template':
      return compileTemplate(textArgument(argument, here), here)
    case 'object':
      return compileObject(argument, here, compiler)
    case 'test':
      return compiler.condition(argument, here)
    case 'if':
      return compileChoice(members, mappingPath, compiler)
  }
}

function compileFirst(argument: unknown, mappingPath: MappingPath, compiler: Compiler): Evaluate {
  const options = expressions(argument, mappingPath, compiler)
  return (scope) => {
    for (const option of options) {
      const value = option(scope)
      if (!isMissing(value)) return value
    }
    return undefined
  }
}

function compileList(argument: unknown, mappingPath: MappingPath, compiler: Compiler): Evaluate {
  const entries = expressions(argument, mappingPath, compiler)
  return (scope) => {
    const values = entries.flatMap((entry) => entry(scope) ?? []).filter((value) => !isMissing(value))
    return values.length > 0 ? values : undefined
  }
}

/** Compiles a map of member names to expressions. Members without a value are left out. */
export function compileObject(argument: unknown, mappingPath: MappingPath, compiler: Compiler): Evaluate {
  if (!isPlainObject(argument)) throw new MappingError('expected a map of members', mappingPath)
  const members = Object.entries(argument).map(
    ([key, source]) => [key, compiler.expression(source, [...mappingPath, key])] as const,
  )
  return (scope) => {
    const result: Record<string, unknown> = {}
    let filled = false
    for (const [key, evaluate] of members) {
      const value = evaluate(scope)
      if (isMissing(value)) continue
      result[key] = value
      filled = true
    }
    return filled ? result : undefined
  }
}

function compileChoice(
  members: Record<string, unknown>,
  mappingPath: MappingPath,
  compiler: Compiler,
): Evaluate {
  const check = compiler.condition(members['if'], [...mappingPath, 'if'])
  if (!('then' in members)) throw new MappingError('`if` needs `then`', mappingPath)
  const yes = compiler.expression(members['then'], [...mappingPath, 'then'])
  const no =
    'else' in members ? compiler.expression(members['else'], [...mappingPath, 'else']) : () => undefined
  return (scope: Scope) => (check(scope) ? yes(scope) : no(scope))
}

function expressions(argument: unknown, mappingPath: MappingPath, compiler: Compiler): Evaluate[] {
  if (!Array.isArray(argument) || argument.length === 0)
    throw new MappingError('expected a list', mappingPath)
  return argument.map((source, index) => compiler.expression(source, [...mappingPath, index]))
}

function compileSteps(
  argument: unknown,
  mappingPath: MappingPath,
  compiler: Compiler,
  steps: ReadonlyMap<string, StepFactory>,
): MappingStep[] {
  if (argument === undefined) return []
  const parts = Array.isArray(argument) ? argument : [argument]
  return parts.map((source, index) => {
    const here = Array.isArray(argument) ? [...mappingPath, index] : mappingPath
    if (typeof source === 'string') return findFactory(source, here, steps)(undefined, here, compiler)
    const entries = isPlainObject(source) ? Object.entries(source) : []
    if (entries.length !== 1) throw new MappingError('expected a step: a name, or a map with one name', here)
    const [name, value] = entries[0]!
    return findFactory(name, [...here, name], steps)(value, [...here, name], compiler)
  })
}

function findFactory(
  name: string,
  mappingPath: MappingPath,
  steps: ReadonlyMap<string, StepFactory>,
): StepFactory {
  const factory = steps.get(name)
  if (factory) return factory
  const meant = nearest(name, steps.keys())
  throw new MappingError(
    `unknown step \`${name}\`${meant === undefined ? '' : `; did you mean \`${meant}\`?`}`,
    mappingPath,
  )
}
