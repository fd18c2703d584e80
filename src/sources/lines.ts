import { z } from 'zod'
import { unwrap } from '../operation/index.ts'
import { SourceUnavailable } from './failures.ts'

const declared = new WeakSet<z.ZodType>()

/**
 * A list of an answer in which every entry stands for itself (a post, a property, an offer): one that is not of the form is
 * left out and told, and the others are answered. `moments`: members whose text must be a moment, as imports ask.
 */
export function lines<Line extends z.ZodType>(
  line: Line,
  { least = 0, most, moments = [] }: { least?: number; most: number; moments?: readonly string[] },
): z.ZodArray<Line> {
  const dated =
    moments.length === 0
      ? line
      : line.superRefine((lineValue, context) => checkMoments(moments, lineValue, context))
  const list = z.array(dated).min(least).max(most)
  declared.add(list)
  return list
}

function checkMoments(moments: readonly string[], line: unknown, context: z.RefinementCtx): void {
  for (const member of moments) {
    const value = (line as Record<string, unknown>)[member]
    if (typeof value === 'string' && Number.isNaN(Date.parse(value)))
      context.addIssue({ code: 'custom', path: [member], message: 'not a date' })
  }
}

export const isLines = (list: z.ZodType): boolean => declared.has(unwrap(list))

/** Lines of an answer that could not be read. */
export interface LeftOut {
  count: number
  /** Where and why the first of them was refused: `uploads.3.text: Invalid input`. */
  why: string
}

/** What an answer says, without the lines of it that are not of the form. */
export interface ReadAnswer<Answer> {
  answer: Answer
  leftOut: LeftOut | undefined
}

/**
 * Reads an answer. Throws SourceUnavailable where anything but single lines is not of the form, and where a list has no line
 * left: then it is another interface that answers, not a line that is odd.
 */
export function readLines<Schema extends z.ZodObject>(
  schema: Schema,
  answer: unknown,
): ReadAnswer<z.output<Schema>> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return { answer: parsed.data, leftOut: undefined }
  const { issues } = parsed.error
  const why = `${issues[0]?.path.join('.') ?? ''}: ${issues[0]?.message ?? ''}`
  const refused = refusedLines(schema, issues)
  const rest = refused && withoutLines(answer as object, refused)
  const again = rest && schema.safeParse(rest)
  if (again?.success !== true) throw new SourceUnavailable(`garbage: ${why}`)
  return { answer: again.data, leftOut: { count: sumCounts(refused as Refused), why } }
}

/** Places of lines, by the member their list is. */
type Refused = ReadonlyMap<string, ReadonlySet<number>>

const sumCounts = (refused: Refused) => [...refused.values()].reduce((sum, { size }) => sum + size, 0)

/** Undefined where more is wrong than single lines. */
function refusedLines({ shape }: z.ZodObject, issues: readonly z.core.$ZodIssue[]): Refused | undefined {
  const refused = new Map<string, Set<number>>()
  for (const { path } of issues) {
    const [member, place] = path
    if (typeof member !== 'string' || typeof place !== 'number') return undefined
    const list = shape[member]
    if (list === undefined || !isLines(list as z.ZodType)) return undefined
    refused.set(member, (refused.get(member) ?? new Set()).add(place))
  }
  return refused
}

/** Undefined where a list would be left without lines. */
function withoutLines(answer: object, refused: Refused): object | undefined {
  const rest: Record<string, unknown> = { ...answer }
  for (const [member, places] of refused) {
    const remaining = (rest[member] as unknown[]).filter((_line, place) => !places.has(place))
    if (remaining.length === 0) return undefined
    rest[member] = remaining
  }
  return rest
}

/** All that was left out of one call's answers together. */
export const together = (parts: readonly LeftOut[]): LeftOut | undefined =>
  parts[0] && { count: parts.reduce((sum, { count }) => sum + count, 0), why: parts[0].why }
