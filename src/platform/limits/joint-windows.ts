import { sql, type Postgres } from '../../store/postgres/index.ts'

/** Admissions that a process made by itself, wall-clock milliseconds. */
export interface OwnAdmissions {
  name: string
  windowMs: number
  instants: number[]
}

export interface TakeResult {
  admitted: boolean
  /** Admissions in the window, of all processes. */
  count: number
  /** Until one more is admitted. */
  waitMs: number
}

/** Budgets that several processes draw on. */
export interface JointWindows {
  /** Admits one request or refuses it. Throws when the store is away. */
  take(budget: { name: string; max: number; windowMs: number }, nowMs: number): Promise<TakeResult>
  /** Tells the others what this process admitted without asking. */
  publish(own: readonly OwnAdmissions[], nowMs: number): Promise<void>
  /** Removes budgets unused for ten minutes. */
  purge(nowMs: number): Promise<void>
}

interface Waiter {
  resolve(result: TakeResult): void
  reject(error: unknown): void
}

/** Requests that one statement asks for: more wait for the next. */
const maxKeysPerRound = 1_000
const publishBatch = 500

export function openJointWindows(db: Postgres): JointWindows {
  const waiting = new Map<string, Waiter[]>()

  /** One statement at a time a budget: what arrives meanwhile goes together with the next. */
  async function drain(
    { name, max, windowMs }: { name: string; max: number; windowMs: number },
    nowMs: number,
  ): Promise<void> {
    for (;;) {
      const waiters = waiting.get(name) ?? []
      const batch = waiters.splice(0, maxKeysPerRound)
      if (batch.length === 0) return void waiting.delete(name)
      try {
        const [row] = await db.query<{ granted: number; taken: number; wait_ms: number }>(sql`
          SELECT t.*, set_config('synchronous_commit', 'off', true)
          FROM rate_limit_take(${name}, ${max}, ${windowMs}, ${batch.length}, ${nowMs}) t`)
        const { granted, taken, wait_ms: waitMs } = row ?? { granted: 0, taken: max, wait_ms: windowMs }
        batch.forEach(({ resolve }, index) => {
          const admitted = index < granted
          const count = admitted ? taken - granted + index + 1 : taken
          resolve({ admitted, count, waitMs: count < max ? 0 : waitMs })
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return {
    take: (budget, nowMs) =>
      new Promise((resolve, reject) => {
        const waiters = waiting.get(budget.name)
        if (waiters !== undefined) return void waiters.push({ resolve, reject })
        waiting.set(budget.name, [{ resolve, reject }])
        void drain(budget, nowMs)
      }),
    async publish(own, nowMs) {
      for (let start = 0; start < own.length; start += publishBatch) {
        const batch = JSON.stringify(own.slice(start, start + publishBatch).toSorted(byName))
        await db.query(sql`
          SELECT rate_limit_add(own.name, own."windowMs",
            ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(own.instants)), ${nowMs})
          FROM jsonb_to_recordset(${batch}::jsonb) AS own (name text, "windowMs" bigint, instants jsonb)`)
      }
    },
    async purge(nowMs) {
      await db.query(sql`
        DELETE FROM rate_limit_processes WHERE seen_at < ${new Date(nowMs - 600_000)}`)
      // The width of a slice differs by window; with a minute's window this is ten minutes.
      await db.query(sql`
        DELETE FROM rate_limit_windows WHERE name IN (
          SELECT name FROM rate_limit_windows WHERE newest < ${Math.floor((nowMs - 600_000) / 1_000)}
          LIMIT 1000 FOR UPDATE SKIP LOCKED)`)
    },
  }
}

/** Rows are locked in the order of their names. */
const byName = (one: OwnAdmissions, other: OwnAdmissions) => (one.name < other.name ? -1 : 1)
