import { z } from 'zod'
import { optional } from '../../../operation/index.ts'
import { companyStage } from '../../records/index.ts'
import { token, unknownDay } from '../../search-index/index.ts'
import { dateCondition, dateRange } from '../dates.ts'
import { facetFilter, filter, pair } from '../filter.ts'
import { numberRange, rangeCondition } from '../range.ts'
import { investorFilters, investorMeanings } from './investors.ts'

const amount = z.number().min(0)
const suffixes = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 } as const

const scaledAmount = z
  .object({
    quantity: z.number().min(0),
    suffix: optional(z.enum(['K', 'M', 'B', 'T'])).describe(
      'Thousands to trillions; without it single dollars.',
    ),
  })
  .meta({ id: 'ScaledAmount' })

function dollars(value: z.output<typeof scaledAmount> | undefined): number | undefined {
  return value && value.quantity * (value.suffix === undefined ? 1 : suffixes[value.suffix])
}

/** Company search parameters about money. */
export const fundingFilters = {
  stage: facetFilter(pair(companyStage), (stage: string) => token('stage', stage)),
  totalFundingUSD: filter(numberRange(amount), (range) => rangeCondition('total_funding', range)),
  lastFundingUSD: filter(numberRange(amount), (range) => rangeCondition('last_funding', range)),
  lastFundedOn: filter(dateRange, (value, context) =>
    dateCondition('last_funded', unknownDay, value, context),
  ),
  revenueUSD: filter(z.object({ min: optional(scaledAmount), max: optional(scaledAmount) }), (value) =>
    rangeCondition('revenue', { lowerBound: dollars(value.min), upperBound: dollars(value.max) }),
  ),
  revenueRangeUSD: filter(numberRange(amount), (range) => rangeCondition('revenue', range)),
  ...investorFilters,
}

export const fundingMeanings: Record<keyof typeof fundingFilters, string> = {
  stage: 'Funding stage.',
  totalFundingUSD: 'Sum raised in all rounds, US dollars.',
  lastFundingUSD: 'Sum raised in the newest round, US dollars.',
  lastFundedOn: 'Day the newest round was announced.',
  revenueUSD: 'Yearly revenue in US dollars, bounds inclusive; an estimated range counts by its lower end.',
  revenueRangeUSD: 'Yearly revenue as in revenueUSD, in single dollars.',
  ...investorMeanings,
}
