import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { Clock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { openAudit, type Audit, type AuditEntry, type AuditOrigin } from '../platform/audit/index.ts'
import { openKeys, type KeyRecord, type Keys } from '../platform/keys/index.ts'
import { openLedger, type CreditLedger } from '../platform/ledger/index.ts'
import { openLimits, type Limits } from '../platform/limits/index.ts'
import { openOrganizations, type Organization, type Organizations } from '../platform/organizations/index.ts'
import type { Postgres, Queryable } from '../store/postgres/index.ts'
import { OperatorError, type CliContext } from './context.ts'
import { instant } from './table.ts'

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
}

/** Opens the platform for one command and closes it, however the command ends. */
export async function operate<T>(context: CliContext, work: (operator: Operator) => Promise<T>): Promise<T> {
  const { db, clock, secret, close } = await context.open()
  try {
    const audit = openAudit({ db, clock, secret })
    const keys = openKeys({ db, clock, secret, audit })
    const ledger = openLedger({ db, clock, process: { instanceId: 'cli', bootId: randomUUID() } })
    const organizations = openOrganizations({ db, clock, keys, ledger })
    const limits = openLimits({ db, clock })
    const by = { actor: `operator:${userName()}` }
    return await work({ clock, db, audit, by, keys, ledger, organizations, limits })
  } finally {
    await close()
  }
}

/** Writes a change of an organization and its audit entry together, or neither. `false` means that nothing was changed. */
export async function audited<T>(
  { db, audit, by, clock }: Operator,
  entry: Omit<AuditEntry, 'by'>,
  work: (tx: Queryable, actId: string) => Promise<T>,
): Promise<T> {
  const requestId = newId('act', clock)
  return db.transact(async (tx) => {
    const result = await work(tx, requestId)
    if (result !== false) await audit.append(tx, { ...entry, by: { ...by, requestId } })
    return result
  })
}

/** The account on the machine; a container may run under an id without a name. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

export async function theOrganization(operator: Operator, organizationId: string): Promise<Organization> {
  const organization = await operator.organizations.getOrganization(organizationId)
  if (organization === undefined) {
    throw new OperatorError(`There is no organization ${organizationId}. List them with: almanac org list`)
  }
  return organization
}

/** Looks a key up by id alone: operators see the keys of all organizations. */
export async function theKey(operator: Operator, keyId: string): Promise<KeyRecord> {
  const organizationId = await operator.keys.findOrganization(keyId)
  const key = organizationId && (await operator.keys.getKey(organizationId, keyId))
  if (!key) {
    throw new OperatorError(
      `There is no key ${keyId}. List an organization's keys with: almanac key list ORGANIZATION`,
    )
  }
  return key
}

/** A key that was not revoked: changing a revoked one would have no effect. */
export async function theUsableKey(operator: Operator, keyId: string): Promise<KeyRecord> {
  const key = await theKey(operator, keyId)
  if (key.revokedAt === null) return key
  throw new OperatorError(
    `${keyId} was revoked at ${instant(key.revokedAt)}, for good. Create another one with: almanac key create`,
  )
}
