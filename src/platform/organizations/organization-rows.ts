import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

export interface Organization {
  id: string
  name: string
  createdAt: Date
}

const organizationRow = rowShape<Organization>({
  id: column.text(),
  name: column.text(),
  createdAt: column.instant(),
})

export interface Subscription {
  id: string
  organizationId: string
  status: 'active' | 'paused'
  /** Credits a usage period starts with. */
  allocation: MilliCredits
  periodStartedAt: Date
  periodResetsAt: Date
  /** Days after the reset date during which left-over credits stay usable. */
  graceDays: number
  /** Rows it may export in a calendar month; null: what the installation is set to. */
  exportRows: number | null
  /** Whether a period that ends is followed by the next one by itself. */
  autoReset: boolean
}

const subscriptionRow = rowShape<Subscription>({
  id: column.text(),
  organizationId: column.text(),
  status: column.text(),
  allocation: column.credits(),
  periodStartedAt: column.instant(),
  periodResetsAt: column.instant(),
  graceDays: column.int(),
  exportRows: nullable(column.int()),
  autoReset: column.bool(),
})

export async function insertOrganization(db: Queryable, organization: Organization): Promise<void> {
  await db.query(sql`
    INSERT INTO organizations (id, name, created_at)
    VALUES (${organization.id}, ${organization.name}, ${organization.createdAt})`)
}

export async function insertSubscription(
  db: Queryable,
  subscription: Omit<Subscription, 'status' | 'graceDays' | 'autoReset' | 'exportRows'>,
): Promise<void> {
  const { id, organizationId, allocation, periodStartedAt, periodResetsAt } = subscription
  await db.query(sql`
    INSERT INTO subscriptions (id, organization_id, allocation, period_allocation, period_started_at, period_anchor,
      period_resets_at, created_at)
    VALUES (${id}, ${organizationId}, ${allocation}, ${allocation}, ${periodStartedAt}, ${periodStartedAt},
      ${periodResetsAt}, ${periodStartedAt})`)
}

const idRow = rowShape({ id: column.text() })

/** The sandbox of an organization, when it has one. */
export async function selectSandbox(db: Queryable, organizationId: string): Promise<string | undefined> {
  const [row] = await db.query(
    sql.rows(idRow)`SELECT id FROM organizations WHERE sandbox_of = ${organizationId}`,
  )
  return row?.id
}

export async function selectIsSandbox(db: Queryable, organizationId: string): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM organizations WHERE id = ${organizationId} AND sandbox_of IS NOT NULL`,
  )
  return rows.length > 0
}

/** False when another one was made in the meantime. */
export async function insertSandbox(
  db: Queryable,
  sandbox: Organization & { sandboxOf: string },
): Promise<boolean> {
  const rows = await db.query(sql`
    INSERT INTO organizations (id, name, created_at, sandbox_of)
    VALUES (${sandbox.id}, ${sandbox.name}, ${sandbox.createdAt}, ${sandbox.sandboxOf})
    ON CONFLICT (sandbox_of) DO NOTHING RETURNING 1`)
  return rows.length === 1
}

/** Oldest first; sandboxes are not among them. */
export async function selectOrganizations(db: Queryable): Promise<Organization[]> {
  return db.query(
    sql.rows(
      organizationRow,
    )`SELECT id, name, created_at AS "createdAt" FROM organizations WHERE sandbox_of IS NULL ORDER BY created_at, id`,
  )
}

/** A page, newest first; sandboxes are not among them. `name`: a part of it, in any case. */
export async function selectOrganizationPage(
  db: Queryable,
  { name, before, most }: OrganizationPage,
): Promise<Organization[]> {
  return db.query(sql.rows(organizationRow)`
    SELECT id, name, created_at AS "createdAt" FROM organizations
    WHERE sandbox_of IS NULL AND (${before ?? null}::text IS NULL OR id < ${before ?? null})
      AND (${name ?? null}::text IS NULL OR strpos(lower(name), lower(${name ?? ''})) > 0 OR id = ${name ?? null})
    ORDER BY id DESC LIMIT ${most}`)
}

/** Which organizations are read. */
export interface OrganizationPage {
  name?: string | undefined
  /** Only those with a smaller id, which are older. */
  before?: string | undefined
  most: number
}

export async function updateName(db: Queryable, organizationId: string, name: string): Promise<void> {
  await db.query(sql`UPDATE organizations SET name = ${name} WHERE id = ${organizationId}`)
}

export async function selectOrganization(
  db: Queryable,
  organizationId: string,
): Promise<Organization | undefined> {
  const [row] = await db.query(
    sql.rows(
      organizationRow,
    )`SELECT id, name, created_at AS "createdAt" FROM organizations WHERE id = ${organizationId}`,
  )
  return row
}

const allowedRow = rowShape({ allowed: column.bool() })

/** Undefined for an unknown organization. */
export async function selectAgeSearch(db: Queryable, organizationId: string): Promise<boolean | undefined> {
  const [row] = await db.query(
    sql.rows(allowedRow)`SELECT age_search AS allowed FROM organizations WHERE id = ${organizationId}`,
  )
  return row?.allowed
}

export async function updateAgeSearch(
  db: Queryable,
  organizationId: string,
  allowed: boolean,
): Promise<void> {
  await db.query(sql`UPDATE organizations SET age_search = ${allowed} WHERE id = ${organizationId}`)
}

/** The one that resets soonest first. */
export async function selectSubscriptions(db: Queryable, organizationId: string): Promise<Subscription[]> {
  return db.query(sql.rows(subscriptionRow)`
    SELECT id, organization_id AS "organizationId", status, allocation, period_started_at AS "periodStartedAt",
      period_resets_at AS "periodResetsAt", grace_days AS "graceDays", auto_reset AS "autoReset",
      export_rows AS "exportRows"
    FROM subscriptions WHERE organization_id = ${organizationId} ORDER BY period_resets_at, id`)
}

/** Held to the end of the transaction: of several first starts at once, one sees no organization. */
export async function lockBootstrap(tx: Queryable): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('almanac.bootstrap', 0))`)
}

const existsRow = rowShape({ found: column.bool() })

export async function anyOrganization(db: Queryable): Promise<boolean> {
  const [row] = await db.query(sql.rows(existsRow)`SELECT EXISTS (SELECT FROM organizations) AS found`)
  return row?.found ?? false
}

const autoResetRow = rowShape({ id: column.text(), autoReset: column.bool() })

/** Locked to the end of the transaction; undefined when there is none or it belongs to another organization. */
export async function lockSubscription(
  tx: Queryable,
  organizationId: string,
  subscriptionId: string,
): Promise<Pick<Subscription, 'id' | 'autoReset'> | undefined> {
  const [row] = await tx.query(sql.rows(autoResetRow)`
    SELECT id, auto_reset AS "autoReset" FROM subscriptions
    WHERE id = ${subscriptionId} AND organization_id = ${organizationId} FOR NO KEY UPDATE`)
  return row
}
