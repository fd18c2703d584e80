import { EngineUnavailable, QueryTooExpensive } from '../../store/clickhouse/index.ts'
import { StatementTimeout, StoreUnavailable } from '../../store/postgres/index.ts'
import type { Call } from '../call.ts'
import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'

class TimeLimit extends Error {}

/** Runs the handler within the operation's time limit. */
export async function handle(
  operation: AnyOperation,
  deps: unknown,
  context: { input: never; call: Call; abort: AbortController },
): Promise<object> {
  const { input, call, abort } = context
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = new TimeLimit(`${operation.id} ran longer than ${operation.timeoutMs} ms`)
      reject(reason)
      abort.abort(reason)
    }, operation.timeoutMs)
  })
  try {
    const run = Promise.resolve(operation.handle({ input, call, deps: deps as never }))
    // A handler that fails after the limit has nobody left to tell.
    run.catch(() => {})
    const result = await Promise.race([run, late])
    if (result instanceof Failure) throw result
    return result as object
  } finally {
    clearTimeout(timer)
  }
}

/** Turns anything thrown below into a failure of the catalogue; the cause stays for the log. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  if (
    thrown instanceof StoreUnavailable ||
    thrown instanceof EngineUnavailable ||
    thrown instanceof TimeLimit
  ) {
    return new Failure('unavailable', { cause: thrown, retryAfterSeconds: 2 })
  }
  if (thrown instanceof StatementTimeout)
    return new Failure('unavailable', { cause: thrown, retryAfterSeconds: 5 })
  if (thrown instanceof QueryTooExpensive) return new Failure('too-expensive', { cause: thrown })
  return new Failure('internal', { cause: thrown })
}
