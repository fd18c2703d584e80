import { plus, toMilli } from '../../lib/credits.ts'
import { priceList, type PriceKey, type PriceLine, type UnitPrices } from '../../operation/index.ts'
import { contactKinds, type ContactKind } from './kinds.ts'

/** The prices of one way to reveal: each kind alone, and sets of kinds that are cheaper together. */
export interface Tier {
  id: 'standard' | 'turbo' | 'premium' | 'exhaustive'
  singles: Readonly<Record<ContactKind, PriceKey>>
  bundles: readonly { key: PriceKey; kinds: readonly ContactKind[] }[]
}

const emails: readonly ContactKind[] = ['work_email', 'personal_email']

export const standard: Tier = {
  id: 'standard',
  singles: { work_email: 'workEmailReveal', personal_email: 'personalEmailReveal', phone: 'phoneReveal' },
  bundles: [
    { key: 'allEmailReveal', kinds: emails },
    { key: 'combinedReveal', kinds: contactKinds },
  ],
}

export const turbo: Tier = {
  id: 'turbo',
  singles: {
    work_email: 'turboWorkEmailReveal',
    personal_email: 'turboPersonalEmailReveal',
    phone: 'turboPhoneReveal',
  },
  bundles: [{ key: 'turboCombinedReveal', kinds: contactKinds }],
}

export const exhaustive: Tier = {
  id: 'exhaustive',
  singles: {
    work_email: 'exhaustiveWorkEmailReveal',
    personal_email: 'exhaustivePersonalEmailReveal',
    phone: 'exhaustivePhoneReveal',
  },
  bundles: [
    { key: 'exhaustiveAllEmailReveal', kinds: emails },
    { key: 'exhaustiveCombinedReveal', kinds: contactKinds },
  ],
}

/** Phone numbers only. */
export const premium: Tier = {
  id: 'premium',
  singles: { ...standard.singles, phone: 'premiumPhoneReveal' },
  bundles: [],
}

/** Every price key a charge of the tier may use, for the kinds that can be requested. */
export function tierKeys(tier: Tier, wanted: readonly ContactKind[] = contactKinds): PriceKey[] {
  const bundles = tier.bundles.filter(({ kinds }) => kinds.every((kind) => wanted.includes(kind)))
  return [...wanted.map((kind) => tier.singles[kind]), ...bundles.map(({ key }) => key)]
}

/** The most one person can cost: the set of exactly the requested kinds, or each kind alone. */
export function worstCase(tier: Tier, wanted: readonly ContactKind[]): PriceKey[] {
  const bundle = tier.bundles.find(
    ({ kinds }) => kinds.length === wanted.length && kinds.every((kind) => wanted.includes(kind)),
  )
  return bundle === undefined ? wanted.map((kind) => tier.singles[kind]) : [bundle.key]
}

/**
 * The cheapest way to pay for some kinds of one person, at the organization's prices. A set may be charged for a part
 * of it as long as it stays within the requested kinds, so a charge never exceeds `worstCase`.
 */
export function cheapest(
  tier: Tier,
  { kinds, wanted }: { kinds: readonly ContactKind[]; wanted: readonly ContactKind[] },
  prices: UnitPrices = {},
): PriceKey[] {
  const sumCost = (keys: readonly PriceKey[]) =>
    plus(...keys.map((key) => prices[key] ?? toMilli(priceList[key].credits)))
  const singles = (some: readonly ContactKind[]) => some.map((kind) => tier.singles[kind])
  const ways = [singles(kinds)]
  for (const bundle of kinds.length === 0 ? [] : tier.bundles) {
    if (!bundle.kinds.every((kind) => wanted.includes(kind))) continue
    ways.push([bundle.key, ...singles(kinds.filter((kind) => !bundle.kinds.includes(kind)))])
  }
  return ways.reduce((best, way) => (sumCost(way) < sumCost(best) ? way : best))
}

/** One unit for each key, summed where keys repeat. */
export function listPriceLines(keys: readonly PriceKey[]): PriceLine[] {
  const units = new Map<PriceKey, number>()
  for (const key of keys) units.set(key, (units.get(key) ?? 0) + 1)
  return [...units].map(([key, count]) => ({ key, units: count }))
}
