import { greater, lesser, type MilliCredits } from '../../lib/credits.ts'
import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** A price that holds from so many units in a UTC calendar month on. */
export interface PriceTier {
  fromUnits: number
  unitPrice: MilliCredits
}

const volumeRow = rowShape({ key: column.text(), units: column.int() })
const countRow = rowShape({ key: column.text(), before: column.int() })

const toMonth = (nowMs: number) => `${new Date(nowMs).toISOString().slice(0, 7)}-01`

/** Units an organization was charged for in the month of `nowMs`, by price key; keys without any are left out. */
export async function selectVolumes(
  db: Queryable,
  organizationId: string,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(sql.rows(volumeRow)`
    SELECT price_key AS key, units FROM price_volumes
    WHERE organization_id = ${organizationId} AND month = ${toMonth(nowMs)}::date`)
  return new Map(rows.map(({ key, units }) => [key, units]))
}

/**
 * Counts the charged units of prices with tiers, in the transaction of the charge and before it: the rows stay locked to
 * its end, so that of two charges one begins where the other ended. Answers the units there were before, by key.
 */
export async function addVolumes(
  tx: Queryable,
  charged: {
    organizationId: string
    lines: readonly { key: string; units: number }[]
    nowMs: number
  },
): Promise<ReadonlyMap<string, number>> {
  const { organizationId, lines, nowMs } = charged
  if (lines.length === 0) return new Map()
  // In the order of the keys: two charges never wait for each other in a circle.
  const rows = await tx.query(sql.rows(countRow)`
    WITH added AS (
      SELECT line.key, sum(line.units)::bigint AS units
      FROM unnest(${lines.map(({ key }) => key)}::text[], ${lines.map(({ units }) => units)}::bigint[])
        AS line (key, units)
      GROUP BY line.key
    ), counted AS (
      INSERT INTO price_volumes (organization_id, price_key, month, units)
      SELECT ${organizationId}, key, ${toMonth(nowMs)}::date, units FROM added ORDER BY key
      ON CONFLICT (organization_id, price_key, month) DO UPDATE SET units = price_volumes.units + excluded.units
      RETURNING price_key, units
    )
    SELECT c.price_key AS key, c.units - a.units AS before FROM counted c JOIN added a ON a.key = c.price_key`)
  return new Map(rows.map(({ key, before }) => [key, before]))
}

/** The price of the next unit after so many: that of the highest tier reached, else the price without tiers. */
export function priceAt(tiers: readonly PriceTier[], units: number, otherwise: MilliCredits): MilliCredits {
  return tiers.findLast(({ fromUnits }) => units >= fromUnits)?.unitPrice ?? otherwise
}

/** The most that any unit after so many may cost: what is set aside for one. */
export function highestFrom(
  tiers: readonly PriceTier[],
  units: number,
  otherwise: MilliCredits,
): MilliCredits {
  const ahead = tiers.filter(({ fromUnits }) => fromUnits > units).map(({ unitPrice }) => unitPrice)
  return ahead.reduce(greater, priceAt(tiers, units, otherwise))
}

/**
 * A line by the tiers its units fall in, the next unit after `before` first; `most` is the price they were held at, which
 * none passes (a month may end, or a price rise, between hold and charge).
 */
export function splitByTier(
  line: { units: number; most: MilliCredits },
  { before, tiers, otherwise }: { before: number; tiers: readonly PriceTier[]; otherwise: MilliCredits },
): { units: number; unitPrice: MilliCredits }[] {
  const parts: { units: number; unitPrice: MilliCredits }[] = []
  let left = line.units
  let reached = before
  while (left > 0) {
    const next = tiers.find(({ fromUnits }) => fromUnits > reached)?.fromUnits ?? Number.POSITIVE_INFINITY
    const units = Math.min(left, next - reached)
    const unitPrice = lesser(line.most, priceAt(tiers, reached, otherwise))
    const last = parts.at(-1)
    if (last !== undefined && last.unitPrice === unitPrice) last.units += units
    else parts.push({ units, unitPrice })
    left -= units
    reached += units
  }
  return parts
}
