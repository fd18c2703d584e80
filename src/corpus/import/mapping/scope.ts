/** A place in a mapping file: the keys and positions that lead to it. */
export type MappingPath = readonly (string | number)[]

/** A mistake in a mapping file. The loader adds file and line. */
export class MappingError extends Error {
  override readonly name = 'MappingError'
  readonly mappingPath: MappingPath

  constructor(message: string, mappingPath: MappingPath) {
    super(message)
    this.mappingPath = mappingPath
  }
}

/** What an expression is evaluated against. */
export interface Scope {
  /** The whole row of the file. */
  row: unknown
  /** Where paths start: at the row, or at one entry of it inside `each` and `where`. */
  item: unknown
  /** Position of the entry inside `each`, from 0. */
  index: number
  /** Values of the mapping's `define` section, evaluated when first asked for. */
  defined: (name: string) => unknown
  /** ISO date that the file is true for. */
  asOf: string
  /** Called with values that a step could not read. */
  lost?: ((step: string, value: unknown) => void) | undefined
  /** Called for every member of the row that is read. */
  looked?: ((holder: object, key: string) => void) | undefined
}

/** Undefined means that there is no value. */
export type Evaluate = (scope: Scope) => unknown
export type Passes = (scope: Scope) => boolean
export type MappingStep = (value: unknown, scope: Scope) => unknown
/** Keys in normal form. */
export type Table = ReadonlyMap<string, unknown>

/** Compiles the parts of a mapping. Steps get it, because they contain expressions themselves. */
export interface Compiler {
  expression(source: unknown, mappingPath: MappingPath): Evaluate
  condition(source: unknown, mappingPath: MappingPath): Passes
  tables: ReadonlyMap<string, Table>
}

export type StepFactory = (argument: unknown, mappingPath: MappingPath, compiler: Compiler) => MappingStep

export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Applies a step for one value to every entry of a list. Entries without a result are left out. */
export function elementwise(step: (value: unknown, scope: Scope) => unknown): MappingStep {
  return (value, scope) => {
    if (!Array.isArray(value)) return step(value, scope)
    const results: unknown[] = []
    for (const entry of value) {
      const result = step(entry, scope)
      if (Array.isArray(result)) results.push(...result)
      else if (!isMissing(result)) results.push(result)
    }
    return results.length > 0 ? results : undefined
  }
}

/** The object under a key of the mapping, which may have only the given members. */
export function readMembers(
  source: unknown,
  mappingPath: MappingPath,
  names: readonly string[],
): Record<string, unknown> {
  if (!isPlainObject(source)) throw new MappingError(`expected a map with ${names.join(', ')}`, mappingPath)
  for (const key of Object.keys(source)) {
    if (!names.includes(key)) {
      throw new MappingError(`unknown key \`${key}\`; known here: ${names.join(', ')}`, [...mappingPath, key])
    }
  }
  return source
}

export function textArgument(argument: unknown, mappingPath: MappingPath): string {
  if (typeof argument === 'string' && argument !== '') return argument
  throw new MappingError('expected a text', mappingPath)
}

export function scalarsArgument(argument: unknown, mappingPath: MappingPath): unknown[] {
  const parts = Array.isArray(argument) ? argument : [argument]
  if (parts.some((entry) => typeof entry === 'object' && entry !== null)) {
    throw new MappingError('expected a value or a list of values', mappingPath)
  }
  return parts
}
