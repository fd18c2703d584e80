import type { EntityKind } from '../../corpus/commits/index.ts'
import { stored, type Call } from '../../operation/index.ts'
import { isMalformed, type Tokens } from './identifiers.ts'
import type { ResolveDeps } from './slice.ts'

/**
 * The record of each item, or null, by index: one look-up for all of them. Where several records carry an identifier
 * the most prominent is meant. An item that cannot be an identifier is not found, with a warning at its path.
 */
export async function resolveEach<R>(
  deps: ResolveDeps,
  call: Call,
  { kind, items }: { kind: EntityKind; items: readonly { tokens: Tokens; path: string }[] },
): Promise<(R | null)[]> {
  const asked = items.map(({ tokens, path }) => {
    if (!isMalformed(tokens)) return tokens
    call.warn(path, `${tokens.expected} The item was not found.`)
    return []
  })
  const found = await deps.search.lookup(kind, {
    tokens: asked.flat(),
    snapshot: await deps.search.snapshots.newest(kind),
    perToken: 1,
    signal: call.signal,
  })
  const bodies = new Map(found.flatMap(({ tokens, body }) => tokens.map((token) => [token, body] as const)))
  return asked.map((tokens) => {
    const token = tokens.find((wanted) => bodies.has(wanted))
    return token === undefined ? null : stored<R>(bodies.get(token) as string)
  })
}
