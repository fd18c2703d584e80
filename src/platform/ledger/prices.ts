import type { Clock } from '../../lib/clock.ts'
import { toMilli, type MilliCredits } from '../../lib/credits.ts'
import { priceKeys, priceList, type PriceKey } from '../../operation/index.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import {
  addVolumes,
  highestFrom,
  priceAt,
  selectVolumes,
  splitByTier,
  type PriceTier,
} from './price-volumes.ts'
import type { PaidLine } from './quote.ts'

export interface PriceView {
  key: PriceKey
  unitPrice: MilliCredits
  /** The price of the first unit of a month. */
  firstPrice: MilliCredits
  /** true when the organization has a price of its own. */
  isCustom: boolean
  /** Only where there are tiers: the lowest first. `unitPrice` is that of the next unit this month. */
  tiers?: readonly PriceTier[]
}

export interface Prices {
  /**
   * Prices in force for an organization: its own over the price list. At most 1 s old. Of a price with tiers the most that
   * a unit may cost from here on: what is set aside. With `tx` read in that transaction.
   */
  unitPrices(
    organizationId: string,
    keys: readonly PriceKey[],
    tx?: Queryable,
  ): Promise<Record<string, MilliCredits>>
  /** The whole price list as it applies to an organization. */
  listPrices(organizationId: string): Promise<PriceView[]>
  /** Zero makes the unit free for this organization. Throws ForeignKeyViolation for an unknown organization. */
  setPrice(organizationId: string, key: PriceKey, unitPrice: MilliCredits, tx?: Queryable): Promise<void>
  /** Returns to the price list; false when there was no own price. */
  clearPrice(organizationId: string, key: PriceKey, tx?: Queryable): Promise<boolean>
  /** From so many units in a UTC calendar month on another price holds. Throws ForeignKeyViolation. */
  setTier(organizationId: string, key: PriceKey, tier: PriceTier, tx?: Queryable): Promise<void>
  /** How charges of the organization are priced by volume; undefined without tiers. With `tx` read in that transaction. */
  volumePricing(organizationId: string, tx?: Queryable): Promise<VolumePricing | undefined>
}

/**
 * Counts lines towards the tiers of their prices and prices their units by them, none above what it was held at. In the
 * transaction of the charge and before it moves credits: the order of locks is volumes, then balances.
 */
export type VolumePricing = (
  tx: Queryable,
  charge: { organizationId: string; lines: readonly PaidLine[]; nowMs: number },
) => Promise<PaidLine[]>

/** An organization's own prices and prices by volume, the lowest tier first. */
interface OwnPrices {
  units: ReadonlyMap<string, MilliCredits>
  tiers: ReadonlyMap<string, readonly PriceTier[]>
}

const maxAgeMs = 1_000
const maxOrganizations = 10_000

const listed = (key: PriceKey) => toMilli(priceList[key].credits)

const flat = (prices: OwnPrices, key: PriceKey) => prices.units.get(key) ?? listed(key)

/** See VolumePricing. */
const makePricing =
  (prices: OwnPrices): VolumePricing =>
  async (tx, { organizationId, lines, nowMs }) => {
    const counted = lines.filter(({ key }) => prices.tiers.has(key))
    const volumes = new Map(await addVolumes(tx, { organizationId, lines: counted, nowMs }))
    return lines.flatMap((line) => {
      const { key, units, unitPrice: most } = line
      const tiers = prices.tiers.get(key)
      if (tiers === undefined) return [line]
      const before = volumes.get(key) ?? 0
      // A second line with the key continues where this one ends.
      volumes.set(key, before + units)
      const parts = splitByTier({ units, most }, { before, tiers, otherwise: flat(prices, key) })
      return parts.map((part) => ({ key, ...part }))
    })
  }

