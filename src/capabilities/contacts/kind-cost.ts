import { noCredits, plus, measureShare, toMilli, type MilliCredits } from '../../lib/credits.ts'
import { priceList, type PriceKey, type UnitPrices } from '../../operation/index.ts'
import type { ContactKind } from './kinds.ts'
import { cheapest, exhaustive, premium, standard, tierKeys, turbo, type Tier } from './tiers.ts'

/** The charges of a request, as the ledger stores them. */
export interface ChargedLine {
  key: string
  unitPrice: MilliCredits
}

/**
 * The cost of one kind of one person in milli-credits: for a set with a combined price, its share by the single prices,
 * rounded down. 0 when the request was not charged for contacts.
 */
export function costOfKind(
  kind: ContactKind,
  {
    kinds,
    lines,
    prices,
  }: { kinds: readonly ContactKind[]; lines: readonly ChargedLine[]; prices: UnitPrices },
): MilliCredits {
  const tier = findTier(lines)
  if (tier === undefined || !kinds.includes(kind)) return noCredits
  // Prices come from the charge where it names them, and are today's for keys that it did not use.
  const paid = { ...prices, ...Object.fromEntries(lines.map(({ key, unitPrice }) => [key, unitPrice])) }
  const findPrice = (key: PriceKey) => paid[key] ?? toMilli(priceList[key].credits)
  const sets = tier.bundles.filter(({ key }) => lines.some((line) => line.key === key))
  const wanted = [...new Set([...kinds, ...sets.flatMap((set) => set.kinds)])]
  const total = cheapest({ ...tier, bundles: sets }, { kinds, wanted }, paid).reduce(
    (sum, key) => plus(sum, findPrice(key)),
    noCredits,
  )
  const singles = plus(...kinds.map((one) => findPrice(tier.singles[one])))
  return measureShare(total, findPrice(tier.singles[kind]), singles)
}

/** The tier whose prices a charge names; tiers that share keys differ in their other keys. */
function findTier(lines: readonly ChargedLine[]): Tier | undefined {
  const names = (tier: Tier) => lines.every(({ key }) => tierKeys(tier).includes(key as PriceKey))
  return lines.length === 0 ? undefined : [standard, turbo, premium, exhaustive].find(names)
}
