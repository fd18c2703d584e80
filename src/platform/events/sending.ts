import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** Who reads what to send has so long until it has left. */
export const maxSendingMs = 500

/**
 * Begins to send, in a transaction that ends when what it read has left: whoever withdraws something waits for it. One whose
 * process stands still is ended by the store within a second.
 */
export async function joinSending(tx: Queryable): Promise<void> {
  await tx.query(sql`
    SELECT pg_advisory_xact_lock_shared(hashtext('almanac.sending'), 0),
      set_config('idle_in_transaction_session_timeout', '1000', true)`)
}

/** Resolves when everything has left that was read before: what was withdrawn, and committed, is sent no more. */
export async function awaitSending(db: Postgres): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('almanac.sending'), 0)`)
  })
}