export function openPrices({ db, clock }: { db: Postgres; clock: Clock }): Prices {
  const own = cacheOwnPrices(db, clock)

  /** Units of this month, read only when a tier needs them. */
  async function volumesFor(
    on: Queryable,
    { organizationId, prices }: { organizationId: string; prices: OwnPrices },
    keys: readonly PriceKey[],
  ) {
    if (!keys.some((key) => prices.tiers.has(key))) return new Map<string, number>()
    return selectVolumes(on, organizationId, clock.now())
  }

  // A transaction that waited for a second connection could wait for one that waits for it.
  const ownPrices = (organizationId: string, tx: Queryable | undefined) =>
    tx === undefined ? own.get(organizationId) : selectOwnPrices(tx, organizationId)

  return {
    async unitPrices(organizationId, keys, tx) {
      const prices = await ownPrices(organizationId, tx)
      const volumes = await volumesFor(tx ?? db, { organizationId, prices }, keys)
      return Object.fromEntries(
        keys.map((key) => [
          key,
          highestFrom(prices.tiers.get(key) ?? [], volumes.get(key) ?? 0, flat(prices, key)),
        ]),
      )
    },
    async listPrices(organizationId) {
      const prices = await own.get(organizationId)
      const volumes = await volumesFor(db, { organizationId, prices }, priceKeys)
      return priceKeys.map((key) => {
        const tiers = prices.tiers.get(key)
        const isCustom = prices.units.has(key) || tiers !== undefined
        const unitPrice = priceAt(tiers ?? [], volumes.get(key) ?? 0, flat(prices, key))
        return { key, unitPrice, firstPrice: flat(prices, key), isCustom, ...(tiers && { tiers }) }
      })
    },
    async setPrice(organizationId, key, unitPrice, tx = db) {
      await upsertPrice(tx, { organizationId, key, unitPrice, updatedAt: new Date(clock.now()) })
      own.forget(organizationId)
    },
    async setTier(organizationId, key, tier, tx = db) {
      await upsertTier(tx, { organizationId, key, ...tier, updatedAt: new Date(clock.now()) })
      own.forget(organizationId)
    },
    async clearPrice(organizationId, key, tx = db) {
      const hasRemoved = await deletePrice(tx, organizationId, key)
      own.forget(organizationId)
      return hasRemoved
    },
    async volumePricing(organizationId, tx) {
      const prices = await ownPrices(organizationId, tx)
      return prices.tiers.size === 0 ? undefined : makePricing(prices)
    },
  }
}

/** Removes an own price with its tiers; false when there was none. */
async function deletePrice(tx: Queryable, organizationId: string, key: PriceKey): Promise<boolean> {
  const rows = await tx.query(sql`
    WITH tiers AS (
      DELETE FROM price_tiers WHERE organization_id = ${organizationId} AND price_key = ${key} RETURNING price_key
    ), price AS (
      DELETE FROM prices WHERE organization_id = ${organizationId} AND price_key = ${key} RETURNING price_key
    )
    SELECT price_key FROM tiers UNION ALL SELECT price_key FROM price`)
  return rows.length > 0
}

/** Own prices of the organizations asked for of late, at most a second old. */
function cacheOwnPrices(db: Postgres, clock: Clock) {
  const cache = new Map<string, { atMs: number; prices: Promise<OwnPrices> }>()
  return {
    forget: (organizationId: string) => cache.delete(organizationId),
    get(organizationId: string): Promise<OwnPrices> {
      const cached = cache.get(organizationId)
      const ageMs = cached === undefined ? Number.NaN : clock.now() - cached.atMs
      if (cached !== undefined && ageMs >= 0 && ageMs < maxAgeMs) return cached.prices
      const entry = { atMs: clock.now(), prices: selectOwnPrices(db, organizationId) }
      cache.delete(organizationId)
      cache.set(organizationId, entry)
      entry.prices.catch(() => {
        if (cache.get(organizationId) === entry) cache.delete(organizationId)
      })
      const oldest = cache.keys().next()
      if (cache.size > maxOrganizations && !oldest.done) cache.delete(oldest.value)
      return entry.prices
    },
  }
}

async function selectOwnPrices(db: Queryable, organizationId: string): Promise<OwnPrices> {
  const rows = await db.query<{ key: PriceKey; unitPrice: MilliCredits; fromUnits: number }>(sql`
    SELECT price_key AS key, unit_price AS "unitPrice", 0::bigint AS "fromUnits" FROM prices
    WHERE organization_id = ${organizationId}
    UNION ALL
    SELECT price_key, unit_price, from_units FROM price_tiers WHERE organization_id = ${organizationId}
    ORDER BY 3`)
  const units = new Map<string, MilliCredits>()
  const tiers = new Map<string, PriceTier[]>()
  for (const { key, unitPrice, fromUnits } of rows) {
    if (fromUnits === 0) units.set(key, unitPrice)
    else tiers.set(key, [...(tiers.get(key) ?? []), { fromUnits, unitPrice }])
  }
  return { units, tiers }
}

interface NewPrice {
  organizationId: string
  key: PriceKey
  unitPrice: MilliCredits
  updatedAt: Date
}

async function upsertPrice(
  db: Queryable,
  { organizationId, key, unitPrice, updatedAt }: NewPrice,
): Promise<void> {
  await db.query(sql`
    INSERT INTO prices (organization_id, price_key, unit_price, updated_at)
    VALUES (${organizationId}, ${key}, ${unitPrice}, ${updatedAt})
    ON CONFLICT (organization_id, price_key)
    DO UPDATE SET unit_price = excluded.unit_price, updated_at = excluded.updated_at`)
}

async function upsertTier(db: Queryable, tier: NewPrice & PriceTier): Promise<void> {
  await db.query(sql`
    INSERT INTO price_tiers (organization_id, price_key, from_units, unit_price, updated_at)
    VALUES (${tier.organizationId}, ${tier.key}, ${tier.fromUnits}, ${tier.unitPrice}, ${tier.updatedAt})
    ON CONFLICT (organization_id, price_key, from_units)
    DO UPDATE SET unit_price = excluded.unit_price, updated_at = excluded.updated_at`)
}
