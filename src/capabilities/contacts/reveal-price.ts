import { listedPrice, priceList, type Price, type PriceLine, type UnitPrices } from '../../operation/index.ts'
import { contactKinds, type ContactKind } from './kinds.ts'
import { chargedKinds } from './reveal.ts'
import type { RevealedProfile } from './schema.ts'
import { cheapest, exhaustive, linesOf, standard, tierKeys, turbo, worstCase, type Tier } from './tiers.ts'

/** Per kind found of each person, the cheapest way; the balance must cover everything being found. */
export function revealPrice<I, O>(of: {
  tier: Tier
  describe: string
  kinds?: readonly ContactKind[]
  wanted(input: I): readonly ContactKind[]
  /** People asked for. */
  people(input: I): number
  /** Who was revealed, as the output has them; left out where it does not tell, and the handler says what it costs. */
  profiles?(output: O): readonly RevealedProfile[]
}): Price<I, O> {
  const { tier, profiles } = of
  return {
    kind: 'per-request',
    describe: of.describe,
    keys: tierKeys(tier, of.kinds),
    partial: false,
    quote: (input) =>
      linesOf(Array.from({ length: of.people(input) }, () => worstCase(tier, of.wanted(input))).flat()),
    ...(profiles === undefined
      ? {}
      : {
          charge: (output: O, input: I, prices?: UnitPrices) =>
            revealLines(tier, { profiles: profiles(output), wanted: of.wanted(input) }, prices),
        }),
  }
}

/** What people who were revealed cost. */
export function revealLines(
  tier: Tier,
  { profiles, wanted }: { profiles: readonly RevealedProfile[]; wanted: readonly ContactKind[] },
  prices?: UnitPrices,
): PriceLine[] {
  return linesOf(
    profiles.flatMap((profile) => cheapest(tier, { kinds: chargedKinds(profile), wanted }, prices)),
  )
}

const window =
  'Nothing found is free, and what was paid for within the re-read window (30 days unless set otherwise) is not charged again.'

/** What the kinds of a tier cost at the prices of the list, in words: alone, and together where that is cheaper. */
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

/** What a tier costs, in a sentence. */
export const tierPrices = {
  standard: `In credits for each person: ${kindPrices(standard)}. ${window}`,
  turbo: `In credits for each person: ${kindPrices(turbo)}. ${window}`,
  premium: `${listedPrice('premiumPhoneReveal')} for a ${priceList.premiumPhoneReveal.unit}. ${window}`,
  exhaustive: `In credits: ${kindPrices(exhaustive)}. Set aside at the start, charged for what is found when the task ends, the rest given back. ${window}`,
  batch: `In credits for each person: ${kindPrices(standard)}. Taken for each different person at the start, what is not found is given back. ${window}`,
}
