import { expect } from 'vitest'
import { sql, type Postgres } from '../../src/store/postgres/index.ts'

/** Waits until the server has noticed that a killed process is gone: until then its sessions hold what they had locked. */
export async function sessionsGone(db: Postgres, applicationName: string): Promise<void> {
  const left = () =>
    db.query(
      sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${applicationName}`,
    )
  await expect.poll(left, { timeout: 60_000, interval: 20 }).toEqual([])
}
