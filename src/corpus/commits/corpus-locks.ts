import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { entityKinds, type EntityKind } from '../kinds/index.ts'

/** The remover of superseded versions of a kind holds this lock; false when somebody else does. */
export async function tryCompactLock(tx: Queryable, kind: EntityKind): Promise<boolean> {
  const [lock] = await tx.query<{ free: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(hashtext(${`corpus_compact:${kind}`})) AS free`,
  )
  return lock?.free === true
}

/** Settles when no versions of a kind are being removed. */
export async function waitForCompaction(db: Postgres, kind: EntityKind): Promise<void> {
  await db.transact(
    async (lock) => {
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`corpus_compact:${kind}`}))`)
    },
    { statementTimeoutMs: 0 },
  )
}

/**
 * Runs `work` while no commit is being written, no version removed and no entity set changed: until it returns, both
 * stores stay at one moment of the corpus. Requests continue, writers wait; so it has to be short.
 */
export async function standStill<T>(db: Postgres, work: () => Promise<T>): Promise<T> {
  return db.transact(
    async (lock) => {
      await lock.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
      for (const sort of ['corpus_commits', 'corpus_compact'])
        for (const kind of entityKinds)
          await lock.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`${sort}:${kind}`}))`)
      await lock.query(sql`LOCK TABLE entity_sets IN EXCLUSIVE MODE`)
      return work()
    },
    { statementTimeoutMs: 0 },
  )
}
