import { fundingStats, type FullFundingRound, type FundingSummary } from '../records/index.ts'
import {
  companyOrgId,
  companyDomain,
  companyName,
  companySlug,
  type CompanyMembers,
} from './company-identity.ts'
import { toDate } from './dates.ts'
import { makeFunding, type Funding, type Round } from './funding.ts'
import { companyInvestor, roundInvestor, type Investor } from './investors.ts'
import { cityAt } from './places.ts'
import type { CompanyReference, NativeFundingRound } from '../records/index.ts'
import type { World } from './world.ts'
import { sampleSource } from '../records/index.ts'

/** The funding members of a company record, all from the same rounds. */
export function fundingMembers(world: World, company: number, { stage, rounds }: Funding): CompanyMembers {
  if (rounds.length === 0) return { funding_stage: stage }
  const newestFirst = rounds.toReversed()
  const summaries = newestFirst.map(summarizeRound)
  const full = newestFirst.map((round) => fullRound(world, company, round))
  const investors = investorsOfRounds(rounds)
  const total = rounds.reduce((sum, round) => sum + round.amount, 0)
  const largest = rounds.reduce((best, round) => (round.amount > best.amount ? round : best))
  return {
    funding_stage: stage,
    total_funding_consensus: total,
    latest_funding_consensus: summaries[0]?.raised_amount_usd,
    num_funding_rounds: rounds.length,
    funding_rounds: summaries,
    best_funding_round: summarizeRound(largest),
    full_funding_rounds: full,
    funding_round_stats: fundingStats(full),
    investors: investors.map(companyInvestor),
  }
}

function investorsOfRounds(rounds: Round[]): Investor[] {
  return [...new Set(rounds.flatMap((round) => round.investors))]
}

function summarizeRound(round: Round): FundingSummary {
  return {
    round_type: round.type,
    announced_on_date: toDate(round.day),
    raised_amount_usd: round.amount,
    post_money_valuation_usd: round.valuation,
  }
}

function fullRound(world: World, company: number, round: Round): FullFundingRound {
  const city = cityAt(world.city[company] as number)
  return {
    round_type: round.type,
    round_date: toDate(round.day),
    round_raised_usd: round.amount,
    round_valuation_usd: round.valuation,
    round_city: city.name,
    round_state: city.stateName,
    round_country_code: city.country.code,
    investor_count: round.investors.length,
    investors: round.investors.map((investor, place) => roundInvestor(investor, place === 0)),
  }
}

/** Identifiers by which other records name a company. */
export function referenceTo(world: World, company: number): CompanyReference {
  return {
    li_org_id: companyOrgId(company),
    pnet_primary_slug: companySlug(world, company),
    domain: companyDomain(world, company),
    name: companyName(world, company),
  }
}

/** The rounds of companies from `from` until before `to`, as records of their own. */
export function* generateFundingRounds(
  world: World,
  from = 0,
  to = world.companies,
): Generator<NativeFundingRound> {
  for (let company = from; company < to; company++) {
    const { rounds } = makeFunding(world, company)
    for (const [place, round] of rounds.entries()) {
      yield {
        round_id: `r${company}-${place}`,
        ...fullRound(world, company, round),
        company: referenceTo(world, company),
        source: sampleSource,
        observed_at: world.asOf,
        confidence: 1,
      }
    }
  }
}
