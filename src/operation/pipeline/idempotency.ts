import { sha256Hex, stableStringify } from '../../lib/stable-json.ts'
import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Caller, Idempotency, IdempotencySlot, StoredAnswer } from '../ports.ts'
import type { Incoming } from './exchange.ts'

export interface Claimed {
  slot?: IdempotencySlot
  replay?: { answer: StoredAnswer; claimedAtMs: number }
}

/** Claims the caller's `Idempotency-Key`, or finds the answer it already has. */
export async function claimKey(
  idempotency: Idempotency,
  operation: AnyOperation,
  call: { incoming: Incoming; caller: Caller; rawInput: unknown; requestId: string; leaseEndsAtMs: number },
): Promise<Claimed> {
  const key = call.incoming.header('idempotency-key')
  if (key === undefined || operation.method === 'GET') return {}
  if (key.length < 1 || key.length > 255) {
    throw new Failure('invalid-header', {
      issues: [{ path: 'Idempotency-Key', message: 'Expected 1 to 255 characters.', code: 'invalid_format' }],
    })
  }
  const claim = await idempotency.claim({
    organizationId: call.caller.organizationId,
    key: storedIdempotencyKey(key),
    fingerprint: sha256Hex(stableStringify(identify(operation, call))),
    requestId: call.requestId,
    expiresAtMs: call.leaseEndsAtMs,
  })
  switch (claim.state) {
    case 'claimed':
      return { slot: claim.slot }
    case 'replay':
      return { replay: { answer: claim.answer, claimedAtMs: claim.claimedAtMs } }
    case 'running':
      throw new Failure('idempotency-running', { retryAfterSeconds: 1 })
    case 'mismatch':
      throw new Failure('idempotency-mismatch')
    case 'withdrawn':
      throw new Failure('idempotency-withdrawn')
  }
}

/** A secret is shown again only to the key that it was shown to: another may not be allowed what it opens. */
const identify = (operation: AnyOperation, { rawInput, caller }: { rawInput: unknown; caller: Caller }) =>
  operation.answersSecret === true ? [operation.id, rawInput, caller.keyId] : [operation.id, rawInput]

/**
 * An idempotency key as it is stored. Some clients send their API key, or a text that contains it, for want of a better one.
 * API keys are never stored, so such a text is stored as its SHA-256 digest.
 */
export function storedIdempotencyKey(key: string): string {
  return /alm_(?:live|test)_\w/.test(key) ? `sha256:${sha256Hex(key)}` : key
}
