import type { Clock } from '../../lib/clock.ts'
import { column, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

export interface Override {
  organizationId: string
  operationId: string
  /** Requests a window. */
  max: number
}

const overrideRow = rowShape<Override>({
  organizationId: column.text(),
  operationId: column.text(),
  max: column.int(),
})

/** Limits that operators set for single organizations: few, so all of them are kept in memory. */
export interface Overrides {
  /** Undefined when the known limits are too old; call `refresh` first. */
  fresh(): ReadonlyMap<string, number> | undefined
  /** Reads all overrides, once for all who wait; keeps the last known ones while the store is away. */
  refresh(): Promise<ReadonlyMap<string, number>>
  list(organizationId: string): Promise<Override[]>
  /** In the caller's transaction, where one is given: this process follows within a second then. */
  set(override: Override, tx?: Queryable): Promise<void>
  clear(organizationId: string, operationId: string, tx?: Queryable): Promise<boolean>
}

const maxAgeMs = 1_000

export const overrideName = (organizationId: string, operationId: string) =>
  `${organizationId} ${operationId}`

export function openOverrides({ db, clock }: { db: Postgres; clock: Clock }): Overrides {
  let limits: ReadonlyMap<string, number> = new Map()
  let readMs = Number.NEGATIVE_INFINITY
  let running: Promise<ReadonlyMap<string, number>> | undefined

  async function read(): Promise<ReadonlyMap<string, number>> {
    const startedMs = clock.now()
    try {
      limits = await selectLimits(db)
    } catch {
      // The last known limits stay in force: refusing or admitting everything would be worse than an old number.
    }
    readMs = startedMs
    return limits
  }

  function refresh(): Promise<ReadonlyMap<string, number>> {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }

  /** Own changes hold at once: a read that began before the change is not trusted. */
  async function reread(): Promise<void> {
    await running
    await refresh()
  }

  return {
    fresh() {
      const ageMs = clock.now() - readMs
      return ageMs >= 0 && ageMs < maxAgeMs ? limits : undefined
    },
    refresh,
    list: (organizationId) =>
      db.query(sql.rows(overrideRow)`
        SELECT organization_id AS "organizationId", operation_id AS "operationId", max_requests AS max
        FROM rate_limit_overrides WHERE organization_id = ${organizationId} ORDER BY operation_id`),
    async set({ organizationId, operationId, max }, tx) {
      await (tx ?? db).query(sql`
        INSERT INTO rate_limit_overrides (organization_id, operation_id, max_requests, updated_at)
        VALUES (${organizationId}, ${operationId}, ${max}, ${new Date(clock.now())})
        ON CONFLICT (organization_id, operation_id)
        DO UPDATE SET max_requests = excluded.max_requests, updated_at = excluded.updated_at`)
      if (tx === undefined) await reread()
    },
    async clear(organizationId, operationId, tx) {
      const removedRows = await (tx ?? db).query(sql`
        DELETE FROM rate_limit_overrides
        WHERE organization_id = ${organizationId} AND operation_id = ${operationId} RETURNING 1`)
      if (tx === undefined) await reread()
      return removedRows.length > 0
    },
  }
}

/** All overrides by the names of their budgets. */
async function selectLimits(db: Postgres): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(sql.rows(overrideRow)`
    SELECT organization_id AS "organizationId", operation_id AS "operationId", max_requests AS max
    FROM rate_limit_overrides`)
  return new Map(rows.map((row) => [overrideName(row.organizationId, row.operationId), row.max]))
}
