import { z } from 'zod'
import { unwrap } from '../../src/operation/index.ts'

/** Longer enumerations are data, not ways of asking. */
const mostWords = 5
/** Forms within forms within forms are tried by the filters that have them at their top: places, dates. */
const deepest = 2

type Visit = (branch: string) => void

/**
 * The ways a value of a schema can ask: every member of it, every form of a union, every word of a short enumeration.
 * What stands in a list counts once for all lists of a value that hold it.
 */
export function branchesOf(schema: z.ZodType): Set<string> {
  const found = new Set<string>()
  walk(schema, '', counted(found))
  return found
}

/** Those of them that a value takes. */
export function branchesIn(schema: z.ZodType, value: unknown): Set<string> {
  const found = new Set<string>()
  follow({ schema, value, path: '' }, counted(found))
  return found
}

function counted(found: Set<string>): Visit {
  return (branch) => {
    if (isCounted(branch)) found.add(branch)
  }
}

export const isCounted = (branch: string) => branch.split('<').length - 1 <= deepest

/** A word counts once a filter, wherever it stands. */
const wordAt = (path: string, word: string) => `${/\w*$/.exec(path.replace(/\[\]$/, ''))?.[0]}=${word}`

function walk(wrapped: z.ZodType, path: string, visit: Visit): void {
  const schema = unwrap(wrapped)
  for (const word of wordsOf(schema)) visit(wordAt(path, word))
  if (schema instanceof z.ZodArray) walk(schema.element as z.ZodType, inList(path), visit)
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of membersOf(schema)) {
      visit(`${path}.${name}`)
      walk(member, `${path}.${name}`, visit)
    }
  }
  for (const form of formsOf(schema)) {
    const formPath = `${path}<${nameOf(form)}>`
    visit(formPath)
    walk(form, formPath, visit)
  }
}

interface At {
  schema: z.ZodType
  value: unknown
  path: string
}

function follow({ schema: wrapped, value, path }: At, visit: Visit): void {
  if (value === null || value === undefined) return
  const schema = unwrap(wrapped)
  const word = wordsOf(schema).find((each) => each === value || each === JSON.stringify(value))
  if (word !== undefined) visit(wordAt(path, word))
  if (schema instanceof z.ZodArray)
    for (const each of value as unknown[])
      follow({ schema: schema.element as z.ZodType, value: each, path: inList(path) }, visit)
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of membersOf(schema)) {
      const given = (value as Record<string, unknown>)[name]
      if (given === null || given === undefined || (Array.isArray(given) && given.length === 0)) continue
      visit(`${path}.${name}`)
      follow({ schema: member, value: given, path: `${path}.${name}` }, visit)
    }
  }
  const form = formOf(schema, value)
  if (form === undefined) return
  const formPath = `${path}<${form.name}>`
  visit(formPath)
  follow({ schema: form.schema, value, path: formPath }, visit)
}

/** Which form of a union a value has. */
export function formOf(schema: z.ZodType, value: unknown): { schema: z.ZodType; name: string } | undefined {
  const form = formsOf(schema).find((each) => each.safeParse(value).success)
  return form && { schema: form, name: nameOf(form) }
}

/** Alike in each of the lists of a filter, but not in lists of other members within. */
export const inList = (path: string) => `${path.replace(/\.(anyOf|allOf|noneOf|\w+A(ny|ll)|\w+None)$/, '')}[]`

export const membersOf = (schema: z.ZodObject): [string, z.ZodType][] =>
  Object.entries(schema.shape as Record<string, z.ZodType>).filter(
    ([, member]) => !(unwrap(member) instanceof z.ZodLiteral),
  )

/** Words of a short enumeration. */
function wordsOf(schema: z.ZodType): string[] {
  const words =
    schema instanceof z.ZodBoolean
      ? ['true', 'false']
      : schema instanceof z.ZodEnum
        ? schema.options.map(String)
        : literalsOf(schema)
  return words.length <= mostWords ? words : []
}

function literalsOf(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodUnion)) return []
  const options = (schema.options as z.ZodType[]).map(unwrap)
  return options.flatMap((each) => (each instanceof z.ZodLiteral ? [String(each.value)] : []))
}

/** The objects and plain values a union is of; those of a union in it are its own. */
function formsOf(schema: z.ZodType): z.ZodType[] {
  if (!(schema instanceof z.ZodUnion) || literalsOf(schema).length > 0) return []
  return (schema.options as z.ZodType[]).map(unwrap).flatMap((each) => {
    const inner = formsOf(each)
    return inner.length === 0 ? [each] : inner
  })
}

/** What tells a form from the others: the words that it alone takes. */
function nameOf(form: z.ZodType): string {
  if (!(form instanceof z.ZodObject)) return form.def.type
  const words = Object.values(form.shape as Record<string, z.ZodType>).map(unwrap)
  return (
    words.flatMap((each) => (each instanceof z.ZodLiteral ? [String(each.value)] : [])).join() || 'object'
  )
}
