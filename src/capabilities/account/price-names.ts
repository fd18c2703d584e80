import { z } from 'zod'
import { countMilli } from '../../lib/credits.ts'
import type { PriceKey } from '../../operation/index.ts'
import type { PriceView } from '../../platform/ledger/index.ts'

/** What clients call the prices, where they know them by another name than the price list has. */
const names: Partial<Record<PriceKey, readonly [string, ...string[]]>> = {
  companySearchResult: ['getCompanyFromDb'],
  peopleSearchResult: ['getPersonFromDb'],
  jobPostingSearchResult: ['getJobPostingFromDb'],
  jobPostingCount: ['getJobPostingCountFromDb'],
  blueCollarJob: ['blueCollarJobSearch'],
  networkActivityPage: [
    'getLiCompanyPosts',
    'getLiProfilePosts',
    'getLiPostComments',
    'getLiPostReactions',
    'getLiProfileComments',
    'getLiProfileReactions',
  ],
  reverseEmail: ['emailToPnetUrl'],
  reversePhone: ['reversePhoneLookup'],
  standardizeCompany: ['standardizeCompanySlug'],
  standardizeProfile: ['standardizePersonSlug'],
  domainLookup: ['domainLookupAgent'],
  codeHostLookup: ['codehostLookupAgent'],
  codeHostToNetwork: ['getLiProfileFromCodehostUsername'],
  mapsPlace: ['mapsScrape'],
  localBusiness: ['localBusinessResearchAgent'],
  turboWorkEmailReveal: ['premiumWorkEmailReveal'],
  turboPersonalEmailReveal: ['premiumPersonalEmailReveal'],
  turboCombinedReveal: ['premiumCombinedReveal'],
  companyLogo: ['bulkCompanyLogoLookup'],
  profilePicture: ['bulkProfilePicLookup'],
}

/** The names a price is shown under. */
export const shownNames = (key: PriceKey): readonly string[] => names[key] ?? [key]

/** The price of a unit by its place in the UTC calendar month, in hundredths of a credit. */
export const priceLevels = z
  .object({
    levels: z
      .array(
        z.object({
          limit: z
            .number()
            .positive()
            .nullable()
            .describe('Up to so many units of the month; null for all others.'),
          centiCreditCost: z.number().min(0).describe('Hundredths of a credit for each unit.'),
        }),
      )
      .min(1),
  })
  .meta({ id: 'PriceLevels' })

type PriceLevels = z.output<typeof priceLevels>

/** The prices of an organization under the names that clients look for. */
export function pricesShown(prices: readonly PriceView[]): Record<string, PriceLevels> {
  return Object.fromEntries(
    prices.flatMap((price) => shownNames(price.key).map((name) => [name, buildLevels(price)] as const)),
  )
}

function buildLevels({ firstPrice, tiers = [] }: PriceView): PriceLevels {
  const prices = [firstPrice, ...tiers.map(({ unitPrice }) => unitPrice)]
  return {
    levels: prices.map((unitPrice, index) => ({
      limit: tiers[index]?.fromUnits ?? null,
      centiCreditCost: countMilli(unitPrice) / 10,
    })),
  }
}
