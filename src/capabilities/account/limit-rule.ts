import { countMilli, noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { Call } from '../../operation/index.ts'
import { accountFailures } from './failures.ts'
import type { KeyChange, KeyRecord } from '../../platform/keys/index.ts'
import type { AccountDeps } from './slice.ts'

/**
 * What a key may do with limits and expirations. A limit that somebody set for a key is meant to bind it: with that key
 * no limit can be raised, postponed, removed or restarted, its own or another's (two keys could otherwise free each
 * other). A key may change what it set for itself. A key whose scopes name the operation was given it on purpose and
 * may do everything.
 */
export interface LimitRule {
  /** The change of a key's limit to `next`. Throws limit-imposed. */
  limit(target: KeyRecord, next: MilliCredits | null): KeyChange
  /** Throws limit-imposed when the usage of the key must not be reset. */
  reset(target: KeyRecord): KeyChange
  /** The change of a key's expiration to `next`. Throws expiration-imposed. */
  expiration(target: KeyRecord, next: Date | null): KeyChange
}

/** A bound of a key, null for none: its current value, and the value somebody other than the key set. */
interface Bound {
  now: number | null
  imposed: number | null
}

const toCount = (limit: MilliCredits | null) => (limit === null ? null : countMilli(limit))
const readCreditBound = (key: KeyRecord): Bound => ({
  now: toCount(key.maxCredits),
  imposed: toCount(key.imposedCredits),
})
const readExpirationBound = (key: KeyRecord): Bound => ({
  now: key.expiresAt?.getTime() ?? null,
  imposed: key.imposedExpiresAt?.getTime() ?? null,
})

export async function limitRuleFor(deps: AccountDeps, call: Call): Promise<LimitRule> {
  // The request got this far, so the scopes of the key, if it has any, cover the operation.
  const isGiven = (call.restrictions?.scopes.length ?? 0) > 0
  const asking = isGiven ? undefined : await deps.keys.getKey(call.organizationId, call.keyId)
  const isOwn = (target: KeyRecord) => target.id === call.keyId
  /** The highest value the bound of a key may get; undefined for no restriction. */
  const findCeiling = (target: KeyRecord, readBound: (key: KeyRecord) => Bound): number | undefined => {
    if (isGiven) return undefined
    // The target is locked; the calling key was read earlier.
    if (isOwn(target)) return readBound(target).imposed ?? undefined
    if (asking === undefined || readBound(asking).imposed === null) return undefined
    return readBound(target).now ?? Number.POSITIVE_INFINITY
  }
  const isBeyond = (next: number | null, ceiling: number | undefined) =>
    ceiling !== undefined && (next === null || next > ceiling)
  const isImposed = (target: KeyRecord, readBound: (key: KeyRecord) => Bound) =>
    !isOwn(target) || (isGiven && readBound(target).imposed !== null)
  return {
    limit(target, next) {
      if (isBeyond(toCount(next), findCeiling(target, readCreditBound)))
        throw accountFailures.of('limit-imposed')
      return { maxCredits: next, ...(isImposed(target, readCreditBound) && { imposedCredits: next }) }
    },
    reset(target) {
      if (findCeiling(target, readCreditBound) !== undefined) throw accountFailures.of('limit-imposed')
      return { creditsUsed: noCredits }
    },
    expiration(target, next) {
      if (isBeyond(next?.getTime() ?? null, findCeiling(target, readExpirationBound))) {
        throw accountFailures.of('expiration-imposed')
      }
      return { expiresAt: next, ...(isImposed(target, readExpirationBound) && { imposedExpiresAt: next }) }
    },
  }
}
