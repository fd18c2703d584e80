import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Audit, AuditEntry, AuditOrigin } from '../../platform/audit/index.ts'
import type { KeyRecord, Keys } from '../../platform/keys/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { Limits } from '../../platform/limits/index.ts'
import type { Organization, Organizations } from '../../platform/organizations/index.ts'
import type { Subscriptions } from '../../platform/subscriptions/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'

/** What an operator's acts work with, from the command line or over the interface. */
export interface Operator {
  clock: Clock
  db: Postgres
  audit: Audit
  /** The actor that the audit records. */
  by: AuditOrigin
  keys: Keys
  ledger: CreditLedger
  organizations: Organizations
  limits: Limits
  subscriptions: Subscriptions
}

/** The thing that is not there, or why an act cannot be: nothing was changed. */
export type Refusal = 'organization' | 'subscription' | 'key' | 'limit' | 'invalid' | 'conflict'

/** An act that was not done, in one sentence. `member` is what was sent for it. */
export class ActRefused extends Error {
  override readonly name = 'ActRefused'
  readonly refusal: Refusal
  readonly member: string

  constructor(refusal: Refusal, member: string, message: string) {
    super(message)
    this.refusal = refusal
    this.member = member
  }
}

/** Writes a change of an organization and its audit entry together, or neither. `false` means that nothing was changed. */
export async function writeAudited<T>(
  { db, audit, by, clock }: Pick<Operator, 'db' | 'audit' | 'by' | 'clock'>,
  entry: Omit<AuditEntry, 'by'>,
  work: (tx: Queryable, actId: string) => Promise<T>,
): Promise<T> {
  const requestId = newId('act', clock)
  return db.transact(async (tx) => {
    const result = await work(tx, requestId)
    if (result !== false) await audit.append(tx, { ...entry, by: { requestId, ...by } })
    return result
  })
}

export async function requireOrganization(
  { organizations }: Pick<Operator, 'organizations'>,
  organizationId: string,
): Promise<Organization> {
  const organization = await organizations.getOrganization(organizationId)
  if (organization !== undefined) return organization
  throw new ActRefused('organization', 'organizationId', `There is no organization ${organizationId}.`)
}

/** Looks a key up by id alone: operators see the keys of all organizations. */
export async function requireKey({ keys }: Pick<Operator, 'keys'>, keyId: string): Promise<KeyRecord> {
  const organizationId = await keys.findOrganization(keyId)
  const key = organizationId && (await keys.getKey(organizationId, keyId))
  if (key) return key
  throw new ActRefused('key', 'keyId', `There is no key ${keyId}.`)
}

/** A key that was not revoked: changing a revoked one would have no effect. */
export async function requireUsableKey(operator: Pick<Operator, 'keys'>, keyId: string): Promise<KeyRecord> {
  const key = await requireKey(operator, keyId)
  if (key.revokedAt === null) return key
  const at = key.revokedAt.toISOString().replace(/\.\d+Z$/, 'Z')
  throw new ActRefused('conflict', 'keyId', `${keyId} was revoked at ${at}, for good.`)
}
