/** The engine is down, restarting, overloaded, out of reach, or did not answer in time. Worth a retry later. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable'
}

/** The query hit one of its limits. A retry costs the same and fails the same. */
export class QueryTooExpensive extends Error {
  override readonly name = 'QueryTooExpensive'
  readonly reason: 'time' | 'memory' | 'rows'

  constructor(reason: 'time' | 'memory' | 'rows', options?: ErrorOptions) {
    super(`query over its ${reason} limit`, options)
    this.reason = reason
  }
}

/**
 * Any other exception of the engine. The engine's text stays in `cause`, as it quotes SQL and values: log it,
 * never show it to a client.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: number
  /** The engine's symbolic name of the code, such as UNKNOWN_TABLE. */
  readonly name_: string

  constructor(code: number, name: string, options?: ErrorOptions) {
    super(`engine error ${code} ${name}`, options)
    this.code = code
    this.name_ = name
  }
}

const tooExpensive = new Map<number, QueryTooExpensive['reason']>([
  [159, 'time'], // TIMEOUT_EXCEEDED
  [160, 'time'], // TOO_SLOW
  [241, 'memory'], // MEMORY_LIMIT_EXCEEDED
  [158, 'rows'], // TOO_MANY_ROWS
  [307, 'rows'], // TOO_MANY_BYTES
  [396, 'rows'], // TOO_MANY_ROWS_OR_BYTES
])

// 202 too many simultaneous queries, 209/210 network, 236 aborted (shutting down), 242 table read-only,
// 243 disk full, 252 too many parts to merge, 279 all replicas down, 999 keeper
const unavailable = new Set([202, 209, 210, 236, 242, 243, 252, 279, 999])

/** Turns the engine's exception text ("Code: 60. DB::Exception: … (UNKNOWN_TABLE)") into a typed error. */
export function engineFailure(text: string, headerCode?: number): Error {
  const code = headerCode ?? Number(/Code: (\d+)/.exec(text)?.[1] ?? 0)
  const cause = new Error(text.slice(0, 4000))
  const reason = tooExpensive.get(code)
  if (reason) return new QueryTooExpensive(reason, { cause })
  if (unavailable.has(code)) return new EngineUnavailable(`engine refuses work (${code})`, { cause })
  const names = text.match(/\(([A-Z][A-Z0-9_]+)\)/g)
  return new EngineError(code, names?.at(-1)?.slice(1, -1) ?? 'UNKNOWN', { cause })
}
