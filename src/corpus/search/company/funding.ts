import { z } from 'zod'
import { normalizeDomain } from '../../../lib/domain-name.ts'
import { invalidMember, optional, outsideId } from '../../../operation/index.ts'
import { companyStage } from '../../records/index.ts'
import { investorPageToken, investorToken, token, unknownDay } from '../../search-index/index.ts'
import { dateCondition, dateRange } from '../dates.ts'
import { facetFilter, facetLists, filter, pair, triple, type FilterContext } from '../filter.ts'
import { numberRange, rangeCondition } from '../range.ts'

/** An investor, named by any of its identifiers. */
const investor = z
  .object({
    pnetCompanyId: optional(outsideId(z.string().regex(/^\d+$/, 'Expected digits.'))),
    pnetUrl: optional(z.string().min(1)),
    companyDomain: optional(z.string().min(1)),
  })
  .meta({ id: 'Investor' })

type Investor = z.output<typeof investor>

function tokensOf(named: Investor, path: string, { network }: FilterContext): string[] {
  const tokens: string[] = []
  if (named.pnetCompanyId !== undefined) tokens.push(investorToken.org(named.pnetCompanyId))
  if (named.pnetUrl !== undefined) {
    const page = investorPageToken(named.pnetUrl, network)
    if (page === undefined)
      throw invalidMember(`${path}.pnetUrl`, 'Expected the address of a page on the network.', 'invalid_url')
    tokens.push(page)
  }
  if (named.companyDomain !== undefined) {
    const domain = normalizeDomain(named.companyDomain)
    if (domain === undefined)
      throw invalidMember(
        `${path}.companyDomain`,
        'Expected a host name such as example.org.',
        'invalid_domain',
      )
    tokens.push(investorToken.domain(domain))
  }
  if (tokens.length === 0)
    throw invalidMember(path, 'Expected pnetCompanyId, pnetUrl or companyDomain.', 'required')
  return tokens
}

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
  investors: filter(triple(investor), (value, context) =>
    facetLists(value, (named, list, index) => tokensOf(named, `${context.path}.${list}[${index}]`, context)),
  ),
}

export const fundingMeanings: Record<keyof typeof fundingFilters, string> = {
  stage: 'Funding stage.',
  totalFundingUSD: 'Sum raised in all rounds, US dollars.',
  lastFundingUSD: 'Sum raised in the newest round, US dollars.',
  lastFundedOn: 'Day the newest round was announced.',
  revenueUSD: 'Yearly revenue in US dollars, bounds inclusive; an estimated range counts by its lower end.',
  investors: 'Investors of any round, each named by organization id, page address or domain.',
}
