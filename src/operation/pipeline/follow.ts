import { setTimeout as delay } from 'node:timers/promises'
import { errorCorrelationCode } from '../../lib/ids.ts'
import type { AnyOperation, Following } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Admitted } from './admit.ts'
import { presentedKey } from './authenticate.ts'
import type { Answer } from './exchange.ts'
import { permit } from './permit.ts'
import type { PipelinePorts } from './progress.ts'

/** What is new is looked for so often; a key that was revoked is seen as soon. */
const lookMs = 1_000
/** Of silence, after which a comment is sent: proxies close what says nothing for half a minute or more. */
const heartbeatMs = 15_000
/** Answers of one organization that a process holds open. */
const maxOpenFollowers = 200

const open = new WeakMap<PipelinePorts, Map<string, number>>()

function counts(ports: PipelinePorts): Map<string, number> {
  const followers = open.get(ports) ?? new Map<string, number>()
  open.set(ports, followers)
  return followers
}

/** An answer that goes on with what a follower reads. Throws 429 where an organization holds too many open. */
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
      // The client comes again, and is told of a store that is away; the log has it here.
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

/** Whether the key still works, and for this. */
async function mayStill(
  { authenticator }: PipelinePorts,
  { operation, incoming }: { operation: AnyOperation } & Pick<Admitted, 'incoming'>,
): Promise<boolean> {
  const key = presentedKey(incoming, undefined)
  const caller = typeof key === 'string' ? await authenticator.authenticate(key) : undefined
  if (caller === undefined) return false
  try {
    permit(operation, caller, incoming.address)
    return true
  } catch (refused) {
    if (refused instanceof Failure) return false
    throw refused
  }
}
