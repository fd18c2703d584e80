import type { Clock } from '../../lib/clock.ts'
import { milli, noCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { MalformedKey, parseKey, type Keys } from '../keys/index.ts'
import type { CreditLedger } from '../ledger/index.ts'
import {
  anyOrganization,
  insertOrganization,
  insertSandbox,
  insertSubscription,
  lockBootstrap,
  selectAgeSearch,
  lockSubscription,
  selectOrganization,
  selectOrganizationPage,
  selectOrganizations,
  selectIsSandbox,
  selectSandbox,
  selectSubscriptions,
  updateAgeSearch,
  updateName,
  type Organization,
  type OrganizationPage,
  type Subscription,
} from './organization-rows.ts'
import { nextReset } from './usage-period.ts'

export interface OrganizationsSettings {
  db: Postgres
  clock: Clock
  keys: Keys
  ledger: CreditLedger
}

export interface NewOrganization {
  name: string
  /** Milli-credits its first subscription starts with; 0 for none. */
  credits: MilliCredits
}

export interface CreatedOrganization {
  organization: Organization
  subscriptionId: string
}

export interface Bootstrapped {
  organizationId: string
  /** The generated key, shown once; undefined when the operator gave one. */
  rawKey?: string
}

export interface Organizations {
  /** With one active subscription and its credits, or not at all. */
  createOrganization(organization: NewOrganization, tx?: Queryable): Promise<CreatedOrganization>
  /** One more subscription of an organization; answers its id. Throws ForeignKeyViolation for an unknown one. */
  addSubscription(organizationId: string, allocation: MilliCredits, tx?: Queryable): Promise<string>
  /**
   * The sandbox of an organization: an organization of its own that its test keys work in, with credits that are never
   * charged. Made at its first use. Throws ForeignKeyViolation for an unknown organization.
   */
  openSandbox(organizationId: string): Promise<string>
  isSandbox(organizationId: string): Promise<boolean>
  /** Oldest first; without sandboxes. */
  listOrganizations(): Promise<Organization[]>
  /** A page of them, newest first; without sandboxes. */
  pageOfOrganizations(page: OrganizationPage): Promise<Organization[]>
  getOrganization(organizationId: string): Promise<Organization | undefined>
  renameOrganization(organizationId: string, name: string, tx?: Queryable): Promise<void>
  listSubscriptions(organizationId: string): Promise<Subscription[]>
  /** Whether it may search people by age, a protected attribute; true until switched off, false for an unknown one. */
  mayAskAge(organizationId: string): Promise<boolean>
  allowAgeSearch(organizationId: string, allowed: boolean, tx?: Queryable): Promise<void>
  /** Locked to the end of the transaction; undefined when it belongs to another organization. */
  lockSubscription(
    tx: Queryable,
    organizationId: string,
    subscriptionId: string,
  ): Promise<Pick<Subscription, 'id' | 'autoReset'> | undefined>
  /**
   * First start: an organization with credits and one live key. Undefined when there is an organization already; of
   * several processes starting at once one does the work. Throws MalformedKey, naming the setting, for a bad `key`.
   */
  bootstrap(first: { key?: string; credits: MilliCredits }): Promise<Bootstrapped | undefined>
}

/** The balance a sandbox shows; it is never spent. */
const sandboxCredits = milli(1_000_000_000)

export function openOrganizations({ db, clock, keys, ledger }: OrganizationsSettings): Organizations {
  async function subscribe(tx: Queryable, organizationId: string, allocation: MilliCredits): Promise<string> {
    const nowMs = clock.now()
    const id = newId('sub', clock)
    await insertSubscription(tx, {
      id,
      organizationId,
      allocation,
      periodStartedAt: new Date(nowMs),
      periodResetsAt: new Date(nextReset(nowMs)),
    })
    await ledger.openAccount(tx, organizationId, id)
    if (allocation > noCredits) {
      const posting = {
        organizationId,
        subscriptionId: id,
        amount: allocation,
        requestId: newId('act', clock),
      }
      await ledger.grant({ ...posting, note: 'start of the subscription' }, tx)
    }
    return id
  }

  async function create(tx: Queryable, { name, credits }: NewOrganization): Promise<CreatedOrganization> {
    const organization = { id: newId('org', clock), name, createdAt: new Date(clock.now()) }
    await insertOrganization(tx, organization)
    return { organization, subscriptionId: await subscribe(tx, organization.id, credits) }
  }

  return {
    createOrganization: (organization, tx) =>
      tx === undefined ? db.transact((own) => create(own, organization)) : create(tx, organization),
    addSubscription: (organizationId, allocation, tx) =>
      tx === undefined
        ? db.transact((own) => subscribe(own, organizationId, allocation))
        : subscribe(tx, organizationId, allocation),
    openSandbox: sandboxOpener({ db, clock }, (tx, id) => subscribe(tx, id, sandboxCredits)),
    isSandbox: (organizationId) => selectIsSandbox(db, organizationId),
    listOrganizations: () => selectOrganizations(db),
    pageOfOrganizations: (page) => selectOrganizationPage(db, page),
    renameOrganization: (organizationId, name, tx = db) => updateName(tx, organizationId, name),
    getOrganization: (organizationId) => selectOrganization(db, organizationId),
    lockSubscription,
    listSubscriptions: (organizationId) => selectSubscriptions(db, organizationId),
    mayAskAge: async (organizationId) => (await selectAgeSearch(db, organizationId)) ?? false,
    allowAgeSearch: (organizationId, allowed, tx = db) => updateAgeSearch(tx, organizationId, allowed),
    bootstrap: bootstrapper({ db, keys }, create),
  }
}

function bootstrapper(
  { db, keys }: { db: Postgres; keys: Keys },
  create: (tx: Queryable, organization: NewOrganization) => Promise<CreatedOrganization>,
): Organizations['bootstrap'] {
  return async ({ key, credits }) => {
    const fault = key === undefined ? undefined : findKeyFault(key)
    if (fault !== undefined) throw new MalformedKey(`ALMANAC_BOOTSTRAP_KEY ${fault}`)
    return db.transact(async (tx) => {
      await lockBootstrap(tx)
      if (await anyOrganization(tx)) return undefined
      const { organization } = await create(tx, { name: 'First organization', credits })
      const organizationId = organization.id
      const { rawKey } = await keys.createKey(
        { organizationId, name: 'First key', ...(key && { rawKey: key }) },
        tx,
      )
      return key === undefined ? { organizationId, rawKey } : { organizationId }
    })
  }
}

/** Why a key cannot be the first one; undefined when it can. */
function findKeyFault(key: string): string | undefined {
  const parts = parseKey(key)
  if (parts === undefined) return 'is not a well-formed API key (wrong shape or checksum)'
  return parts.mode === 'test' ? 'is a sandbox key; the first key has to be a live one' : undefined
}

function sandboxOpener(
  { db, clock }: { db: Postgres; clock: Clock },
  subscribe: (tx: Queryable, sandboxId: string) => Promise<unknown>,
): Organizations['openSandbox'] {
  return async (organizationId) =>
    (await selectSandbox(db, organizationId)) ??
    (await db.transact(async (tx) => {
      const sandbox = { id: newId('org', clock), name: 'Sandbox', createdAt: new Date(clock.now()) }
      const made = await insertSandbox(tx, { ...sandbox, sandboxOf: organizationId })
      if (made) await subscribe(tx, sandbox.id)
      // If two come at once, the second has waited for the first and sees its sandbox now.
      return made ? sandbox.id : ((await selectSandbox(tx, organizationId)) as string)
    }))
}
