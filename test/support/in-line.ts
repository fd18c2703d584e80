import { setImmediate as turn } from 'node:timers/promises'
import { sql } from '../../src/store/postgres/index.ts'
import type { TestPlatform } from './platform.ts'

/**
 * Begins acts of one organization in their order while its balance is locked by somebody else: the first waits for the
 * lock, the others for the first. Then lets them go; answers what became of each.
 */
export async function inLine<T>(
  { db, ledger }: Pick<TestPlatform, 'db' | 'ledger'>,
  organizationId: string,
  acts: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  // What an act would ask for before it gets in line, which would let others overtake it.
  await ledger.prices.volumePricing(organizationId)
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lock = db.transact(async (tx) => {
    await tx.query(sql`
      SELECT FROM subscription_balances WHERE organization_id = ${organizationId}
      ORDER BY subscription_id FOR NO KEY UPDATE`)
    locked.resolve()
    await free.promise
  })
  await Promise.race([locked.promise, lock])
  const outcomes: Promise<PromiseSettledResult<T>[]>[] = []
  for (const act of acts) {
    outcomes.push(Promise.allSettled([act()]))
    await turn()
  }
  free.resolve()
  await lock
  return (await Promise.all(outcomes)).flat()
}

/**
 * The transactions that charged more than one hold, the largest first: how many, and in how many statements (one where
 * they were written as one, else one each).
 */
export function chargedTogether(
  { db }: Pick<TestPlatform, 'db'>,
  organizationId?: string,
): Promise<{ holds: number; statements: number }[]> {
  return db.query(sql`
    SELECT count(DISTINCT hold_id) AS holds, count(DISTINCT cmin::text) AS statements FROM ledger_transfers
    WHERE kind = 'capture' AND organization_id = COALESCE(${organizationId ?? null}, organization_id)
    GROUP BY xmin::text HAVING count(DISTINCT hold_id) > 1 ORDER BY 1 DESC`)
}
