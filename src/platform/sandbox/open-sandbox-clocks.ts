import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../lib/clock.ts'
import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'

/** Ten years. */
const maxAheadMs = 3_650 * 86_400_000

export interface SandboxClocks {
  /** For what works in a sandbox: the time of the sandbox whose call is running, else the real one. */
  readonly clock: Clock
  /** Puts the clock of a sandbox forward, first, and answers its time; ten years ahead is the end. */
  advance(organizationId: string, byMs: number): Promise<number>
  /** Runs work with `clock` at the time given. */
  run<T>(nowMs: number, work: () => Promise<T>): Promise<T>
}

const aheadRow = rowShape({ aheadMs: column.int() })

export function openSandboxClocks({ db, clock }: { db: Postgres; clock: Clock }): SandboxClocks {
  const ahead = new AsyncLocalStorage<number>()
  return {
    clock: { now: () => clock.now() + (ahead.getStore() ?? 0) },
    async advance(organizationId, byMs) {
      const [row] =
        byMs === 0
          ? await db.query(
              sql.rows(
                aheadRow,
              )`SELECT ahead_ms AS "aheadMs" FROM sandbox_clocks WHERE organization_id = ${organizationId}`,
            )
          : await db.query(sql.rows(aheadRow)`
              INSERT INTO sandbox_clocks AS c (organization_id, ahead_ms)
              VALUES (${organizationId}, LEAST(${byMs}::bigint, ${maxAheadMs}::bigint))
              ON CONFLICT (organization_id) DO UPDATE
              SET ahead_ms = LEAST(c.ahead_ms + excluded.ahead_ms, ${maxAheadMs}::bigint)
              RETURNING ahead_ms AS "aheadMs"`)
      return clock.now() + (row?.aheadMs ?? 0)
    },
    run: (nowMs, work) => ahead.run(nowMs - clock.now(), work),
  }
}
