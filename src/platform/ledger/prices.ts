import type { Clock } from '../../lib/clock.ts'
import { toMilli, type MilliCredits } from '../../lib/credits.ts'
import { priceKeys, priceList, type PriceKey } from '../../operation/index.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'

export interface PriceView {
  key: PriceKey
  unitPrice: MilliCredits
  /** true when the organization has a price of its own. */
  isCustom: boolean
}

export interface Prices {
  /** Prices in force for an organization: its own over the price list. At most 1 s old. */
  unitPrices(organizationId: string, keys: readonly PriceKey[]): Promise<Record<string, MilliCredits>>
  /** The whole price list as it applies to an organization. */
  listPrices(organizationId: string): Promise<PriceView[]>
  /** Zero makes the unit free for this organization. Throws ForeignKeyViolation for an unknown organization. */
  setPrice(organizationId: string, key: PriceKey, unitPrice: MilliCredits): Promise<void>
  /** Back to the price list; false when there was no price of its own. */
  clearPrice(organizationId: string, key: PriceKey): Promise<boolean>
}

type OwnPrices = ReadonlyMap<string, MilliCredits>

const MAX_AGE_MS = 1_000
const MAX_ORGANIZATIONS = 10_000

export function openPrices({ db, clock }: { db: Postgres; clock: Clock }): Prices {
  const cache = new Map<string, { atMs: number; prices: Promise<OwnPrices> }>()

  async function read(organizationId: string): Promise<OwnPrices> {
    const rows = await db.query<{ price_key: string; unit_price: number }>(
      sql`SELECT price_key, unit_price FROM prices WHERE organization_id = ${organizationId}`,
    )
    return new Map(rows.map((row) => [row.price_key, row.unit_price]))
  }

  function ownPrices(organizationId: string): Promise<OwnPrices> {
    const found = cache.get(organizationId)
    const ageMs = found === undefined ? Number.NaN : clock.now() - found.atMs
    if (found !== undefined && ageMs >= 0 && ageMs < MAX_AGE_MS) return found.prices
    const entry = { atMs: clock.now(), prices: read(organizationId) }
    cache.delete(organizationId)
    cache.set(organizationId, entry)
    entry.prices.catch(() => {
      if (cache.get(organizationId) === entry) cache.delete(organizationId)
    })
    const oldest = cache.keys().next()
    if (cache.size > MAX_ORGANIZATIONS && !oldest.done) cache.delete(oldest.value)
    return entry.prices
  }

  const listed = (key: PriceKey) => toMilli(priceList[key].credits)

  return {
    async unitPrices(organizationId, keys) {
      const own = await ownPrices(organizationId)
      return Object.fromEntries(keys.map((key) => [key, own.get(key) ?? listed(key)]))
    },
    async listPrices(organizationId) {
      const own = await ownPrices(organizationId)
      return priceKeys.map((key) => ({
        key,
        unitPrice: own.get(key) ?? listed(key),
        isCustom: own.has(key),
      }))
    },
    async setPrice(organizationId, key, unitPrice) {
      await db.query(sql`
        INSERT INTO prices (organization_id, price_key, unit_price, updated_at)
        VALUES (${organizationId}, ${key}, ${unitPrice}, ${new Date(clock.now())})
        ON CONFLICT (organization_id, price_key)
        DO UPDATE SET unit_price = excluded.unit_price, updated_at = excluded.updated_at`)
      cache.delete(organizationId)
    },
    async clearPrice(organizationId, key) {
      const gone = await db.query(sql`
        DELETE FROM prices WHERE organization_id = ${organizationId} AND price_key = ${key} RETURNING price_key`)
      cache.delete(organizationId)
      return gone.length > 0
    },
  }
}
