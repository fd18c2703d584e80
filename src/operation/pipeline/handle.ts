import { EngineUnavailable, QueryTooExpensive } from '../../store/clickhouse/index.ts'
import { StatementTimeout, StoreRebuilding, StoreUnavailable } from '../../store/postgres/index.ts'
import type { Call } from '../call.ts'
import type { AnyOperation } from '../define.ts'
import type { ReceivedFile } from '../ports.ts'
import { Failure } from '../failure.ts'

class TimeLimit extends Error {}

/**
 * Runs the handler within the operation's time limit. A client that leaves aborts `call.signal`, which lets reads stop
 * early; a handler that ignores it continues and is settled as if the client had stayed.
 */
export async function handle(
  operation: AnyOperation,
  deps: unknown,
  context: {
    input: never
    call: Call
    file?: ReceivedFile | undefined
    abort: AbortController
    leaving: AbortSignal | undefined
  },
): Promise<object> {
  const { input, call, file, abort, leaving } = context
  const leave = () => abort.abort(leaving?.reason)
  leaving?.addEventListener('abort', leave, { once: true })
  leaving?.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = new TimeLimit(`${operation.id} ran longer than ${operation.timeoutMs} ms`)
      reject(reason)
      abort.abort(reason)
    }, operation.timeoutMs)
  })
  try {
    const run = Promise.resolve(operation.handle({ input, call, file, deps: deps as never }))
    // When a handler fails after the limit, its client has already been answered.
    run.catch(() => {})
    const result = await Promise.race([run, late])
    if (result instanceof Failure) throw result
    return result as object
  } catch (error) {
    throw nameCursor(error, input)
  } finally {
    clearTimeout(timer)
    leaving?.removeEventListener('abort', leave)
  }
}

/** Turns anything thrown below into a failure of the catalogue; the cause goes to the log. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  if (thrown instanceof StoreRebuilding)
    return new Failure('rebuilding', { cause: thrown, retryAfterSeconds: 30 })
  if (
    thrown instanceof StoreUnavailable ||
    thrown instanceof EngineUnavailable ||
    thrown instanceof TimeLimit
  ) {
    return new Failure('unavailable', { cause: thrown, retryAfterSeconds: 2 })
  }
  if (isFull(thrown)) return new Failure('unavailable', { cause: thrown, retryAfterSeconds: 60 })
  if (thrown instanceof StatementTimeout)
    return new Failure('unavailable', { cause: thrown, retryAfterSeconds: 5 })
  if (thrown instanceof QueryTooExpensive) return new Failure('too-expensive', { cause: thrown })
  return new Failure('internal', { cause: thrown })
}

/** The system refused to write a file because the disk is full. */
const isFull = (thrown: unknown): boolean =>
  thrown instanceof Error && ['ENOSPC', 'EDQUOT'].includes((thrown as NodeJS.ErrnoException).code ?? '')

/** Names that requests use for their cursor. */
const cursorNames = ['cursor', 'nextPageToken', 'pageToken'] as const

/** Adds to a refused cursor the member of the request it was in; returns any other failure unchanged. */
function nameCursor(thrown: unknown, input: Readonly<Record<string, unknown>>): unknown {
  if (!(thrown instanceof Failure) || thrown.issues !== undefined) return thrown
  const { code, message, cause } = thrown
  if (code !== 'invalid-cursor' && code !== 'cursor-expired') return thrown
  const path = cursorNames.find((name) => typeof input[name] === 'string')
  if (path === undefined) return thrown
  return new Failure(code, { issues: [{ path, message, code: code.replace('-', '_') }], cause })
}
