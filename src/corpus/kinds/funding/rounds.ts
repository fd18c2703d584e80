import { companyNameKey } from '../../names/index.ts'
import { normalizeSlug, parseNetworkUrl } from '../../../lib/network-url.ts'
import {
  fundingStats,
  investorKey,
  type CompanyRecord,
  type CompanyStage,
  type FullFundingRound,
  type FundingSummary,
} from '../../records/index.ts'
import { dayMs } from '../../../lib/time.ts'

type Investor = NonNullable<FullFundingRound['investors']>[number]
type Members = Record<string, unknown>

/** Days by which two sources may date one round differently. */
const sameRoundDays = 45
/**
 * Lays funding rounds over a company's. A round that it has is completed, another one is added; sums, newest and
 * largest round, investors and stage follow from all of them. Answers the members that change. `isNewer` tells which
 * side counts where both say something.
 */
export function fundingMembers(
  stored: Members,
  added: readonly FullFundingRound[],
  isNewer: boolean,
): Partial<CompanyRecord> {
  const before = listRounds(stored)
  const rounds = added.reduce((all, round) => withRound(all, round, isNewer), before).sort(newestFirst)
  const summaries = rounds.map(summarizeRound)
  const total = rounds.reduce((sum, round) => sum + (round.round_raised_usd ?? 0), 0)
  const investors = listInvestors(stored, rounds)
  const largest = rounds.reduce((best, round) =>
    (round.round_raised_usd ?? 0) > (best.round_raised_usd ?? 0) ? round : best,
  )
  const knownTotal = (stored['total_funding_consensus'] as number | null | undefined) ?? 0
  const knownCount = (stored['num_funding_rounds'] as number | null | undefined) ?? 0
  return {
    full_funding_rounds: rounds,
    funding_rounds: summaries,
    latest_funding_consensus: summaries[0]?.raised_amount_usd ?? null,
    best_funding_round: summarizeRound(largest),
    // A source may know sums of rounds that it does not list.
    total_funding_consensus: Math.max(total, knownTotal) || null,
    num_funding_rounds: Math.max(rounds.length, knownCount),
    funding_round_stats: fundingStats(rounds),
    investors,
    ...stageMember(stored, before, rounds),
  }
}

/** Rounds of a company; where only summaries exist, those. */
function listRounds(members: Members): FullFundingRound[] {
  const full = members['full_funding_rounds'] as FullFundingRound[] | null | undefined
  if (full && full.length > 0) return full
  const summaries = (members['funding_rounds'] as FundingSummary[] | null | undefined) ?? []
  return summaries.map((round) => ({
    ...blankRound,
    round_type: round.round_type,
    round_date: round.announced_on_date,
    round_raised_usd: round.raised_amount_usd,
    round_valuation_usd: round.post_money_valuation_usd,
  }))
}

const blankRound: FullFundingRound = {
  round_type: null,
  round_date: null,
  round_raised_usd: null,
  round_valuation_usd: null,
  round_city: null,
  round_state: null,
  round_country_code: null,
  investor_count: null,
  investors: [],
}

function withRound(
  rounds: readonly FullFundingRound[],
  round: FullFundingRound,
  isNewer: boolean,
): FullFundingRound[] {
  const full = { ...blankRound, ...round }
  const at = rounds.findIndex((round) => isSameRound(round, full))
  const storedRound = rounds[at]
  const whole = storedRound === undefined ? counted(full) : completed(storedRound, full, isNewer)
  return storedRound === undefined ? [...rounds, whole] : rounds.with(at, whole)
}

function isSameRound(a: FullFundingRound, b: FullFundingRound): boolean {
  if (a.round_type !== b.round_type) return false
  const [first, second] = [Date.parse(a.round_date ?? ''), Date.parse(b.round_date ?? '')]
  if (!Number.isNaN(first) && !Number.isNaN(second))
    return Math.abs(first - second) <= sameRoundDays * dayMs && !differ(a, b)
  return a.round_raised_usd === b.round_raised_usd
}

/** Amounts too different to be two reports of one sum. */
function differ(a: FullFundingRound, b: FullFundingRound): boolean {
  const [first, second] = [a.round_raised_usd, b.round_raised_usd]
  if (!first || !second || a.round_date === b.round_date) return false
  return Math.max(first, second) > 1.5 * Math.min(first, second)
}

