import type { EntityKind } from '../../corpus/commits/index.ts'
import { findNow } from '../../corpus/lookup/index.ts'
import { stored } from '../../operation/index.ts'
import { rounded, measureShares } from './confidence.ts'
import { isMalformed, type Tokens } from '../../corpus/identify/index.ts'
import type { Asking, LookupDeps } from './slice.ts'

/** What one identifier names. */
export interface Resolved<R> {
  record: R
  confidence: number
  evidence: string[]
}

/** Companies behind one domain that are counted; other identifiers have one carrier. */
const perToken = 5
const certainty = 0.99

/**
 * The record of each item, or null, by index: one look-up for all of them. Where several records carry an identifier
 * the most prominent is meant, less surely. An item that cannot be an identifier is not found, with a warning at its
 * path.
 */
export async function resolveEach<R>(
  deps: LookupDeps,
  call: Asking,
  request: {
    kind: EntityKind
    items: readonly { tokens: Tokens; path: string; identifier: string }[]
    minConfidence: number | undefined
  },
): Promise<(Resolved<R> | null)[]> {
  const { kind, items, minConfidence = 0 } = request
  const tokens = items.map((item) => {
    if (!isMalformed(item.tokens)) return item.tokens
    call.warn(item.path, `${item.tokens.expected} The item was not found.`)
    return []
  })
  const records = await findNow(deps.search, kind, {
    tokens: tokens.flat(),
    perToken,
    signal: call.signal,
  })
  const carriers = new Map<string, { id: string; body: string; rank: number; likeness: number }[]>()
  for (const { id, tokens, body, rank } of records) {
    for (const token of tokens) {
      const others = carriers.get(token) ?? []
      carriers.set(token, [...others, { id, body, rank, likeness: 1 }])
    }
  }
  return items.map(({ identifier }, index) => {
    const token = tokens[index]?.find((wanted) => carriers.has(wanted))
    const rivals = token === undefined ? [] : (carriers.get(token) ?? [])
    const [first] = rivals
    if (first === undefined) return null
    const confidence = rounded(certainty * (measureShares(rivals)[0] ?? 1))
    const evidence = [`${identifier}: the same`]
    if (rivals.length > 1) evidence.push(`${rivals.length} records have it; the most prominent is chosen`)
    return confidence < minConfidence
      ? null
      : { record: stored<R>(first.body, first.id), confidence, evidence }
  })
}
