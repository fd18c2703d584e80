import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

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
  /** Admissions in the windows of budgets now, by name. Throws when the store is away. */
  counts(budgets: readonly { name: string; windowMs: number }[], nowMs: number): Promise<Map<string, number>>
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

/** Slices of a window, the newest first (`rate_limit_slices`). */
const sliceCount = 61
const windowRow = rowShape({ name: column.text(), newest: column.int(), counts: column.json<number[]>() })

/** What `rate_limit_take` answers. */
const turnRow = rowShape({ granted: column.int(), taken: column.int(), wait_ms: column.int() })

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
        const [row] = await db.query(sql.rows(turnRow)`
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
    counts: (budgets, nowMs) => selectCounts(db, budgets, nowMs),
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

/** A slice counts until all of it has left the window, as where requests are admitted. */
async function selectCounts(
  db: Postgres,
  budgets: readonly { name: string; windowMs: number }[],
  nowMs: number,
): Promise<Map<string, number>> {
  const rows = await db.query(sql.rows(windowRow)`
    SELECT name, newest, to_json(counts) AS counts FROM rate_limit_windows
    WHERE name = ANY(${budgets.map(({ name }) => name)}::text[])`)
  const widths = new Map(
    budgets.map(({ name, windowMs }) => [name, Math.max(1, Math.floor(windowMs / (sliceCount - 1)))]),
  )
  return new Map(
    rows.map(({ name, newest, counts }) => {
      const past = Math.max(0, Math.floor(nowMs / (widths.get(name) ?? 1)) - newest)
      const inWindow = counts.slice(0, Math.max(0, sliceCount - past))
      return [name, inWindow.reduce((sum, count) => sum + count, 0)]
    }),
  )
}
