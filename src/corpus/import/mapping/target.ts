import { z } from 'zod'
import { nearest } from '../../../lib/edit-suggestion.ts'
import {
  nativeCompany,
  nativeFundingRound,
  nativeJobPosting,
  nativeNewsArticle,
  nativePerson,
  nativePost,
  nativePostComment,
  nativePostReaction,
} from '../../records/index.ts'
import { unwrapped } from './fit.ts'
import { isPlainObject, MappingError, type MappingPath } from './scope.ts'

/** What a file may hold. Funding rounds become part of the companies they are of. */
export const importKinds = [
  'companies',
  'people',
  'postings',
  'posts',
  'comments',
  'reactions',
  'news',
  'funding',
] as const
export type ImportKind = (typeof importKinds)[number]

/** The schema of one line of a `native` file. */
export const nativeSchemas = {
  companies: nativeCompany,
  people: nativePerson,
  postings: nativeJobPosting,
  posts: nativePost,
  comments: nativePostComment,
  reactions: nativePostReaction,
  news: nativeNewsArticle,
  funding: nativeFundingRound,
} as const

/**
 * Checks the member names a mapping fills against the record: those of `record`, and those of the objects and
 * `each` steps under it as far as it is plain which member they fill.
 */
export function checkTargets(source: unknown, schema: z.ZodObject, at: MappingPath): void {
  if (!isPlainObject(source)) throw new MappingError('expected a map of members to fill', at)
  for (const [key, expression] of Object.entries(source)) {
    const member = schema.shape[key] as z.ZodType | undefined
    if (member === undefined) {
      const meant = nearest(key, Object.keys(schema.shape))
      const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`
      throw new MappingError(`the record has no member \`${key}\`${hint}`, [...at, key])
    }
    const inner = objectIn(member)
    if (inner) checkInner(expression, inner, [...at, key])
  }
}

function checkInner(expression: unknown, schema: z.ZodObject, at: MappingPath): void {
  if (Array.isArray(expression)) {
    expression.forEach((entry, index) => checkInner(entry, schema, [...at, index]))
    return
  }
  if (!isPlainObject(expression)) return
  const steps = expression['do']
  const list = Array.isArray(steps) ? steps : steps === undefined ? [] : [steps]
  const last: unknown = list.at(-1)
  if (isPlainObject(last) && isPlainObject(last['each'])) {
    const place = Array.isArray(steps) ? [list.length - 1] : []
    checkTargets(last['each'], schema, [...at, 'do', ...place, 'each'])
  }
  if (steps === undefined && isPlainObject(expression['object'])) {
    checkTargets(expression['object'], schema, [...at, 'object'])
  }
  for (const key of ['list', 'first', 'then', 'else']) {
    if (steps === undefined && key in expression) checkInner(expression[key], schema, [...at, key])
  }
}

/** The object a member holds, directly or in a list. */
function objectIn(member: z.ZodType): z.ZodObject | undefined {
  const inner = unwrapped(member)
  const entry = inner instanceof z.ZodArray ? unwrapped(inner.element as z.ZodType) : inner
  return entry instanceof z.ZodObject ? entry : undefined
}
