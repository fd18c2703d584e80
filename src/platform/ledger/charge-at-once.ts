import type { Clock } from '../../lib/clock.ts'
import { unitsPaidBy, type MilliCredits } from '../../lib/credits.ts'
import type { Hold, HoldRequest } from '../../operation/index.ts'
import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { ClosedRow, CloseHold, HoldRow, ProcessIdentity } from './holds.ts'

/** A hold that is only written together with its charge. */
export interface DeferredHold extends Hold {
  deferred: HoldRequest
}

export const isDeferred = (hold: Hold): hold is DeferredHold => hold.deferred !== undefined

export interface ChargedRow {
  outcome: ClosedRow['outcome'] | Exclude<HoldRow['outcome'], 'held'>
  available: MilliCredits
  allocation: MilliCredits
}

const chargedRow = rowShape<ChargedRow>({
  outcome: column.text(),
  available: column.credits(),
  allocation: column.credits(),
})

/** One round trip and one commit: sets the worst case aside, captures the charge, gives back the rest. */
export async function insertCharge(
  on: Queryable,
  hold: DeferredHold,
  { close, process }: { close: CloseHold; process: ProcessIdentity },
): Promise<ChargedRow> {
  const { caller, requestId, operationId, expiresAtMs } = hold.deferred
  const [row] = await on.query(sql.rows(chargedRow)`
    SELECT * FROM ledger_charge(${hold.id}, ${caller.organizationId}, ${caller.keyId}, ${requestId}, ${operationId},
      ${hold.amount}, ${close.charge}, ${JSON.stringify(close.lines)}::jsonb, ${JSON.stringify(hold.unitPrices)}::jsonb,
      ${process.instanceId}, ${process.bootId}, ${new Date(close.nowMs)}, ${new Date(expiresAtMs)})`)
  if (row === undefined) throw new Error('ledger_charge answered nothing')
  return row
}

/** Undoes a charge whose answer was lost, and prevents one that has not arrived yet from being carried out. */
export async function voidCharge(
  on: Queryable,
  hold: DeferredHold,
  { process, nowMs }: { process: ProcessIdentity; nowMs: number },
): Promise<void> {
  const { caller, requestId, operationId } = hold.deferred
  await on.query(sql`
    SELECT ledger_void(${hold.id}, ${caller.organizationId}, ${caller.keyId}, ${requestId}, ${operationId},
      ${hold.amount}, ${process.instanceId}, ${process.bootId}, ${new Date(nowMs)})`)
}

const maxKeys = 10_000
const trustedMs = 10_000
/** So many times the price must have been left: few enough callers then come to an end within the trusted time. */
const plenty = 100

/** The last known balance of callers, by key. It decides when a hold may wait, never whether a charge is covered. */
export interface SeenBalances {
  note(keyId: string, available: MilliCredits): void
  forget(keyId: string): void
  isPlenty(keyId: string, amount: MilliCredits): boolean
}

export function createSeenBalances(clock: Clock): SeenBalances {
  const balances = new Map<string, { available: MilliCredits; atMs: number }>()
  return {
    note(keyId, available) {
      balances.delete(keyId)
      balances.set(keyId, { available, atMs: clock.now() })
      const oldest = balances.keys().next()
      if (balances.size > maxKeys && !oldest.done) balances.delete(oldest.value)
    },
    forget: (keyId) => void balances.delete(keyId),
    isPlenty(keyId, amount) {
      const last = balances.get(keyId)
      const ageMs = last === undefined ? Number.NaN : clock.now() - last.atMs
      return (
        last !== undefined && ageMs >= 0 && ageMs < trustedMs && unitsPaidBy(last.available, amount) >= plenty
      )
    },
  }
}
