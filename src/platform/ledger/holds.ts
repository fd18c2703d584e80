import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { BalanceView, HoldRequest, UnitPrices } from '../../operation/index.ts'
import { column, deleteOldest, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { PaidLine } from './quote.ts'

/** Identity of this process: holds and claims of a boot that ended are given back by the next one. */
export interface ProcessIdentity {
  /** Stays the same when the process is started again at the same place. */
  instanceId: string
  /** New at every start. */
  bootId: string
}

/** Instance of the holds that belong to jobs: no process gives them back, they end with their job. */
const jobInstance = 'job'

export interface HoldRow {
  outcome: 'held' | 'out-of-credits' | 'key-credit-limit-reached' | 'restricted'
  amount: MilliCredits
  available: MilliCredits
  allocation: MilliCredits
}

const balanceColumns = { available: column.credits(), allocation: column.credits() }

const holdRow = rowShape<HoldRow>({ ...balanceColumns, outcome: column.text(), amount: column.credits() })

const idRow = rowShape({ id: column.text() })

export interface NewHold {
  id: string
  request: HoldRequest
  want: MilliCredits
  least: MilliCredits
  unitPrices: UnitPrices
  process: ProcessIdentity
  nowMs: number
}

/**
 * Ends the statement's transaction without waiting for the disk. For what moves no credit out of the balance: a hold
 * lost with the server is a request that fails, and a release lost with it is done again when the hold expires. The
 * charge itself waits, and with it everything before it is on disk. Not inside a caller's transaction.
 */
export const withoutWaiting = sql.raw(`set_config('synchronous_commit', 'off', true) AS durability`)

/** One round trip: draws on the subscriptions in order, checks the key's limit, moves the credits. */
export async function insertHold(db: Queryable, hold: NewHold): Promise<HoldRow> {
  const { caller, requestId, operationId, expiresAtMs } = hold.request
  const [row] = await db.query(sql.rows(holdRow)`
    SELECT h.*, ${withoutWaiting} FROM ledger_hold(${hold.id}, ${caller.organizationId}, ${caller.keyId}, ${requestId}, ${operationId},
      ${hold.want}, ${hold.least}, ${JSON.stringify(hold.unitPrices)}::jsonb,
      ${hold.process.instanceId}, ${hold.process.bootId}, ${new Date(hold.nowMs)}, ${new Date(expiresAtMs)}) h`)
  if (row === undefined) throw new Error('ledger_hold answered nothing')
  return row
}

/** What a job that no request starts wants set aside. */
export interface NewJobHold {
  id: string
  organizationId: string
  /** Left out: over all subscriptions that can be used, as requests do. */
  subscriptionId?: string | undefined
  requestId: string
  operationId: string
  want: MilliCredits
  unitPrices: UnitPrices
  nowMs: number
  expiresAtMs: number
}

interface JobHoldRow extends Pick<BalanceView, 'available' | 'allocation'> {
  outcome: 'held' | 'out-of-credits' | 'restricted'
}

const jobHoldRow = rowShape<JobHoldRow>({ ...balanceColumns, outcome: column.text() })

/** Sets all of it aside, as the job's own from the start, or nothing. */
export async function insertJobHold(tx: Queryable, hold: NewJobHold): Promise<JobHoldRow> {
  const { id, organizationId, subscriptionId, requestId, operationId } = hold
  const [row] = await tx.query(sql.rows(jobHoldRow)`
    SELECT * FROM ledger_hold_for_job(${id}, ${organizationId}, ${subscriptionId ?? null}, ${requestId}, ${operationId},
      ${hold.want}, ${JSON.stringify(hold.unitPrices)}::jsonb, ${new Date(hold.nowMs)}, ${new Date(hold.expiresAtMs)})`)
  if (row === undefined) throw new Error('ledger_hold_for_job answered nothing')
  return row
}

export interface CloseHold {
  holdId: string
  organizationId: string
  charge: MilliCredits
  lines: PaidLine[]
  nowMs: number
}

export interface ClosedRow extends Pick<BalanceView, 'available' | 'allocation'> {
  outcome: 'closed' | 'gone' | 'above-hold'
}

const closedRow = rowShape<ClosedRow>({ ...balanceColumns, outcome: column.text() })

/** One round trip: captures the charge, gives back the rest, answers the balance after it. */
export async function settleHold(db: Queryable, close: CloseHold): Promise<ClosedRow> {
  const lines = close.lines.length === 0 ? null : JSON.stringify(close.lines)
  const [row] = await db.query(sql.rows(closedRow)`
    SELECT * FROM ledger_settle(${close.holdId}, ${close.organizationId}, ${close.charge}, ${lines}::jsonb,
      ${new Date(close.nowMs)})`)
  if (row === undefined) throw new Error('ledger_settle answered nothing')
  return row
}

const releasedRow = rowShape({ released: column.bool() })

/** Gives a whole hold back; false when it was closed before, or belongs to a job by now. */
export async function releaseHold(
  db: Queryable,
  holdId: string,
  state: 'released' | 'expired',
  nowMs: number,
): Promise<boolean> {
  const [row] = await db.query(sql.rows(releasedRow)`
    SELECT ledger_release(h.id, ${state}, ${new Date(nowMs)}) AS released, ${withoutWaiting}
    FROM ledger_holds h WHERE h.id = ${holdId} AND h.instance_id <> ${jobInstance}`)
  return row?.released === true
}

/** From here on the hold ends only with its job; false when it is no longer held. */
export async function giveHoldToJob(tx: Queryable, holdId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    UPDATE ledger_holds SET instance_id = ${jobInstance}, boot_id = ${jobInstance}
    WHERE (id = ${holdId} OR span_of = ${holdId}) AND state = 'held' RETURNING 1`)
  return rows.length > 0
}

const capturedRow = rowShape<{ outcome: 'captured' | 'gone' | 'above-hold' }>({ outcome: column.text() })

/** Captures a part of a job's hold. */
export async function captureHold(
  tx: Queryable,
  part: { holdId: string; charge: MilliCredits; lines: PaidLine[]; nowMs: number },
): Promise<'captured' | 'gone' | 'above-hold'> {
  const [row] = await tx.query(sql.rows(capturedRow)`
    SELECT ledger_capture(${part.holdId}, ${part.charge}, ${JSON.stringify(part.lines)}::jsonb,
      ${new Date(part.nowMs)}) AS outcome`)
  if (row === undefined) throw new Error('ledger_capture answered nothing')
  return row.outcome
}

const restRow = rowShape<{ rest: MilliCredits }>({ rest: column.credits() })

/** Closes a job's hold and answers what went back; 0 when it was closed before. */
export async function closeJobHold(tx: Queryable, holdId: string, nowMs: number): Promise<MilliCredits> {
  const [row] = await tx.query(
    sql.rows(restRow)`SELECT ledger_release_rest(${holdId}, ${new Date(nowMs)}) AS rest`,
  )
  return row?.rest ?? noCredits
}

/** Undoes a hold in any state: releases it, or refunds its charge. */
export async function takeBackHold(db: Queryable, holdId: string, nowMs: number): Promise<void> {
  await db.query(sql`SELECT ledger_take_back(${holdId}, ${new Date(nowMs)})`)
}

export async function selectExpiredHolds(db: Queryable, nowMs: number, most: number): Promise<string[]> {
  const rows = await db.query(sql.rows(idRow)`
    SELECT id FROM ledger_holds
    WHERE state = 'held' AND expires_at <= ${new Date(nowMs)} AND instance_id <> ${jobInstance}
    ORDER BY expires_at LIMIT ${most}`)
  return rows.map((row) => row.id)
}

export async function selectAbandonedHolds(
  db: Queryable,
  { instanceId, bootId }: ProcessIdentity,
): Promise<string[]> {
  const rows = await db.query(sql.rows(idRow)`
    SELECT id FROM ledger_holds
    WHERE state = 'held' AND instance_id = ${instanceId} AND boot_id <> ${bootId}`)
  return rows.map((row) => row.id)
}

/** Removes up to `most` holds closed before `beforeMs`; what they did stays in the journal. */
export async function deleteClosedHolds(db: Queryable, beforeMs: number, most: number): Promise<number> {
  const where = sql`state <> 'held' AND closed_at < ${new Date(beforeMs)}`
  return deleteOldest(db, { table: 'ledger_holds', where, by: 'closed_at', most })
}
