import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EntityKind } from '../kinds/index.ts'
import type { FoundRecord, LookupRequest } from './lookup-request.ts'
import type { Lookups } from './open-lookups.ts'

interface Waiting {
  request: LookupRequest
  resolve(found: FoundRecord[]): void
  reject(cause: unknown): void
}

/** Questions that may be asked in one statement: of one kind, in one snapshot, for the same depth and parts. */
interface Lane {
  waiting: Waiting[]
  isRunning: boolean
}

/** Identifiers of one statement; what is more goes with the next. */
const mostTokens = 5_000

/**
 * The same with the point look-ups of many questions joined, of one request or of many: those asked in one turn
 * of the event loop, and those that come while a statement runs, become one statement. Fifty identifiers cost what one
 * does plus their rows, and under load a look-up costs the engine less, not more.
 */
export function joinedLookups<L extends Pick<Lookups, 'lookup'>>(lookups: L): L {
  const lanes = new Map<string, Lane>()

  async function run(kind: EntityKind, name: string, lane: Lane): Promise<void> {
    lane.isRunning = true
    await nextTurn()
    while (lane.waiting.length > 0) await ask(lookups, kind, takeBatch(lane))
    lanes.delete(name)
  }

  return {
    ...lookups,
    lookup(kind, request) {
      if (request.tokens.length === 0) return Promise.resolve([])
      if (request.signal?.aborted === true) return Promise.reject(request.signal.reason as Error)
      return new Promise((resolve, reject) => {
        const name = laneOf(kind, request)
        let lane = lanes.get(name)
        if (lane === undefined) lanes.set(name, (lane = { waiting: [], isRunning: false }))
        lane.waiting.push({ request, ...whileWanted(request, { resolve, reject }) })
        if (!lane.isRunning) void run(kind, name, lane)
      })
    },
  }
}

function laneOf(kind: EntityKind, { snapshot, perToken, sealed = false }: LookupRequest): string {
  const { number, mayHoldLater, mayHoldSuperseded } = snapshot
  return [kind, number, mayHoldLater, mayHoldSuperseded, perToken, sealed].join(' ')
}

/** A question whose asker has gone ends at once; the statement goes on for the others. */
function whileWanted(
  { signal }: LookupRequest,
  { resolve, reject }: Pick<Waiting, 'resolve' | 'reject'>,
): Pick<Waiting, 'resolve' | 'reject'> {
  if (signal === undefined) return { resolve, reject }
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const stay = () => signal.removeEventListener('abort', leave)
  return {
    resolve: (found) => (stay(), resolve(found)),
    reject: (cause) => (stay(), reject(cause)),
  }
}

function takeBatch(lane: Lane): Waiting[] {
  let tokens = 0
  let count = 0
  for (const { request } of lane.waiting) {
    tokens += request.tokens.length
    if (count > 0 && tokens > mostTokens) break
    count += 1
  }
  return lane.waiting.splice(0, count)
}

async function ask(
  lookups: Pick<Lookups, 'lookup'>,
  kind: EntityKind,
  batch: readonly Waiting[],
): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  const { snapshot, perToken, sealed = false } = first.request
  try {
    const found = await lookups.lookup(kind, {
      tokens: [...new Set(batch.flatMap(({ request }) => request.tokens))],
      snapshot,
      perToken,
      sealed,
      signal: batch.length === 1 ? first.request.signal : undefined,
    })
    const byToken = index(found)
    for (const { request, resolve } of batch) resolve(pick(byToken, request))
  } catch (cause) {
    for (const { reject } of batch) reject(cause)
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
