import { countMilli, type MilliCredits } from '../../lib/credits.ts'
import { isRangeWithin } from '../../lib/network-address.ts'
import { matchesScope } from '../../operation/index.ts'
import type { KeyRecord } from './key-records.ts'

/** The settings of a key that bound what it may do. */
export type KeyPower = Pick<
  KeyRecord,
  'scopes' | 'isReadOnly' | 'allowedAddresses' | 'expiresAt' | 'maxCredits'
>

/** The first setting by which a key may do more than another; undefined when it may do nothing more. */
export function findExcess(key: KeyPower, than: KeyPower): keyof KeyPower | undefined {
  if (isBroader(key.scopes, than.scopes, isScopeWithin) || isFreed(key, than)) return 'scopes'
  if (than.isReadOnly && !key.isReadOnly) return 'isReadOnly'
  if (isBroader(key.allowedAddresses, than.allowedAddresses, isRangeWithin)) return 'allowedAddresses'
  if (isBeyond(toMs(key.expiresAt), toMs(than.expiresAt))) return 'expiresAt'
  if (isBeyond(toCount(key.maxCredits), toCount(than.maxCredits))) return 'maxCredits'
  return undefined
}

/**
 * The same for a key that somebody else than its holder is about to get hold of, or to loosen with `asking`. Credits of
 * another key are beyond every key with a limit, however small both are: they would come on top of its own.
 */
export function findForeignExcess(
  key: KeyPower & { id: string },
  asking: KeyPower & { id: string },
): keyof KeyPower | undefined {
  const excess = findExcess(key, asking)
  return excess ?? (key.id !== asking.id && asking.maxCredits !== null ? 'maxCredits' : undefined)
}

/** With these a key whose scopes name them changes its own bounds, whoever set them. */
const loosening = ['updateApiKeyLimit', 'updateApiKeyExpiration', 'resetApiKeyUsage']

/** Scopes that name what a key without scopes, bound by somebody, may not do for itself. */
function isFreed(key: KeyPower, than: KeyPower): boolean {
  const isBound = than.maxCredits !== null || than.expiresAt !== null
  return (
    isBound &&
    than.scopes.length === 0 &&
    key.scopes.some((scope) => loosening.some((id) => matchesScope(scope, id)))
  )
}

const whole: KeyPower = {
  scopes: [],
  isReadOnly: false,
  allowedAddresses: [],
  expiresAt: null,
  maxCredits: null,
}

/** Whether anything bounds what a key may do. People can do more than such a key, so it makes none more powerful. */
export const isNarrow = (key: KeyPower): boolean => findExcess(whole, key) !== undefined

/** Lists of which an empty one stands for everything. */
function isBroader(
  list: readonly string[],
  than: readonly string[],
  isWithin: (entry: string, list: readonly string[]) => boolean,
): boolean {
  if (than.length === 0) return false
  return list.length === 0 || list.some((entry) => !isWithin(entry, than))
}

/** A star of the pattern can only be covered by a star, so a pattern that matches as text matches whatever it stands for. */
const isScopeWithin = (pattern: string, scopes: readonly string[]) =>
  scopes.some((scope) => matchesScope(scope, pattern))

const toMs = (instant: Date | null) => instant?.getTime() ?? null
const toCount = (limit: MilliCredits | null) => (limit === null ? null : countMilli(limit))

/** Bounds of which null stands for none. */
const isBeyond = (bound: number | null, than: number | null) =>
  than !== null && (bound === null || bound > than)
