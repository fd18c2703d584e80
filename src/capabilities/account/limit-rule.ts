import type { MilliCredits } from '../../lib/credits.ts'
import { type Call } from '../../operation/index.ts'
import { accountFailures } from './failures.ts'
import type { KeyChange, KeyRecord } from '../../platform/keys/index.ts'
import type { AccountDeps } from './slice.ts'

/**
 * What a key may do with limits. Whoever set a limit for a key meant that the key keeps to it: with that key no limit can
 * be raised, removed or begun anew, its own or another's (two keys could otherwise free each other). A limit that a key
 * set for itself is its own to change. A key whose scopes name the operation was given it on purpose and may do all.
 */
export interface LimitRule {
  /** The change of a key's limit to `next`. Throws limit-imposed. */
  limit(target: KeyRecord, next: MilliCredits | null): KeyChange
  /** Throws limit-imposed when the usage of the key may not begin anew. */
  reset(target: KeyRecord): KeyChange
}

export async function limitRuleFor(deps: AccountDeps, call: Call): Promise<LimitRule> {
  // The request got here, so that scopes it has cover the operation.
  const isGiven = (call.restrictions?.scopes.length ?? 0) > 0
  const asking = isGiven ? undefined : await deps.keys.getKey(call.organizationId, call.keyId)
  const isOwn = (target: KeyRecord) => target.id === call.keyId
  /** What the limit of a key may become at most; undefined for anything. */
  const ceilingOf = (target: KeyRecord): MilliCredits | undefined => {
    if (isGiven) return undefined
    // The target is locked, the key that asks was read before.
    if (isOwn(target)) return target.imposedCredits ?? undefined
    if (asking === undefined || asking.imposedCredits === null) return undefined
    return target.maxCredits ?? Number.POSITIVE_INFINITY
  }
  return {
    limit(target, next) {
      const ceiling = ceilingOf(target)
      if (ceiling !== undefined && (next === null || next > ceiling))
        throw accountFailures.of('limit-imposed')
      const isImposed = !isOwn(target) || (isGiven && target.imposedCredits !== null)
      return { maxCredits: next, ...(isImposed && { imposedCredits: next }) }
    },
    reset(target) {
      if (ceilingOf(target) !== undefined) throw accountFailures.of('limit-imposed')
      return { creditsUsed: 0 }
    },
  }
}
