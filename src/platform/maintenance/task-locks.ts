import {
  column,
  rowShape,
  sql,
  type Postgres,
  type Queryable,
  type Statement,
} from '../../store/postgres/index.ts'

export interface TaskLocks {
  /** Runs the work while this process alone has the lock of that name; not at all while another one has it. */
  alone(name: string, work: () => Promise<void>): Promise<void>
}

const doneRow = rowShape({ done: column.bool() })

/** One connection, kept as long as a task of this process runs. */
interface Session {
  tx: Promise<Queryable>
  /** Tasks that run under its locks. */
  users: number
  /** A statement failed on it: locks it still has can no longer be given back one by one. */
  failed: boolean
  end(): Promise<void>
}

/**
 * Advisory locks of all running tasks on one connection. A connection for each would fill the pool while many tasks
 * run, and none would be left for their work.
 */
export function openTaskLocks(db: Postgres): TaskLocks {
  let current: Session | undefined

  /** A session that failed is left to those that run under it; the next task opens another. */
  async function ask(session: Session, statement: Statement<{ done: boolean }>) {
    try {
      const [row] = await (await session.tx).query(statement)
      return row?.done === true
    } catch (error) {
      session.failed = true
      if (current === session) current = undefined
      throw error
    }
  }

  async function leave(session: Session): Promise<void> {
    session.users -= 1
    if (session.users > 0) return
    if (current === session) current = undefined
    await session.end()
  }

  return {
    async alone(name, work) {
      const session = (current ??= openSession(db))
      session.users += 1
      const key = sql`hashtextextended(${`almanac.maintenance.${name}`}, 0)`
      try {
        if (!(await ask(session, sql.rows(doneRow)`SELECT pg_try_advisory_lock(${key}) AS done`))) return
        try {
          await work()
        } finally {
          // Where the connection is gone, so is the lock.
          await ask(session, sql.rows(doneRow)`SELECT pg_advisory_unlock(${key}) AS done`).catch(() => false)
        }
      } finally {
        await leave(session)
      }
    },
  }
}

const pidRow = rowShape({ pid: column.int() })

function openSession(db: Postgres): Session {
  const opened = Promise.withResolvers<{ tx: Queryable; pid: number }>()
  const over = Promise.withResolvers<void>()
  const closed = db.transact(async (tx) => {
    // Tasks may run for minutes, during which this session is idle.
    await tx.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
    const [row] = await tx.query(sql.rows(pidRow)`SELECT pg_backend_pid() AS pid`)
    opened.resolve({ tx, pid: row?.pid ?? 0 })
    await over.promise
  })
  closed.catch(opened.reject)
  const tx = opened.promise.then(({ tx }) => tx)
  tx.catch(() => undefined)
  const session: Session = {
    tx,
    users: 0,
    failed: false,
    async end() {
      // Locks outlive a rollback, so a connection that may have some must not go back to the pool.
      if (session.failed) await opened.promise.then(({ pid }) => terminate(db, pid)).catch(() => undefined)
      over.resolve()
      await closed.catch(() => undefined)
    },
  }
  return session
}

const terminate = (db: Postgres, pid: number) => db.query(sql`SELECT pg_terminate_backend(${pid})`)
