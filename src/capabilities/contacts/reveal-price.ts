import { listedPrice, priceList, type Price, type PriceLine, type UnitPrices } from '../../operation/index.ts'
import { contactKinds, type ContactKind } from './kinds.ts'
import { chargedKinds } from './reveal.ts'
import type { RevealedProfile } from './schema.ts'
import {
  cheapest,
  exhaustive,
  listPriceLines,
  standard,
  tierKeys,
  turbo,
  worstCase,
  type Tier,
} from './tiers.ts'

/** Charges each kind found of each person in the cheapest way; the balance must cover finding everything. */
export function revealPrice<I, O>(of: {
  tier: Tier
  describe: string
  kinds?: readonly ContactKind[]
  wanted(input: I): readonly ContactKind[]
  /** People requested. */
  people(input: I): number
  /** The revealed people in the output; omitted where the output lacks them and the handler states the cost. */
  profiles?(output: O): readonly RevealedProfile[]
}): Price<I, O> {
  const { tier, profiles } = of
  return {
    kind: 'per-request',
    describe: of.describe,
    keys: tierKeys(tier, of.kinds),
    partial: false,
    quote: (input) =>
      listPriceLines(
        Array.from({ length: of.people(input) }, () => worstCase(tier, of.wanted(input))).flat(),
      ),
    ...(profiles === undefined
      ? {}
      : {
          charge: (output: O, input: I, prices?: UnitPrices) =>
            revealLines(tier, { profiles: profiles(output), wanted: of.wanted(input) }, prices),
        }),
  }
}

/** The cost of revealed people. */
export function revealLines(
  tier: Tier,
  { profiles, wanted }: { profiles: readonly RevealedProfile[]; wanted: readonly ContactKind[] },
  prices?: UnitPrices,
): PriceLine[] {
  return listPriceLines(
    profiles.flatMap((profile) => cheapest(tier, { kinds: chargedKinds(profile), wanted }, prices)),
  )
}

const window =
  'Nothing found is free, and details paid for within the re-read window (30 days by default) are not charged again.'

/** List prices of the kinds of a tier in words: alone, and together where that is cheaper. */
export function kindPrices({ singles, bundles }: Tier): string {
  const of = (kinds: readonly ContactKind[]) => {
    const bundle = bundles.find((each) => each.kinds.length === kinds.length)
    return bundle === undefined ? undefined : priceList[bundle.key].credits
  }
  const one = (kind: ContactKind) => priceList[singles[kind]].credits
  const [both, all] = [of(['work_email', 'personal_email']), of(contactKinds)]
  return [
    `${one('work_email')} for a work address, ${one('personal_email')} for a personal one`,
    ...(both === undefined ? [] : [`${both} for both`]),
    `${one('phone')} for a phone number`,
    ...(all === undefined ? [] : [`${all} for everything`]),
  ].join(', ')
}

/** The prices of a tier in a sentence. */
export const tierPrices = {
  standard: `In credits for each person: ${kindPrices(standard)}. ${window}`,
  turbo: `In credits for each person: ${kindPrices(turbo)}. ${window}`,
  premium: `${listedPrice('premiumPhoneReveal')} for a ${priceList.premiumPhoneReveal.unit}. ${window}`,
  exhaustive: `In credits: ${kindPrices(exhaustive)}. Set aside at the start; when the task ends results are charged and the rest is returned. ${window}`,
  batch: `In credits for each person: ${kindPrices(standard)}. Charged for each distinct person at the start; what is not found is refunded. ${window}`,
}
