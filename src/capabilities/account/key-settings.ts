import { z } from 'zod'
import { toMilli } from '../../lib/credits.ts'
import { normalizeRange } from '../../lib/network-address.ts'
import { invalidMember, optional, withDefault, type Failure } from '../../operation/index.ts'
import type { KeyPower } from '../../platform/keys/index.ts'

/** The most credits a limit can name. */
export const maxCredits = 1_000_000_000

/** A number of credits with at most three decimals. */
export const credits = z
  .number()
  .min(0)
  .max(maxCredits)
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, {
    message: 'Credits have at most three decimals.',
  })

const range = z
  .string()
  .max(100)
  .transform((text, context) => {
    const normal = normalizeRange(text.trim())
    if (normal !== undefined) return normal
    context.addIssue({ code: 'custom', message: 'Expected an address or a CIDR range.' })
    return z.NEVER
  })

export const keyName = z.string().trim().min(1).max(200)
/** Overlap of two secrets at a rotation, and how long one may be asked for. */
export const defaultOverlapMinutes = 1_440
export const maxOverlapMinutes = 43_200

/** Patterns of operation ids. */
export const keyScopes = z.array(z.string().regex(/^[A-Za-z*]{1,80}$/)).max(100)
/** Addresses and CIDR ranges, in their normal form. */
export const keyAddresses = z.array(range).max(100)

/** What a caller may ask for when a key is made. */
export const keySettings = {
  expiresAt: optional(z.iso.datetime({ offset: true })).describe(
    'When the key stops working; default never.',
  ),
  maxCredits: optional(credits).describe('Most credits the key may spend in all; default no limit.'),
  scopes: withDefault(keyScopes, []).describe(
    'Operation ids the key may use, * as a wildcard; default every operation.',
  ),
  isReadOnly: withDefault(z.boolean(), false).describe(
    'Only operations that change nothing in the organization: searches, look-ups and reveals, which still cost credits.',
  ),
  allowedAddresses: withDefault(keyAddresses, []).describe(
    'Addresses and CIDR ranges its requests may come from; default anywhere.',
  ),
}

interface GivenSettings {
  expiresAt: string | undefined
  maxCredits: number | undefined
  scopes: string[]
  isReadOnly: boolean
  allowedAddresses: string[]
}

/** The settings in the platform's form, or the failure that says why they are invalid. */
export function settingsOfNewKey(settings: GivenSettings, nowMs: number): KeyPower | Failure {
  const { expiresAt, maxCredits, scopes, isReadOnly, allowedAddresses } = settings
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs) {
    return invalidMember('expiresAt', 'The instant has passed.')
  }
  return {
    scopes: [...new Set(scopes)],
    isReadOnly,
    allowedAddresses: [...new Set(allowedAddresses)],
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    maxCredits: maxCredits === undefined ? null : toMilli(maxCredits),
  }
}
