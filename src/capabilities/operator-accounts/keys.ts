import { setPayAsYouGo, type KeyChange, type KeyRecord, type NewKey } from '../../platform/keys/index.ts'
import { ActRefused, requireKey, requireOrganization, requireUsableKey, type Operator } from './operator.ts'

interface WholeKey {
  record: KeyRecord
  /** Shown once. */
  rawKey: string
}

/** Makes a key; a test key in the sandbox of the organization. */
export async function makeKey(
  operator: Operator,
  { organizationId, ...settings }: Omit<NewKey, 'by' | 'rawKey'>,
): Promise<WholeKey> {
  await requireOrganization(operator, organizationId)
  const { openSandbox } = operator.organizations
  const owner = settings.mode === 'test' ? await openSandbox(organizationId) : organizationId
  return operator.keys.createKey({ ...settings, organizationId: owner, by: operator.by })
}

/** Keys of an organization and of its sandbox, oldest first. */
export async function listKeys(
  operator: Operator,
  organizationId: string,
  includeRevoked: boolean,
): Promise<KeyRecord[]> {
  await requireOrganization(operator, organizationId)
  return operator.keys.listKeys(organizationId, { includeRevoked })
}

/** Changes a key that was not revoked. What an operator sets, the key itself cannot pass. */
export async function changeKey(operator: Operator, keyId: string, change: KeyChange): Promise<KeyRecord> {
  const { organizationId } = await requireUsableKey(operator, keyId)
  const { maxCredits, expiresAt } = change
  const imposed = {
    ...(maxCredits !== undefined && { imposedCredits: maxCredits }),
    ...(expiresAt !== undefined && { imposedExpiresAt: expiresAt }),
  }
  const changed = await operator.keys.changeKey(
    organizationId,
    keyId,
    () => ({ ...change, ...imposed }),
    operator.by,
  )
  return requireStill(changed, keyId)
}

/** Revokes a key for good; running processes follow within a second. */
export async function revokeKey(operator: Operator, keyId: string): Promise<KeyRecord> {
  const { organizationId } = await requireKey(operator, keyId)
  return requireStill(await operator.keys.revokeKey(organizationId, keyId, operator.by), keyId)
}

/** Gives a key a new secret; the one before works for `overlapMs` more. */
export async function rotateKey(operator: Operator, keyId: string, overlapMs: number): Promise<WholeKey> {
  const { organizationId } = await requireUsableKey(operator, keyId)
  return requireStill(
    await operator.keys.rotateKey(organizationId, keyId, { overlapMs, by: operator.by }),
    keyId,
  )
}

/** Allows a key to buy as few as 100 credits, or no longer. */
export async function allowPayAsYouGo(operator: Operator, keyId: string, is: boolean): Promise<void> {
  const organizationId = await operator.keys.findOrganization(keyId)
  if (organizationId === undefined) throw new ActRefused('key', 'keyId', `There is no key ${keyId}.`)
  await operator.db.transact(async (tx) => {
    await setPayAsYouGo(tx, keyId, is)
    const entry = { organizationId, by: operator.by, action: 'key.pay-as-you-go', subject: keyId }
    await operator.audit.append(tx, { ...entry, detail: { is } })
  })
}

function requireStill<T>(value: T | undefined, keyId: string): T {
  if (value !== undefined) return value
  throw new ActRefused('key', 'keyId', `The key ${keyId} no longer exists.`)
}
