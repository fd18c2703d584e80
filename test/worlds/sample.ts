import { sampleSize } from '../../src/corpus/sample/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { sampledStores } from '../support/sampled-stores.ts'
import { nextNoon, world } from './world.ts'

export interface SampledAlmanac extends TestAlmanac {
  /** Milli-credits captured from an organization less those refunded, from its journal. */
  spent(organizationId: string): Promise<number>
  /** Milli-credits an organization bought, from its journal. */
  bought(organizationId: string): Promise<number>
  /** Rows an organization has in the journal, the request log and the table of idempotency keys. */
  traces(organizationId: string): Promise<{ transfers: number; requests: number; idempotencyKeys: number }>
}

/** The whole service of this test file alone with the sample of a first start, on which the examples of operations find something. */
export async function sampledAlmanac(): Promise<SampledAlmanac> {
  const world = { people: 0, ...sampleSize('small'), seed: 1, asOf: '2026-11-01' }
  const service = await testAlmanac(await sampledStores(world, { sandbox: true }))
  const { almanac, db } = service
  return {
    ...service,
    async spent(organizationId) {
      const [row] = await db.query<{ amount: number }>(sql`
        SELECT COALESCE(sum(CASE kind WHEN 'capture' THEN amount WHEN 'refund' THEN -amount ELSE 0 END), 0)::bigint
          AS amount
        FROM ledger_transfers WHERE organization_id = ${organizationId}`)
      return row?.amount ?? 0
    },
    async bought(organizationId) {
      const [row] = await db.query<{ amount: number }>(sql`
        SELECT COALESCE(sum(amount), 0)::bigint AS amount FROM ledger_transfers
        WHERE organization_id = ${organizationId} AND kind = 'purchase'`)
      return row?.amount ?? 0
    },
    async traces(organizationId) {
      await almanac.requests.flush()
      const [row] = await db.query<{
        transfers: number
        requests: number
        idempotencyKeys: number
      }>(sql`SELECT
        (SELECT count(*) FROM ledger_transfers WHERE organization_id = ${organizationId}) AS transfers,
        (SELECT count(*) FROM api_requests WHERE organization_id = ${organizationId}) AS requests,
        (SELECT count(*) FROM idempotency_keys WHERE organization_id = ${organizationId}) AS "idempotencyKeys"`)
      if (row === undefined) throw new Error('no counts')
      return row
    },
  }
}

/**
 * The same for all files of a worker: what sets one apart is organizations and names of its own. It begins at noon, with at
 * least an hour gone since the file before.
 */
export const sampleWorld = world(sampledAlmanac, nextNoon)
