import { toCredits } from '../../lib/credits.ts'
import type { KeyRecord } from './key-records.ts'

/** The settings of a key that can be changed after its creation. */
export type KeyChange = Partial<
  Pick<
    KeyRecord,
    | 'name'
    | 'expiresAt'
    | 'imposedExpiresAt'
    | 'maxCredits'
    | 'imposedCredits'
    | 'creditsUsed'
    | 'revokedAt'
    | 'scopes'
    | 'isReadOnly'
    | 'allowedAddresses'
  >
>

/** The first member of a change that is here names the entry of the audit. */
const actions: Record<keyof KeyChange, string> = {
  revokedAt: 'key.revoked',
  expiresAt: 'key.expiration-changed',
  imposedExpiresAt: 'key.expiration-changed',
  maxCredits: 'key.limit-changed',
  imposedCredits: 'key.limit-changed',
  creditsUsed: 'key.usage-reset',
  scopes: 'key.scopes-changed',
  isReadOnly: 'key.scopes-changed',
  allowedAddresses: 'key.addresses-changed',
  name: 'key.renamed',
}

/** The audit detail of a change; undefined when it changes nothing. Amounts in credits. */
export function describeChange(
  before: KeyRecord,
  after: KeyRecord,
): { action: string; detail: Record<string, unknown> } | undefined {
  const changed = (Object.keys(actions) as (keyof KeyChange)[]).filter(
    (member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  )
  const [first] = changed
  if (first === undefined) return undefined
  const detail = Object.fromEntries(
    changed.map((member) => [
      member,
      { from: displayValue(before, member), to: displayValue(after, member) },
    ]),
  )
  return { action: actions[first], detail }
}

/** The audit detail of a new key: its initial settings, amounts in credits. */
export function describeNewKey(
  key: Pick<
    KeyRecord,
    'name' | 'mode' | 'prefix' | 'expiresAt' | 'maxCredits' | 'scopes' | 'isReadOnly' | 'allowedAddresses'
  >,
): Record<string, unknown> {
  const { name, mode, prefix, expiresAt, scopes, isReadOnly, allowedAddresses } = key
  const maxCredits = key.maxCredits === null ? null : toCredits(key.maxCredits)
  return { name, mode, prefix, expiresAt, maxCredits, scopes, isReadOnly, allowedAddresses }
}

function displayValue(key: KeyRecord, member: keyof KeyChange): unknown {
  const value = key[member]
  return typeof value === 'number' ? toCredits(value) : value
}
