import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** Thrown where somebody was removed since something was read: it may be about them, and is read anew. */
export class RemovedMeanwhile extends Error {
  override readonly name = 'RemovedMeanwhile'
  constructor() {
    super('somebody was removed while this was read')
  }
}

/** How many removals there were. Whoever is going to store what it reads about people reads this before. */
export async function countRemovals(on: Queryable): Promise<number> {
  const [row] = await on.query<{ number: number }>(sql`SELECT number FROM privacy_removals`)
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
 * When the person is nowhere to be read any more: what was read before is stored now, where it is looked for once more, or
 * not at all.
 */
export async function noteRemoval(db: Postgres): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('almanac.removals'), 0)`)
    await tx.query(sql`UPDATE privacy_removals SET number = number + 1`)
  })
}
