import { companyNameKey } from '../names/index.ts'
import { normalizeDomain } from '../../lib/domain-name.ts'
import { parseNetworkUrl } from '../../lib/network-url.ts'
import type { FullFundingRound, FundingRoundStats, RoundInvestor } from './company-parts.ts'

/** What recognises an investor across rounds. */
export function investorKey(investor: RoundInvestor): string {
  const domain = investor.investor_domain ? normalizeDomain(investor.investor_domain) : undefined
  return investor.investor_name ? companyNameKey(investor.investor_name) : (domain ?? '')
}

/** The sums of some rounds in US dollars, and how often each investor took part. */
export function fundingStats(rounds: readonly FullFundingRound[]): FundingRoundStats {
  const raised = rounds.map((round) => round.round_raised_usd ?? 0)
  const valuations = rounds.flatMap((round) => round.round_valuation_usd ?? [])
  const dates = rounds.flatMap((round) => round.round_date ?? []).sort()
  const investors = investorStats(rounds)
  const people = investors.filter(({ isPerson }) => isPerson).length
  return {
    round_count: rounds.length,
    total_raised_usd: raised.reduce((sum, amount) => sum + amount, 0),
    largest_round_usd: raised.length === 0 ? null : Math.max(...raised),
    peak_valuation_usd: valuations.length === 0 ? null : Math.max(...valuations),
    first_round_date: dates[0] ?? null,
    last_round_date: dates.at(-1) ?? null,
    unique_investor_count: investors.length,
    unique_personal_investor_count: people,
    unique_organizational_investor_count: investors.length - people,
    individual_investor_stats: investors.map(({ stats }) => stats),
  }
}

type InvestorStats = NonNullable<FundingRoundStats['individual_investor_stats']>[number]

/** The most frequent investors first. */
function investorStats(rounds: readonly FullFundingRound[]): { isPerson: boolean; stats: InvestorStats }[] {
  const byKey = new Map<string, { isPerson: boolean; stats: InvestorStats }>()
  for (const { investors, round_type: type } of rounds) {
    for (const investor of investors ?? []) {
      const key = investorKey(investor)
      const entry = byKey.get(key) ?? { isPerson: isPerson(investor), stats: startStats(investor) }
      byKey.set(key, entry)
      entry.stats.investment_count = (entry.stats.investment_count ?? 0) + 1
      const types = (entry.stats.participated_round_types ??= [])
      if (type !== null && !types.includes(type)) types.push(type)
    }
  }
  return [...byKey.values()].sort((a, b) => (b.stats.investment_count ?? 0) - (a.stats.investment_count ?? 0))
}

const startStats = ({ investor_name, investor_type, investor_domain }: RoundInvestor): InvestorStats => ({
  investor_name,
  investor_type,
  investor_domain,
  investment_count: 0,
  participated_round_types: [],
})

const isPerson = ({ investor_type: type, investor_pnet_url: url }: RoundInvestor): boolean =>
  type === 'angel' || (url !== null && parseNetworkUrl(url)?.kind === 'person')
