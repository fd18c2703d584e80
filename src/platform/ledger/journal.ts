import type { MilliCredits } from '../../lib/credits.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { keysOfMembers } from '../keys/index.ts'
import type { Account } from './balances.ts'
import type { PaidLine } from './quote.ts'

export interface Transfer {
  id: number
  subscriptionId: string
  kind: string
  /** `amount` leaves this account … */
  debitAccount: Account
  /** … and arrives in this one. */
  creditAccount: Account
  amount: MilliCredits
  requestId: string
  operationId: string | null
  keyId: string | null
  holdId: string | null
  lines: PaidLine[] | null
  note: string | null
  createdAt: Date
}

const transferRow = rowShape<Transfer>({
  id: column.int(),
  subscriptionId: column.text(),
  kind: column.text(),
  debitAccount: column.text(),
  creditAccount: column.text(),
  amount: column.credits(),
  requestId: column.text(),
  operationId: nullable(column.text()),
  keyId: nullable(column.text()),
  holdId: nullable(column.text()),
  lines: nullable(column.json()),
  note: nullable(column.text()),
  createdAt: column.instant(),
})

const pageRows = 1_000

const transferColumns = sql`id, subscription_id AS "subscriptionId", kind, debit_account AS "debitAccount",
  credit_account AS "creditAccount", amount, request_id AS "requestId", operation_id AS "operationId",
  key_id AS "keyId", hold_id AS "holdId", lines, note, created_at AS "createdAt"`

/** The journal of an organization, oldest first, a page in memory at a time. */
export async function* streamTransfers(
  db: Queryable,
  organizationId: string,
  { afterId = 0, requestId }: { afterId?: number; requestId?: string } = {},
): AsyncGenerator<Transfer> {
  let last = afterId
  for (;;) {
    const page = await db.query(sql.rows(transferRow)`
      SELECT ${transferColumns}
      FROM ledger_transfers
      WHERE (organization_id, id) > (${organizationId}, ${last}) AND organization_id <= ${organizationId}
        AND (${requestId ?? null}::text IS NULL OR request_id = ${requestId ?? null})
      ORDER BY organization_id, id LIMIT ${pageRows}`)
    yield* page
    const end = page.at(-1)
    if (end === undefined || page.length < pageRows) return
    last = end.id
  }
}

/** Which entries are asked for; instants are inclusive, then exclusive. */
export interface TransferFilter {
  from?: Date
  to?: Date
  subscriptionId?: string
  kinds?: readonly string[]
  operationId?: string
  keyId?: string
  /** People, for what they did in the console. */
  memberIds?: readonly string[]
  requestId?: string
  /** Only entries with a smaller id. */
  beforeId?: number
}

/** A page of the journal, newest first. */
export async function selectTransfers(
  db: Queryable,
  organizationId: string,
  filter: TransferFilter,
  most: number,
): Promise<Transfer[]> {
  const { beforeId = Number.MAX_SAFE_INTEGER } = filter
  // Never as an equality: then the order is that of the ids alone, and an organization with few entries is looked for in
  // those of all others.
  const conditions = [
    sql`(organization_id, id) >= (${organizationId}, 0) AND (organization_id, id) < (${organizationId}, ${beforeId})`,
    ...(filter.from === undefined
      ? []
      : [sql`(organization_id, created_at) >= (${organizationId}, ${filter.from})`]),
    ...(filter.to === undefined
      ? []
      : [sql`(organization_id, created_at) < (${organizationId}, ${filter.to})`]),
    ...(filter.subscriptionId === undefined ? [] : [sql`subscription_id = ${filter.subscriptionId}`]),
    ...(filter.kinds === undefined ? [] : [sql`kind = ANY(${filter.kinds})`]),
    ...(filter.operationId === undefined ? [] : [sql`operation_id = ${filter.operationId}`]),
    ...(filter.keyId === undefined ? [] : [sql`key_id = ${filter.keyId}`]),
    ...(filter.memberIds === undefined ? [] : [sql`key_id = ANY(${keysOfMembers(filter.memberIds)})`]),
    ...(filter.requestId === undefined ? [] : [sql`request_id = ${filter.requestId}`]),
  ]
  return db.query(sql.rows(transferRow)`
    SELECT ${transferColumns} FROM ledger_transfers WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY organization_id DESC, id DESC LIMIT ${most}`)
}
