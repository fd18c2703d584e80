import { setImmediate as nextTurn } from 'node:timers/promises'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import type { EntityKind } from '../../corpus/commits/index.ts'
import type { CorpusSearch, FoundRecord, LookupRequest } from '../../corpus/search/index.ts'

interface Waiting {
  request: LookupRequest
  resolve(found: FoundRecord[]): void
  reject(cause: unknown): void
}

/** Searches of one bulk request that run side by side: more of them only queue in the engine. */
const mostPages = 6

/**
 * The same search with the point look-ups of many questions joined: those asked in one turn of the event loop become
 * one statement a kind, all in one snapshot. Fifty identifiers cost what one does plus their rows.
 */
export function joiningLookups(search: CorpusSearch): CorpusSearch {
  const waiting = new Map<EntityKind, Waiting[]>()
  const flush = async (kind: EntityKind) => {
    await nextTurn()
    const batch = waiting.get(kind) ?? []
    waiting.delete(kind)
    const first = batch[0] as Waiting
    try {
      const found = await search.lookup(kind, {
        tokens: [...new Set(batch.flatMap(({ request }) => request.tokens))],
        snapshot: first.request.snapshot,
        perToken: Math.max(...batch.map(({ request }) => request.perToken)),
        signal: first.request.signal,
      })
      const byToken = index(found)
      for (const { request, resolve } of batch) resolve(pick(byToken, request))
    } catch (cause) {
      for (const { reject } of batch) reject(cause)
    }
  }
  const limited = limitConcurrency(mostPages)
  return {
    ...search,
    page: (kind, request) => limited(() => search.page(kind, request)),
    lookup(kind, request) {
      if (request.tokens.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const asked = { request, resolve, reject }
        const batch = waiting.get(kind)
        if (batch !== undefined) return void batch.push(asked)
        waiting.set(kind, [asked])
        void flush(kind)
      })
    },
  }
}

function index(found: readonly FoundRecord[]): Map<string, FoundRecord[]> {
  const byToken = new Map<string, FoundRecord[]>()
  for (const record of found) {
    for (const token of record.tokens) {
      const carriers = byToken.get(token)
      if (carriers === undefined) byToken.set(token, [record])
      else carriers.push(record)
    }
  }
  return byToken
}

/** What the request alone would have found: rank order, at most `perToken` of each token, its own tokens only. */
function pick(
  byToken: ReadonlyMap<string, FoundRecord[]>,
  { tokens, perToken }: LookupRequest,
): FoundRecord[] {
  const picked = new Map<string, FoundRecord>()
  for (const token of new Set(tokens)) {
    for (const record of (byToken.get(token) ?? []).slice(0, perToken)) {
      const own = picked.get(record.id)
      if (own === undefined) picked.set(record.id, { ...record, tokens: [token] })
      else own.tokens.push(token)
    }
  }
  return [...picked.values()].sort(
    (a, b) => a.rank - b.rank || a.id.length - b.id.length || (a.id < b.id ? -1 : 1),
  )
}
