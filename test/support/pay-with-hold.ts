import { dayMs } from '../../src/lib/time.ts'
import { sql } from '../../src/store/postgres/index.ts'
import type { TestPlatform } from './platform.ts'

/** Gives a job that has begun for nothing a hold for the rows of its file, as `start` does. */
export async function payWithHold(
  { db, ledger, clock }: Pick<TestPlatform, 'db' | 'ledger' | 'clock'>,
  { organizationId, taskId, rows }: { organizationId: string; taskId: string; rows: number },
): Promise<void> {
  await db.transact(async (tx) => {
    const outcome = await ledger.holdForJob(tx, {
      organizationId,
      requestId: taskId,
      operationId: 'exportPeople',
      expiresAtMs: clock.now() + dayMs,
      lines: [{ key: 'exportProspect', units: rows }],
    })
    if (!outcome.ok) throw new Error(outcome.reason)
    const { id, amount, unitPrices } = outcome.hold
    await tx.query(sql`
      UPDATE jobs SET hold_id = ${id}, held = ${amount}, unit_prices = ${JSON.stringify(unitPrices)}::jsonb
      WHERE id = ${taskId}`)
  })
}
