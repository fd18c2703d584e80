import { bearerToken } from '../../lib/http-headers.ts'
import { Failure } from '../failure.ts'
import type { Authenticator, Caller, Limiter } from '../ports.ts'
import type { Incoming } from './exchange.ts'

/**
 * Finds the key and its caller. Order: body or query member `apiKey`, then `x-api-key`, then `Authorization: Bearer`.
 * The first one present decides: a bad one never falls back to the next. Only a request without any key is one of a browser
 * session.
 */
export async function authenticate(
  ports: { authenticator: Authenticator; limiter: Limiter },
  incoming: Incoming,
  body: Record<string, unknown> | undefined,
): Promise<Caller> {
  const key = presentedKey(incoming, body)
  const caller = await findCaller(ports.authenticator, incoming, { key })
  if (caller !== undefined) return caller
  const admission = ports.limiter.admitFailure(incoming.address)
  if (!admission.admitted)
    throw new Failure('rate-limited', { retryAfterSeconds: admission.retryAfterSeconds })
  throw new Failure('unauthorized')
}

/** `isWatching`: it is asked again for an answer that stays open, which is no use of a session. */
export async function findCaller(
  authenticator: Authenticator,
  { session }: Incoming,
  { key, isWatching = false }: { key: unknown; isWatching?: boolean },
): Promise<Caller | undefined> {
  if (key === undefined) return session?.findCaller({ isWatching })
  return typeof key === 'string' ? authenticator.authenticate(key) : undefined
}

/** Undefined when the request carries no key. */
export function presentedKey(incoming: Incoming, body: Record<string, unknown> | undefined): unknown {
  const inBody = body?.['apiKey']
  if (inBody !== undefined && inBody !== null) return inBody
  const inQuery = incoming.query['apiKey']
  // With several values it is unclear which is meant, so the header counts as an invalid key.
  if (inQuery !== undefined) return inQuery.length === 1 ? inQuery[0] : inQuery
  const header = incoming.header('x-api-key')
  if (header !== undefined) return header
  return bearerToken(incoming.header('authorization'))
}
