import { z } from 'zod'
import { type Call, Failure, invalidMember, optional, resourceId } from '../../operation/index.ts'
import { accountFailures } from './failures.ts'
import { readOrigin } from '../../platform/audit/index.ts'
import type { KeyChange, KeyRecord } from '../../platform/keys/index.ts'
import { viewOfKey, type apiKeyView } from './key-view.ts'
import type { AccountDeps } from './slice.ts'

/** Which key an operation changes. */
export const keyTarget = optional(resourceId('key', { text: z.string().trim() })).describe(
  'Id or prefix of the key; default the key of this request. Sandbox keys reach sandbox keys only.',
)

/**
 * Changes the key a request names, but not one that was revoked. `change` is given the key as it is and may throw a
 * Failure. A key of another organization is answered like one that does not exist.
 */
export function changeTarget(
  deps: AccountDeps,
  call: Call,
  keyId: string | undefined,
  change: (current: KeyRecord) => KeyChange,
): Promise<z.infer<typeof apiKeyView> | Failure> {
  return changeAny(deps, call, keyId, (current) => {
    if (current.revokedAt !== null) throw accountFailures.of('key-revoked')
    return change(current)
  })
}

/** The same for a key in any state. */
export async function changeAny(
  deps: AccountDeps,
  call: Call,
  keyId: string | undefined,
  change: (current: KeyRecord) => KeyChange,
): Promise<z.infer<typeof apiKeyView> | Failure> {
  const target = keyId === undefined ? { id: call.keyId } : await findTarget(deps, call, keyId)
  if (target instanceof Failure) return target
  const changed = await deps.keys.changeKey(call.organizationId, target.id, change, readOrigin(call))
  return changed === undefined ? new Failure('not-found') : viewOfKey(changed)
}

/** The key a request names, or its own. */
export async function findTarget(
  deps: AccountDeps,
  call: Call,
  keyId: string | undefined,
): Promise<KeyRecord | Failure> {
  const key = await deps.keys.findKey(call.organizationId, keyId ?? call.keyId)
  if (key === 'ambiguous') {
    return invalidMember('keyId', 'Several keys have this prefix. Send the id instead.')
  }
  return key ?? new Failure('not-found')
}
