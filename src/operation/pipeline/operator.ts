import { createHash, timingSafeEqual } from 'node:crypto'
import { bearerToken } from '../../lib/http-headers.ts'
import { Failure } from '../failure.ts'
import type { Limiter } from '../ports.ts'
import { presentedKey } from './authenticate.ts'
import type { Incoming } from './exchange.ts'

/**
 * Admits requests that carry the operator's token as a bearer token (none when the settings have no token), and those of a
 * browser session of the operator. Failures count against the address like those of API keys.
 */
export async function requireOperator(
  { operatorToken, limiter }: { operatorToken?: string | undefined; limiter: Limiter },
  incoming: Incoming,
  body: Record<string, unknown> | undefined,
): Promise<void> {
  const token = bearerToken(incoming.header('authorization'))
  // As with API keys, a session counts only where the request presents nothing else.
  const isSession = presentedKey(incoming, body) === undefined
  if (isSession && (await incoming.session?.isOperator()) === true) return
  // Digests have equal length, so the time of the comparison reveals nothing.
  if (
    token !== undefined &&
    operatorToken !== undefined &&
    timingSafeEqual(digest(token), digest(operatorToken))
  )
    return
  const admission = limiter.admitFailure(incoming.address)
  if (!admission.admitted)
    throw new Failure('rate-limited', { retryAfterSeconds: admission.retryAfterSeconds })
  throw new Failure('unauthorized')
}

const digest = (text: string) => createHash('sha256').update(text).digest()
