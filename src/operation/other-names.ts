import type { z } from 'zod'
import { stableStringify } from '../lib/stable-json.ts'
import { Failure } from './failure.ts'
import { optional } from './fields.ts'
import { definition, withInner } from './schema-walk.ts'

/**
 * Names that clients of similar services use for members of a request, each with the path of the member it means: `{
 * 'trip.outboundDate': 'trip.date' }`. A name for a member inside another also says what goes with it: `{ pnetUrls: { path:
 * 'who.pnetUrls', beside: { 'who.type': 'pnetUrls' } } }`.
 */
export type OtherNames = Readonly<Record<string, string | MeantPath>>

interface MeantPath {
  path: string
  beside: Readonly<Record<string, string>>
}

type Members = Record<string, unknown>

const meantBy = (meant: string | MeantPath): MeantPath =>
  typeof meant === 'string' ? { path: meant, beside: {} } : meant

/** A schema with the other names as additional members. Throws when a name means no member, or is a member already. */
export function withOtherNames(input: z.ZodObject, names: OtherNames): z.ZodObject {
  let schema: z.ZodType = input
  for (const [other, meant] of Object.entries(names)) {
    const { path } = meantBy(meant)
    const target = schemaAt(input, path.split('.'))
    const { holder, name } = splitPath(other)
    if (target === undefined) throw new Error(`${other} is another name of ${path}, which is not a member`)
    if (schemaAt(input, other.split('.')) !== undefined) throw new Error(`${other} is a member already`)
    const { holder: targetHolder, name: own } = splitPath(path)
    const isBeside = targetHolder.join('.') === holder.join('.')
    const toldPath = isBeside ? own : path
    schema = within(schema, holder, (object) => {
      const needed = isBeside ? own : (path.split('.')[0] as string)
      const current = object.shape[needed] as z.ZodType | undefined
      if (current === undefined) return object
      return object.safeExtend({
        [needed]: orElse(current, name),
        [name]: absent(target).describe(`Another name of \`${toldPath}\`.`),
      })
    })
  }
  return schema as z.ZodObject
}

/** Members under the operation's own names. */
export interface ReadMembers {
  members: Members
  /** A path as the client wrote it. */
  givenPath(path: string): string
}

/**
 * Moves values sent under other names to the members they mean. Throws Failure `invalid-request` when the two names carry
 * different values.
 */
export function readOtherNames(names: OtherNames | undefined, input: Members): ReadMembers {
  let members = input
  const written = new Map<string, string>()
  for (const [other, meant] of Object.entries(names ?? {})) {
    const value = valueAt(input, other.split('.'))
    if (value === undefined) continue
    const { path, beside } = meantBy(meant)
    members = without(members, other.split('.'))
    if (value === null) continue
    const own = Object.keys(beside).length === 0 ? path : (path.split('.')[0] as string)
    const before = valueAt(members, own.split('.')) ?? undefined
    if (before !== undefined) {
      if (own === path && stableStringify(before) === stableStringify(value)) continue
      throw conflict(other, own)
    }
    for (const [where, constant] of Object.entries({ ...beside, [path]: value }))
      members = withValue(members, where.split('.'), constant)
    written.set(path, other)
  }
  return { members, givenPath: (path) => pathAs(written, path) }
}

const conflict = (path: string, own: string) =>
  new Failure('invalid-request', {
    issues: [
      {
        path,
        message: `Another name of ${own}, which has a different value. Send only one of them.`,
        code: 'conflict',
      },
    ],
  })

function pathAs(written: ReadonlyMap<string, string>, path: string): string {
  for (const [own, other] of written)
    if (path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`))
      return other + path.slice(own.length)
  return path
}

const splitPath = (path: string) => {
  const parts = path.split('.')
  return { holder: parts.slice(0, -1), name: parts.at(-1) as string }
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )

function withValue(members: Members, [head, ...rest]: readonly string[], value: unknown): Members {
  const name = head as string
  const inner = Object.hasOwn(members, name) && isObject(members[name]) ? members[name] : {}
  return { ...members, [name]: rest.length === 0 ? value : withValue(inner, rest, value) }
}

function without(members: Members, [head, ...rest]: readonly string[]): Members {
  const name = head as string
  const { [name]: inner, ...others } = members
  return rest.length === 0 ? others : { ...others, [name]: without(inner as Members, rest) }
}

/** The schema of a member; for a union, that of the first option that has it. */
function schemaAt(schema: z.ZodType, path: readonly string[]): z.ZodType | undefined {
  const [name, ...rest] = path
  if (name === undefined) return schema
  let memberSchema: z.ZodType | undefined
  within(schema, [], (object) => {
    const member = object.shape[name] as z.ZodType | undefined
    memberSchema ??= member && schemaAt(member, rest)
    return object
  })
  return memberSchema
}

/** Changes the objects at a path, however they are wrapped. */
function within(
  schema: z.ZodType,
  path: readonly string[],
  change: (object: z.ZodObject) => z.ZodObject,
): z.ZodType {
  const inner = (member: z.ZodType) => within(member, path, change)
  if (definition(schema).type !== 'object') return withInner(schema, inner)
  const object = schema as z.ZodObject
  const [head, ...rest] = path
  if (head === undefined) return change(object)
  const member = object.shape[head] as z.ZodType | undefined
  return member === undefined ? object : object.safeExtend({ [head]: within(member, rest, change) })
}

const takesNothing = (schema: z.ZodType) => schema.safeParse(undefined).success
const absent = (schema: z.ZodType) => (takesNothing(schema) ? schema : optional(schema))

/** A member that may be sent under another name. */
function orElse(schema: z.ZodType, other: string): z.ZodType {
  if (takesNothing(schema)) return schema
  const description = schema.meta()?.description ?? ''
  const dot = description === '' || /[.!?]$/.test(description) ? '' : '.'
  return optional(schema).describe(`${description}${dot} Needed, here or as \`${other}\`.`.trim())
}
