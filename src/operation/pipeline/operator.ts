import { createHash, timingSafeEqual } from 'node:crypto'
import { bearerToken } from '../../lib/bearer-token.ts'
import { Failure } from '../failure.ts'
import type { Limiter } from '../ports.ts'
import type { Incoming } from './exchange.ts'

/**
 * Lets through who shows the operator's token as a bearer token. Without one in the settings nobody is. Failures count
 * against the address like those of API keys.
 */
export function requireOperator(
  { operatorToken, limiter }: { operatorToken?: string | undefined; limiter: Limiter },
  incoming: Incoming,
): void {
  const token = bearerToken(incoming.header('authorization'))
  // Digests are of one length, so the comparison tells nothing by its time.
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
