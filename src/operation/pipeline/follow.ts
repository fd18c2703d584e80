import { setTimeout as delay } from 'node:timers/promises'
import { errorCorrelationCode } from '../../lib/ids.ts'
import type { Following } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Admitted } from './admit.ts'
import { findCaller, presentedKey } from './authenticate.ts'
import type { Answer } from './exchange.ts'
import { permit } from './permit.ts'
import type { PipelinePorts } from './progress.ts'

/** How often news is looked for; a revoked key is noticed as quickly. */
const lookMs = 1_000
/** Silence after which a comment is sent: proxies close connections that stay silent for half a minute or more. */
const heartbeatMs = 15_000
/** Most answers a process holds open for one organization. */
const maxOpenFollowers = 200

const open = new WeakMap<PipelinePorts, Map<string, number>>()

function counts(ports: PipelinePorts): Map<string, number> {
  const followers = open.get(ports) ?? new Map<string, number>()
  open.set(ports, followers)
  return followers
}

/** An answer that continues with what a follower reads. Throws 429 when an organization holds too many open. */
export function followed(
  ports: PipelinePorts,
  request: Admitted,
  read: Following,
): NonNullable<Answer['stream']> {
  const running = counts(ports)
  const name = request.caller?.organizationId ?? ''
  if ((running.get(name) ?? 0) >= maxOpenFollowers)
    throw new Failure('rate-limited', { retryAfterSeconds: 60 })
  return async function* stream(signal) {
    running.set(name, (running.get(name) ?? 0) + 1)
    try {
      yield* goingOn({ ports, request, read }, signal)
    } catch (cause) {
      // The client reconnects and is then told that a store is away; the cause is logged here.
      const { progress, operation } = request
      const errorCode = errorCorrelationCode()
      ports.onError({ requestId: progress.requestId, errorCode, operationId: operation.id, cause })
    } finally {
      const left = (running.get(name) ?? 1) - 1
      if (left > 0) running.set(name, left)
      else running.delete(name)
    }
  }
}

async function* goingOn(
  { ports, request, read }: { ports: PipelinePorts; request: Admitted; read: Following },
  signal: AbortSignal,
): AsyncGenerator<string> {
  let saidMs = ports.clock.now()
  while (!signal.aborted && (await mayStill(ports, request))) {
    const { text, more } = await read()
    const isQuiet = ports.clock.now() - saidMs >= heartbeatMs
    if (text !== '' || isQuiet) {
      saidMs = ports.clock.now()
      yield text === '' ? ': still here\n\n' : text
    }
    if (!more) await delay(lookMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Whether the key or session still works, for the same organization, and still covers this operation. */
async function mayStill(
  { authenticator }: PipelinePorts,
  { operation, incoming, caller: asking }: Pick<Admitted, 'operation' | 'incoming' | 'caller'>,
): Promise<boolean> {
  const key = presentedKey(incoming, undefined)
  const caller = await findCaller(authenticator, incoming, { key, isWatching: true })
  if (caller === undefined || caller.organizationId !== asking?.organizationId) return false
  try {
    permit(operation, caller, incoming.address)
    return true
  } catch (refused) {
    if (refused instanceof Failure) return false
    throw refused
  }
}
