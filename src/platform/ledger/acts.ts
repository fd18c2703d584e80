import type { MilliCredits } from '../../lib/credits.ts'
import type { UnitPrices } from '../../operation/index.ts'
import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { insertCharge, type ChargedRow, type DeferredHold } from './charge-at-once.ts'
import {
  insertHold,
  settleHold,
  withoutWaiting,
  type ClosedRow,
  type CloseHold,
  type HoldRow,
  type NewHold,
  type ProcessIdentity,
} from './holds.ts'
import type { PaidLine } from './quote.ts'

/** The acts that move an organization's credits for a request. */
export interface Acts {
  readonly on: Queryable
  hold(hold: NewHold): Promise<HoldRow>
  settle(close: CloseHold): Promise<ClosedRow>
  /** Sets the worst case aside, captures the charge and gives back the rest. */
  charge(hold: DeferredHold, close: CloseHold): Promise<ChargedRow>
}

/** Carries out each act as a statement of its own. */
export const createSingleActs = (on: Queryable, process: ProcessIdentity): Acts => ({
  on,
  hold: (hold) => insertHold(on, hold),
  settle: (close) => settleHold(on, close),
  charge: (hold, close) => insertCharge(on, hold, { close, process }),
})

/** An act as `ledger_together` reads it: with `want` a hold is set aside, with `charge` it is closed, with both charged at once. */
export interface ActTerms {
  holdId: string
  keyId?: string
  requestId?: string
  operationId?: string
  want?: MilliCredits
  least?: MilliCredits
  unitPrices?: UnitPrices
  expiresAt?: Date
  charge?: MilliCredits
  lines?: readonly PaidLine[]
}

export interface ActRow {
  outcome: HoldRow['outcome'] | ClosedRow['outcome']
  available: MilliCredits
  allocation: MilliCredits
}

const actRow = rowShape<ActRow>({
  outcome: column.text(),
  available: column.credits(),
  allocation: column.credits(),
})

/** One round trip and one commit: acts of one organization in their order, all or none; an answer each. */
export async function insertTogether(
  db: Queryable,
  acts: readonly ActTerms[],
  by: { organizationId: string; process: ProcessIdentity; nowMs: number },
): Promise<ActRow[]> {
  const { organizationId, process, nowMs } = by
  const charges = acts.some(({ charge }) => charge !== undefined)
  const rows = await db.query(sql.rows(actRow)`
    SELECT t.*${charges ? sql`` : sql`, ${withoutWaiting}`}
    FROM ledger_together(${organizationId}, ${JSON.stringify(acts)}::jsonb, ${process.instanceId}, ${process.bootId},
      ${new Date(nowMs)}) t ORDER BY t.place`)
  if (rows.length !== acts.length)
    throw new Error(`ledger_together answered ${rows.length} of ${acts.length}`)
  return rows
}
