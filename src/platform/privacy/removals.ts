import { column, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** Thrown when somebody was removed after data was read that may be about them; it is then read again. */
export class RemovedMeanwhile extends Error {
  override readonly name = 'RemovedMeanwhile'
  constructor() {
    super('somebody was removed while this was read')
  }
}

const numberRow = rowShape({ number: column.int() })

/** The number of removals so far. Code that stores data about people reads this before it reads the data. */
export async function countRemovals(on: Queryable): Promise<number> {
  const [row] = await on.query(sql.rows(numberRow)`SELECT number FROM privacy_removals`)
  return row?.number ?? 0
}

/**
 * For the transaction that stores what was read when there were so many removals; throws RemovedMeanwhile when there are more.
 * A removal waits for this transaction, and looks for the person again after it.
 */
export async function requireNoRemoval(tx: Queryable, since: number): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock_shared(hashtext('almanac.removals'), 0)`)
  if ((await countRemovals(tx)) !== since) throw new RemovedMeanwhile()
}

/**
 * Called when the person can no longer be read anywhere. Data read before is by then either stored, where a second search
 * finds it, or never will be.
 */
export async function noteRemoval(db: Postgres): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('almanac.removals'), 0)`)
    await tx.query(sql`UPDATE privacy_removals SET number = number + 1`)
  })
}
