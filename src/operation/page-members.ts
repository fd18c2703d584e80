import { z } from 'zod'
import { JobAnswer } from './job-answer.ts'
import { Paid } from './paid.ts'

/** Names that operations use for the cursor of the next page. */
const cursorNames = [
  'nextCursor',
  'cursor',
  'nextPageToken',
  'nextCompaniesCursor',
  'nextProfilesCursor',
] as const

type Members = Record<string, unknown>

/**
 * `hasMore` and `nextCursor` of operations that answer in pages, beside the operations' own names for them. They are derived
 * here, so that a client pages through every operation the same way. Undefined for operations without pages. For an
 * operation with two sides `hasMore` covers either side, and each keeps its cursor.
 */
export function pageMembers(output: z.ZodObject): PageMembers | undefined {
  const cursors = cursorNames.filter((name) => Object.hasOwn(output.shape, name))
  const [first, second] = cursors
  if (first === undefined) return undefined
  const missing = new Map<string, z.ZodType>()
  if (!Object.hasOwn(output.shape, 'hasMore'))
    missing.set('hasMore', z.boolean().describe('Whether there is another page.'))
  if (second === undefined && first !== 'nextCursor')
    missing.set('nextCursor', z.string().nullable().describe(`The same as ${first}; null at the end.`))
  const add = (answer: Members): Members => {
    const next = cursors.map((name) => answer[name] ?? null)
    const all: Members = { hasMore: next.some((cursor) => cursor !== null), nextCursor: next[0] }
    return { ...answer, ...Object.fromEntries([...missing.keys()].map((name) => [name, all[name]])) }
  }
  return { schema: output.extend(Object.fromEntries(missing)), add: (result) => within(result, add) }
}

export interface PageMembers {
  /** The output schema with both members. */
  schema: z.ZodObject
  /** The handler's result with both members in its output. */
  add(result: unknown): unknown
}

/** Changes the output a result carries; a failure carries none. */
function within(result: unknown, change: (output: Members) => Members): unknown {
  const output = readOutput(result)
  return output === undefined ? result : withOutput(result, change(output))
}

/** The output a result carries; a failure carries none. */
export function readOutput(result: unknown): Members | undefined {
  const answered = result instanceof Paid || result instanceof JobAnswer ? (result.output as unknown) : result
  const isOutput = typeof answered === 'object' && answered !== null && !(answered instanceof Error)
  return isOutput ? (answered as Members) : undefined
}

/** The same result with another output. */
export function withOutput(result: unknown, output: Members): unknown {
  if (result instanceof Paid) return new Paid(output, result.lines)
  if (!(result instanceof JobAnswer)) return output
  const { credits, begin, lines } = result
  return new JobAnswer(output, credits, begin, lines)
}
