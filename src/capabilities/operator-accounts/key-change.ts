import { noCredits, toMilli } from '../../lib/credits.ts'
import type { KeyChange } from '../../platform/keys/index.ts'

export interface AskedChange {
  name?: string | undefined
  maxCredits?: number | null | undefined
  expiresAt?: string | null | undefined
  scopes?: readonly string[] | undefined
  isReadOnly?: boolean | undefined
  allowedAddresses?: readonly string[] | undefined
  resetUsage: boolean
}

/** A change of a key in the platform's form; what is undefined stays. */
export function readChange({ maxCredits, expiresAt, resetUsage, ...rest }: AskedChange): KeyChange {
  const { name, scopes, isReadOnly, allowedAddresses } = rest
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: [...new Set(scopes)] }),
    ...(isReadOnly !== undefined && { isReadOnly }),
    ...(allowedAddresses !== undefined && { allowedAddresses: [...new Set(allowedAddresses)] }),
    ...(maxCredits !== undefined && { maxCredits: maxCredits === null ? null : toMilli(maxCredits) }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(resetUsage && { creditsUsed: noCredits }),
  }
}
