import type { Price } from '../../operation/index.ts'
import type { ContactKind } from './kinds.ts'
import { chargedKinds } from './reveal.ts'
import type { RevealedProfile } from './schema.ts'
import { cheapest, linesOf, tierKeys, worstCase, type Tier } from './tiers.ts'

/** Per kind found of each person, the cheapest way; the balance must cover everything being found. */
export function revealPrice<I, O>(of: {
  tier: Tier
  describe: string
  kinds?: readonly ContactKind[]
  wanted(input: I): readonly ContactKind[]
  /** People asked for. */
  people(input: I): number
  profiles(output: O): readonly RevealedProfile[]
}): Price<I, O> {
  const { tier } = of
  return {
    kind: 'per-request',
    describe: of.describe,
    keys: tierKeys(tier, of.kinds),
    partial: false,
    quote: (input) =>
      linesOf(Array.from({ length: of.people(input) }, () => worstCase(tier, of.wanted(input))).flat()),
    charge: (output, input, prices) => {
      const wanted = of.wanted(input)
      const keys = of
        .profiles(output)
        .flatMap((profile) => cheapest(tier, { kinds: chargedKinds(profile), wanted }, prices))
      return linesOf(keys)
    },
  }
}

const window =
  'Nothing found is free, and what was paid for within the re-read window (30 days unless set otherwise) is not charged again.'

/** What a tier costs, in a sentence. */
export const tierPrices = {
  standard: `2 credits for a work address, 2 for a personal one, 3 for both; 3 for a phone number; 5 for everything, for each person. ${window}`,
  turbo: `3 credits for a work address, 3 for a personal one, 5 for a phone number, 7 for everything, for each person. ${window}`,
  premium: `5 credits for a person whose phone number is found. ${window}`,
  exhaustive: `5 credits for a work address, 5 for a personal one, 9 for both; 4 for a phone number; 12 for everything. Set aside at the start, charged for what is found when the task ends, the rest given back. ${window}`,
  batch: `2 credits for a work address, 2 for a personal one, 3 for both; 3 for a phone number; 5 for everything, for each person. Taken for each different person at the start, what is not found is given back. ${window}`,
}