function completed(stored: FullFundingRound, round: FullFundingRound, isNewer: boolean): FullFundingRound {
  const [over, under] = isNewer ? [round, stored] : [stored, round]
  const stated = Object.entries(over).filter(([, value]) => value !== null && value !== undefined)
  const investors = new Map<string, Investor>()
  for (const each of [...(over.investors ?? []), ...(under.investors ?? [])]) {
    const key = investorKey(each)
    if (!investors.has(key)) investors.set(key, each)
  }
  return counted({ ...under, ...Object.fromEntries(stated), investors: [...investors.values()] })
}

function counted(round: FullFundingRound): FullFundingRound {
  const listed = round.investors?.length ?? 0
  return { ...round, investor_count: Math.max(round.investor_count ?? 0, listed) || null }
}

function summarizeRound(round: FullFundingRound): FundingSummary {
  return {
    round_type: round.round_type,
    announced_on_date: round.round_date,
    raised_amount_usd: round.round_raised_usd,
    post_money_valuation_usd: round.round_valuation_usd,
  }
}

function newestFirst(a: FullFundingRound, b: FullFundingRound): number {
  return (b.round_date ?? '').localeCompare(a.round_date ?? '')
}

function listInvestors(stored: Members, rounds: readonly FullFundingRound[]): CompanyRecord['investors'] {
  const listed = (stored['investors'] as CompanyRecord['investors'] | undefined) ?? []
  const names = new Set(listed.map((investor) => companyNameKey(investor.investor_name ?? '')))
  const added = rounds.flatMap((round) =>
    (round.investors ?? []).flatMap((investor) => {
      const key = companyNameKey(investor.investor_name ?? '')
      if (key === '' || names.has(key)) return []
      names.add(key)
      const page = investor.investor_pnet_url ? readPage(investor.investor_pnet_url) : undefined
      return {
        investor_name: investor.investor_name,
        entity_type: page?.kind ?? null,
        investor_types: investor.investor_type ? [investor.investor_type] : [],
        pnet_slug: page?.slug ?? null,
        logo_url: null,
      }
    }),
  )
  return [...listed, ...added]
}

function readPage(url: string): { kind: 'company' | 'person'; slug: string | null } | undefined {
  const page = parseNetworkUrl(url)
  if (page === undefined) return undefined
  return {
    kind: page.kind === 'person' ? 'person' : 'company',
    slug: 'slug' in page ? normalizeSlug(page.slug) : null,
  }
}

const stages: Partial<Record<NonNullable<FullFundingRound['round_type']>, CompanyStage>> = {
  angel: 'pre_seed',
  pre_seed: 'pre_seed',
  seed: 'seed',
  series_a: 'series_a',
  series_b: 'series_b',
  series_c: 'series_c',
  series_d: 'series_d',
  series_e: 'series_e',
  series_f: 'series_f',
  series_g: 'series_g',
  series_h: 'series_h',
  series_i: 'series_i',
  series_j: 'series_j',
  series_unknown: 'venture_other',
  private_equity: 'private_equity',
  post_ipo_debt: 'public',
  post_ipo_equity: 'public',
  post_ipo_secondary: 'public',
}
/** Funding does not change the stage of a company that was sold or closed, or is traded. */
const lasting = new Set<unknown>(['acquired', 'closed', 'public'])

/** The stage of the newest round that names one, where that round is news. */
function stageMember(
  stored: Members,
  before: readonly FullFundingRound[],
  rounds: readonly FullFundingRound[],
): Partial<CompanyRecord> {
  const staged = rounds.find((round) => round.round_type !== null && round.round_type in stages)
  const stage = staged?.round_type ? stages[staged.round_type] : undefined
  const current = stored['funding_stage'] as CompanyStage | null | undefined
  if (staged === undefined || stage === undefined || lasting.has(current)) return {}
  const isKnown = before.some((round) => isSameRound(round, staged))
  const isOpen = !current || current === 'unknown' || current === 'no_funding_yet'
  return isKnown && !isOpen ? {} : { funding_stage: stage }
}
