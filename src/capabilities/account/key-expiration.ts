import { invalidMember } from '../../operation/index.ts'
import { dayMs } from '../../lib/time.ts'

const latestMs = Date.UTC(9999, 11, 31)

export const expirationOperations = ['set', 'extend', 'prepone', 'remove'] as const

export interface ExpirationRequest {
  operation: (typeof expirationOperations)[number]
  /** Instant, ISO 8601. */
  expiresAt: string | undefined
  /** Counted from now for `set`, from the current expiration for `extend` and `prepone`. */
  days: number | undefined
}

/** When a key expires after the request. Throws a Failure for a request that makes no sense for the key. */
export function nextExpiration(current: Date | null, request: ExpirationRequest, nowMs: number): Date | null {
  const { operation, expiresAt, days } = request
  if (operation === 'remove') {
    if (expiresAt !== undefined || days !== undefined) {
      throw invalidMember(
        expiresAt === undefined ? 'days' : 'expiresAt',
        'remove takes neither days nor expiresAt.',
      )
    }
    return null
  }
  if ((expiresAt === undefined) === (days === undefined)) {
    throw invalidMember('expiresAt', 'Give either expiresAt or days.')
  }
  const member = expiresAt === undefined ? 'days' : 'expiresAt'
  const next = expiresAt === undefined ? byDays(current, operation, days ?? 0, nowMs) : Date.parse(expiresAt)
  const fault = findFault(current, operation, next, nowMs)
  if (fault !== undefined) throw invalidMember(member, fault)
  return new Date(next)
}

function byDays(current: Date | null, operation: string, days: number, nowMs: number): number {
  if (operation === 'set') return nowMs + days * dayMs
  if (current === null) throw invalidMember('operation', 'The key does not expire: set an expiration first.')
  return current.getTime() + (operation === 'extend' ? days : -days) * dayMs
}

function findFault(current: Date | null, operation: string, next: number, nowMs: number): string | undefined {
  if (next <= nowMs) return 'The instant has passed. To end a key now, revoke it.'
  if (next > latestMs) return 'The instant is too far ahead.'
  if (operation === 'extend' && (current === null || next <= current.getTime())) {
    return 'extend moves the expiration to a later instant.'
  }
  if (operation === 'prepone' && current !== null && next >= current.getTime()) {
    return 'prepone moves the expiration to an earlier instant.'
  }
  return undefined
}
