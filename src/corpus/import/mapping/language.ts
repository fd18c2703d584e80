import type { Drift } from '../formats/shape.ts'
import { compileCondition } from './condition.ts'
import { compileExpression } from './expression.ts'
import { listSteps } from './list-steps.ts'
import {
  isPlainObject,
  MappingError,
  type Passes,
  type Compiler,
  type Evaluate,
  type MappingPath,
  type Scope,
  type StepFactory,
  type Table,
} from './scope.ts'
import { definedRoot } from './source-path.ts'
import { readTable, valueSteps } from './value-steps.ts'

/** Called while a row is mapped, to explain a mapping. Applying one does not need it. */
export interface MappingProbe {
  lost?: (step: string, value: unknown) => void
  looked?: (holder: object, key: string) => void
  /** Called where a row differs from the documented format. */
  drifted?: (drift: Drift) => void
}

/** What a row is evaluated with. */
export interface RowContext {
  /** ISO date that the row is true for. */
  asOf: string
  /** Values of the names that the language was opened with. */
  variables?: Readonly<Record<string, unknown>> | undefined
  probe?: MappingProbe | undefined
}

/** The expressions and conditions of mapping files, with the file's own `tables` and `define`. */
export interface MappingLanguage {
  compiler: Compiler
  expression(source: unknown, mappingPath: MappingPath): Evaluate
  condition(source: unknown, mappingPath: MappingPath): Passes
  /** What a compiled expression or condition is evaluated against. */
  scope(row: unknown, context: RowContext): Scope
  /** Throws MappingError for a `$name` below that is neither defined nor given. */
  checkNames(content: unknown, mappingPath: MappingPath): void
}

const steps: ReadonlyMap<string, StepFactory> = new Map(Object.entries({ ...valueSteps, ...listSteps }))
/** Keys whose texts are constants and no paths. */
const constantKeys = new Set<unknown>([
  'value',
  'default',
  'is',
  'in',
  'not_in',
  'drop',
  'keep',
  'from',
  'to',
  'join',
  'split',
  'match',
  'matches',
])

/** `given` are names of values that the caller brings with every row, as `$name`. Throws MappingError. */
export function openLanguage(
  sections: { tables?: unknown; define?: unknown },
  variables: readonly string[] = [],
): MappingLanguage {
  const compiler = compilerWith(readTables(sections.tables))
  const defined = definitions(sections.define, compiler, variables)
  const names = new Set([...defined.keys(), ...variables])
  const language: MappingLanguage = {
    compiler,
    expression: compiler.expression,
    condition: compiler.condition,
    scope: (row, context) => makeScope(row, context, defined),
    checkNames: (content, mappingPath) => checkNames(content, mappingPath, names),
  }
  language.checkNames(sections.define, ['define'])
  return language
}

function compilerWith(tables: ReadonlyMap<string, Table>): Compiler {
  const compiler: Compiler = {
    tables,
    expression: (source, mappingPath) => compileExpression(source, mappingPath, compiler, steps),
    condition: (source, mappingPath) => compileCondition(source, mappingPath, compiler),
  }
  return compiler
}

function readTables(source: unknown): ReadonlyMap<string, Table> {
  if (source === undefined) return new Map()
  if (!isPlainObject(source)) throw new MappingError('expected a map of tables', ['tables'])
  return new Map(Object.entries(source).map(([name, table]) => [name, readTable(table, ['tables', name])]))
}

function definitions(
  source: unknown,
  compiler: Compiler,
  variables: readonly string[],
): ReadonlyMap<string, Evaluate> {
  if (source === undefined) return new Map()
  if (!isPlainObject(source)) throw new MappingError('expected a map of names', ['define'])
  const reserved = Object.keys(source).find(
    (name) => name === 'as_of' || name === 'index' || variables.includes(name) || !/^[a-z]\w*$/i.test(name),
  )
  if (reserved !== undefined) throw new MappingError(`\`${reserved}\` cannot be a name`, ['define', reserved])
  return new Map(
    Object.entries(source).map(([name, value]) => [name, compiler.expression(value, ['define', name])]),
  )
}

function makeScope(
  row: unknown,
  { asOf, variables = {}, probe }: RowContext,
  defined: ReadonlyMap<string, Evaluate>,
): Scope {
  const values = new Map<string, unknown>(Object.entries(variables))
  const scope: Scope = {
    row,
    item: row,
    index: 0,
    asOf,
    defined(name) {
      if (!values.has(name)) {
        // The name is set first, so that a definition which refers to itself finds nothing instead of recursing for
        // ever.
        values.set(name, undefined)
        values.set(name, defined.get(name)?.(scope))
      }
      return values.get(name)
    },
    lost: probe?.lost,
    looked: probe?.looked,
  }
  return scope
}

/** Every `$name` must be known, which only the whole mapping can tell. */
function checkNames(value: unknown, mappingPath: MappingPath, names: ReadonlySet<string>): void {
  if (typeof value === 'string') {
    const name = definedRoot(value)
    const key = mappingPath.findLast((each) => typeof each === 'string')
    if (name !== undefined && !constantKeys.has(key) && !names.has(name))
      throw new MappingError(`\`$${name}\` is not in \`define\``, mappingPath)
  } else if (Array.isArray(value))
    value.forEach((entry, index) => checkNames(entry, [...mappingPath, index], names))
  else if (isPlainObject(value))
    for (const [key, entry] of Object.entries(value)) checkNames(entry, [...mappingPath, key], names)
}
