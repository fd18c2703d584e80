import type { MilliCredits } from '../../lib/credits.ts'
import { sql, type Queryable } from '../../store/postgres/index.ts'

/** A price that holds from so many units in a UTC calendar month on. */
export interface PriceTier {
  fromUnits: number
  unitPrice: MilliCredits
}

const monthOf = (nowMs: number) => `${new Date(nowMs).toISOString().slice(0, 7)}-01`

/** Units an organization was charged for in the month of `nowMs`, by price key; keys without any are left out. */
export async function selectVolumes(
  db: Queryable,
  organizationId: string,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ key: string; units: number }>(sql`
    SELECT price_key AS key, units FROM price_volumes
    WHERE organization_id = ${organizationId} AND month = ${monthOf(nowMs)}::date`)
  return new Map(rows.map(({ key, units }) => [key, units]))
}

/** Counts the charged units of prices with tiers, in the transaction of the charge. */
export async function addVolumes(
  tx: Queryable,
  charged: { holdId: string; lines: readonly { key: string; units: number }[]; nowMs: number },
): Promise<void> {
  const { holdId, lines, nowMs } = charged
  // In the order of the keys: two charges never wait for each other in a circle.
  await tx.query(sql`
    INSERT INTO price_volumes (organization_id, price_key, month, units)
    SELECT h.organization_id, line.key, ${monthOf(nowMs)}::date, sum(line.units)
    FROM ledger_holds h, unnest(${lines.map(({ key }) => key)}::text[], ${lines.map(({ units }) => units)}::bigint[])
      AS line (key, units)
    WHERE h.id = ${holdId} AND EXISTS (
      SELECT FROM price_tiers t WHERE t.organization_id = h.organization_id AND t.price_key = line.key)
    GROUP BY h.organization_id, line.key ORDER BY line.key
    ON CONFLICT (organization_id, price_key, month) DO UPDATE SET units = price_volumes.units + excluded.units`)
}

/** The price at a volume: that of the highest tier reached, else the price without tiers. */
export function priceAt(tiers: readonly PriceTier[], units: number, otherwise: MilliCredits): MilliCredits {
  return tiers.findLast(({ fromUnits }) => units >= fromUnits)?.unitPrice ?? otherwise
}
