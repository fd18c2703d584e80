import { z } from 'zod'
import type { Members, SharedMembers } from './shared-members.ts'

/**
 * `hasMore` and `nextCursor` of an operation that answers in pages, beside its own names for the cursors of the next page.
 * They are derived here, so that a client pages through every operation the same way. For an operation with two sides
 * `hasMore` covers either side, and each keeps its cursor.
 */
export function pageMembers(
  cursors: readonly string[],
  { input, output }: { input: z.ZodObject; output: z.ZodObject },
): SharedMembers {
  const [first, second] = cursors
  const lacks = (name: string) => !Object.hasOwn(output.shape, name)
  const added = new Map<string, z.ZodType>()
  if (lacks('hasMore')) added.set('hasMore', z.boolean().describe('Whether there is another page.'))
  if (second === undefined && lacks('nextCursor'))
    added.set('nextCursor', z.string().nullable().describe(`The same as ${first}; null at the end.`))
  const add = (answer: Members): Members => {
    const next = cursors.map((name) => answer[name] ?? null)
    const all: Members = { hasMore: next.some((cursor) => cursor !== null), nextCursor: next[0] }
    return { ...answer, ...Object.fromEntries([...added.keys()].map((name) => [name, all[name]])) }
  }
  return {
    input,
    output: output.extend(Object.fromEntries(added)),
    take: (members) => ({ input: members, add }),
  }
}
