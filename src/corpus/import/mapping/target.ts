import { z } from 'zod'
import { nearest } from '../../../lib/edit-suggestion.ts'
import { toldKinds, type EntityKind, type OtherLineName } from '../../kinds/index.ts'
import { unwrapSchema } from './fit.ts'
import { isPlainObject, MappingError, type MappingPath } from './scope.ts'

/** Contents of a file: records of a kind, or parts of them, as funding rounds are of companies. */
export interface ImportTarget {
  /** The kind the rows are written as. */
  kind: EntityKind
  /** In a sentence, plural. */
  words: string
  /** The schema of one line of a `native` file. */
  schema: z.ZodObject
  /** Members that say when. */
  moments: readonly string[]
  /** The line of its kind that a row is, where it is another. */
  asLine?(row: Record<string, unknown>): object
}

export type ImportKind = EntityKind | OtherLineName

export const importTargets = Object.fromEntries([
  ...toldKinds.map(({ name, words, line, moments }): [string, ImportTarget] => [
    name,
    { kind: name, words, schema: line, moments },
  ]),
  ...toldKinds.flatMap(({ name, otherLines }) =>
    Object.entries(otherLines ?? {}).map(([other, line]): [string, ImportTarget] => [
      other,
      { ...line, kind: name },
    ]),
  ),
]) as Readonly<Record<ImportKind, ImportTarget>>

export const importKinds = Object.keys(importTargets) as ImportKind[]

/**
 * Checks the member names a mapping fills against the record: those of `record`, and those of the objects and
 * `each` steps under it as far as it is plain which member they fill.
 */
export function checkTargets(source: unknown, schema: z.ZodObject, mappingPath: MappingPath): void {
  if (!isPlainObject(source)) throw new MappingError('expected a map of members to fill', mappingPath)
  for (const [key, expression] of Object.entries(source)) {
    const member = schema.shape[key] as z.ZodType | undefined
    if (member === undefined) {
      const meant = nearest(key, Object.keys(schema.shape))
      const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`
      throw new MappingError(`the record has no member \`${key}\`${hint}`, [...mappingPath, key])
    }
    const inner = objectIn(member)
    if (inner) checkInner(expression, inner, [...mappingPath, key])
  }
}

function checkInner(expression: unknown, schema: z.ZodObject, mappingPath: MappingPath): void {
  if (Array.isArray(expression)) {
    expression.forEach((entry, index) => checkInner(entry, schema, [...mappingPath, index]))
    return
  }
  if (!isPlainObject(expression)) return
  const steps = expression['do']
  const list = [steps ?? []].flat()
  const last: unknown = list.at(-1)
  if (isPlainObject(last) && isPlainObject(last['each'])) {
    const place = Array.isArray(steps) ? [list.length - 1] : []
    checkTargets(last['each'], schema, [...mappingPath, 'do', ...place, 'each'])
  }
  if (steps === undefined && isPlainObject(expression['object'])) {
    checkTargets(expression['object'], schema, [...mappingPath, 'object'])
  }
  for (const key of ['list', 'first', 'then', 'else']) {
    if (steps === undefined && key in expression) checkInner(expression[key], schema, [...mappingPath, key])
  }
}

/** The object a member holds, directly or in a list. */
function objectIn(member: z.ZodType): z.ZodObject | undefined {
  const inner = unwrapSchema(member)
  const entry = inner instanceof z.ZodArray ? unwrapSchema(inner.element as z.ZodType) : inner
  return entry instanceof z.ZodObject ? entry : undefined
}
