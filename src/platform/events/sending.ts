import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** The longest time between reading content and having sent it. */
export const maxSendingMs = 500

/**
 * Begins to send, in a transaction that ends once the content it read has left, so that a withdrawal waits for it. When the
 * process hangs, the store ends the transaction within a second.
 */
export async function joinSending(tx: Queryable): Promise<void> {
  await tx.query(sql`
    SELECT pg_advisory_xact_lock_shared(hashtext('almanac.sending'), 0),
      set_config('idle_in_transaction_session_timeout', '1000', true)`)
}

/** Resolves when everything read before has left, so that withdrawn and committed content is no longer sent. */
export async function awaitSending(db: Postgres): Promise<void> {
  await db.transact(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('almanac.sending'), 0)`)
  })
}
