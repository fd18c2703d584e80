import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from '../../lib/clock.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'

/**
 * How long a process trusts what it read. Whoever makes a set that every search excludes waits as long after the
 * commit, so a search that begins after the answer was read after the commit, in whichever process.
 */
const maxTrustMs = 250
/** Timers may fire a little early. */
const timerMarginMs = 5
/** With more of them each search asks for its own organization. */
const maxOrganizations = 1_000

/**
 * The organizations that have sets which every search excludes. Most have none, and one statement for all of them four
 * times a second takes the place of one a search.
 */
export interface EverywhereOrganizations {
  /** False only for an organization without such sets. */
  mayInclude(organizationId: string): Promise<boolean>
  /** Resolves when no process trusts what it read before this call. */
  waitUntilNoticed(): Promise<void>
}

/** What one statement read; undefined where they are too many. */
interface Reading {
  startedMs: number
  organizations: Promise<ReadonlySet<string> | undefined>
}

export function openEverywhereOrganizations(db: Postgres): EverywhereOrganizations {
  let last: Reading | undefined
  return {
    async mayInclude(organizationId) {
      if (last === undefined || monotonicMs() - last.startedMs >= maxTrustMs) {
        const reading = { startedMs: monotonicMs(), organizations: readOrganizations(db) }
        last = reading
        // The next search asks again; those that wait for this one learn why it failed.
        reading.organizations.catch(() => {
          if (last === reading) last = undefined
        })
      }
      const organizations = await last.organizations
      return organizations === undefined || organizations.has(organizationId)
    },
    async waitUntilNoticed() {
      await delay(maxTrustMs + timerMarginMs)
    },
  }
}

async function readOrganizations(db: Postgres): Promise<ReadonlySet<string> | undefined> {
  const rows = await db.query<{ organizationId: string }>(sql`
    SELECT DISTINCT organization_id AS "organizationId" FROM entity_sets
    WHERE everywhere AND dropped_at IS NULL LIMIT ${maxOrganizations + 1}`)
  return rows.length > maxOrganizations
    ? undefined
    : new Set(rows.map(({ organizationId }) => organizationId))
}
