import { column, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { entityKinds, type EntityKind } from '../kinds/index.ts'

const freeRow = rowShape({ free: column.bool() })

/** Takes the lock of removing superseded versions of a kind; false when somebody else holds it. */
export async function tryCompactLock(tx: Queryable, kind: EntityKind): Promise<boolean> {
  const [lock] = await tx.query(
    sql.rows(freeRow)`SELECT pg_try_advisory_xact_lock(hashtext(${`corpus_compact:${kind}`})) AS free`,
  )
  return lock?.free === true
}

/** Resolves when no versions of a kind are being removed. */
export async function waitForCompaction(db: Postgres, kind: EntityKind): Promise<void> {
  await db.transact(
    async (lock) => {
      await lock.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`corpus_compact:${kind}`}))`)
    },
    { statementTimeoutMs: 0 },
  )
}

/**
 * Runs `work` while no commit is written, no version removed and no entity set changed, so that both stores stay at
 * one moment of the corpus. Requests continue and writers wait, so it must be short.
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
