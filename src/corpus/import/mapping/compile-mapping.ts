import type { Drift } from '../formats/shape.ts'
import { compileCondition } from './condition.ts'
import { compileExpression, compileObject } from './expression.ts'
import { fitOf } from './fit.ts'
import { listSteps } from './list-steps.ts'
import {
  isPlainObject,
  MappingError,
  membersOf,
  type Check,
  type Compiler,
  type Evaluate,
  type MappingPath,
  type Scope,
  type StepFactory,
  type Table,
} from './scope.ts'
import { definedRoot } from './source-path.ts'
import { checkTargets, importKinds, nativeSchemas, type ImportKind } from './target.ts'
import { tableOf, valueSteps } from './value-steps.ts'

/** Told about a row while it is mapped; used to explain a mapping, not needed to apply it. */
export interface MappingProbe {
  lost?: (step: string, value: unknown) => void
  looked?: (holder: object, key: string) => void
  /** Told where a row is not as its format is documented. */
  drifted?: (drift: Drift) => void
}

/** A mapping file, ready to be applied. */
export interface Mapping {
  kind: ImportKind
  /** Name of the source, the provenance of every record. */
  source: string | undefined
  /** The native record of a row (not validated yet); undefined when `where` leaves the row out. */
  map(row: unknown, asOf: string, probe?: MappingProbe): Record<string, unknown> | undefined
}

const steps: ReadonlyMap<string, StepFactory> = new Map(Object.entries({ ...valueSteps, ...listSteps }))
/** Keys whose texts are constants, not paths. */
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
const sections = ['kind', 'source', 'observed_at', 'confidence', 'tables', 'define', 'where', 'record']

/** Compiles the content of a mapping file. Throws MappingError, which says where in it the mistake is. */
export function compileMapping(content: unknown): Mapping {
  const members = membersOf(content, [], sections)
  const kind = importKinds.find((each) => each === members['kind'])
  if (kind === undefined)
    throw new MappingError(`kind is one of ${importKinds.map((each) => `\`${each}\``).join(', ')}`, ['kind'])
  const source = members['source']
  if (source !== undefined && (typeof source !== 'string' || source === '')) {
    throw new MappingError('expected a name', ['source'])
  }
  const compiler = compilerWith(tablesOf(members['tables']))
  const defined = definitions(members['define'], compiler)
  checkDefined(members, defined)
  checkTargets(members['record'], nativeSchemas[kind], ['record'])
  const record = compileObject(members['record'], ['record'], compiler)
  const about = compileObject(provenanceOf(members), [], compiler)
  const passes: Check = 'where' in members ? compiler.condition(members['where'], ['where']) : () => true
  const fit = fitOf(nativeSchemas[kind])
  return {
    kind,
    source,
    map(row, asOf, probe) {
      const scope = scopeOf(row, asOf, defined, probe)
      if (!passes(scope)) return undefined
      const mapped = { ...(about(scope) as object | undefined), ...(record(scope) as object | undefined) }
      return fit(mapped) as Record<string, unknown>
    },
  }
}

function compilerWith(tables: ReadonlyMap<string, Table>): Compiler {
  const compiler: Compiler = {
    tables,
    expression: (source, at) => compileExpression(source, at, compiler, steps),
    condition: (source, at) => compileCondition(source, at, compiler),
  }
  return compiler
}

function tablesOf(source: unknown): ReadonlyMap<string, Table> {
  if (source === undefined) return new Map()
  if (!isPlainObject(source)) throw new MappingError('expected a map of tables', ['tables'])
  return new Map(Object.entries(source).map(([name, table]) => [name, tableOf(table, ['tables', name])]))
}

function definitions(source: unknown, compiler: Compiler): ReadonlyMap<string, Evaluate> {
  if (source === undefined) return new Map()
  if (!isPlainObject(source)) throw new MappingError('expected a map of names', ['define'])
  const reserved = Object.keys(source).find(
    (name) => name === 'as_of' || name === 'index' || !/^[a-z]\w*$/i.test(name),
  )
  if (reserved !== undefined) throw new MappingError(`\`${reserved}\` cannot be a name`, ['define', reserved])
  return new Map(
    Object.entries(source).map(([name, value]) => [name, compiler.expression(value, ['define', name])]),
  )
}

function provenanceOf({ observed_at, confidence }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(observed_at === undefined
      ? {}
      : { observed_at: isIsoDate(observed_at) ? { value: observed_at } : observed_at }),
    ...(confidence === undefined ? {} : { confidence }),
  }
}

/** The same date for every row may be written as it is; any other text is a path. */
function isIsoDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(value)
}

function scopeOf(
  row: unknown,
  asOf: string,
  defined: ReadonlyMap<string, Evaluate>,
  probe: MappingProbe | undefined,
): Scope {
  const known = new Map<string, unknown>()
  const scope: Scope = {
    row,
    item: row,
    index: 0,
    asOf,
    defined(name) {
      if (!known.has(name)) {
        // Set first: a definition that refers to itself then finds nothing instead of never ending.
        known.set(name, undefined)
        known.set(name, defined.get(name)?.(scope))
      }
      return known.get(name)
    },
    lost: probe?.lost,
    looked: probe?.looked,
  }
  return scope
}

/** Every `$name` has to be in `define`; only the whole mapping can tell. */
function checkDefined(content: Record<string, unknown>, defined: ReadonlyMap<string, Evaluate>): void {
  const visit = (value: unknown, at: MappingPath): void => {
    if (typeof value === 'string') {
      const name = definedRoot(value)
      if (
        name !== undefined &&
        !constantKeys.has(at.findLast((key) => typeof key === 'string')) &&
        !defined.has(name)
      ) {
        throw new MappingError(`\`$${name}\` is not in \`define\``, at)
      }
    } else if (Array.isArray(value)) value.forEach((entry, index) => visit(entry, [...at, index]))
    else if (isPlainObject(value))
      for (const [key, entry] of Object.entries(value)) visit(entry, [...at, key])
  }
  for (const section of ['define', 'where', 'record', 'observed_at']) visit(content[section], [section])
}
