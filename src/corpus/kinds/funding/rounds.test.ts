import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import type { FullFundingRound } from '../../records/index.ts'
import { createWorld, generateCompanies, generateFundingRounds } from '../../sample/index.ts'
import { companies } from '../companies.ts'
import { fundingMembers } from './rounds.ts'

const round = (round_type: FullFundingRound['round_type'], round_date: string, more: object = {}) =>
  ({ round_type, round_date, round_raised_usd: 1e6, ...more }) as FullFundingRound
const investor = (investor_name: string, more: object = {}) => ({
  investor_name,
  investor_type: null,
  investor_domain: null,
  investor_pnet_url: null,
  investor_pnet_org_id: null,
  investor_categories: [],
  is_lead: null,
  ...more,
})

describe('fundingMembers', () => {
  test('the rounds of a company give the members its record has', () => {
    const world = createWorld({ seed: 5, companies: 2_000, people: 10, asOf: '2026-11-01' })
    const rounds = Map.groupBy(generateFundingRounds(world), (each) => each.company?.li_org_id ?? '')
    let compared = 0
    for (const company of generateCompanies(world)) {
      const own = rounds.get(company.li_org_id ?? '') ?? []
      if (own.length === 0) continue
      const plain = own.map(({ round_id: _id, company: _of, source: _source, ...rest }) => {
        const { observed_at: _at, confidence: _sure, ...round } = rest
        return round
      })
      const made = fundingMembers({}, plain as FullFundingRound[], true)
      expect(made.full_funding_rounds?.length).toBe(own.length)
      for (const name of ['total_funding_consensus', 'num_funding_rounds', 'best_funding_round'] as const)
        expect(made[name]).toEqual(company[name])
      expect(made.latest_funding_consensus).toEqual(company.latest_funding_consensus)
      expect(made.funding_round_stats).toEqual(company.funding_round_stats)
      expect(made.investors?.map((each) => each.investor_name).sort()).toEqual(
        company.investors?.map((each) => each.investor_name).sort(),
      )
      // Laid over the finished record they change nothing.
      const again = fundingMembers(company, plain as FullFundingRound[], true)
      for (const [name, value] of Object.entries(again)) expect(value).toEqual(company[name as never])
      compared++
    }
    expect(compared).toBeGreaterThan(100)
  })

  test('two reports of a round are one, completed; another amount, type or time is another round', () => {
    const known = fundingMembers(
      {},
      [round('seed', '2024-03-01', { investors: [investor('Fund One')] })],
      true,
    )
    const seed = round('seed', '2024-03-20', {
      round_raised_usd: 1.2e6,
      round_city: 'Oslo',
      investors: [investor('Fund One, Inc.'), investor('Ada Lovelace')],
    })
    const both = fundingMembers(known, [seed], true)
    expect(both.full_funding_rounds).toHaveLength(1)
    expect(both.full_funding_rounds?.[0]).toMatchObject({
      round_date: '2024-03-20',
      round_raised_usd: 1.2e6,
      round_city: 'Oslo',
      investor_count: 2,
    })
    expect(fundingMembers(known, [seed], false).full_funding_rounds?.[0]).toMatchObject({
      round_date: '2024-03-01',
      round_raised_usd: 1e6,
      round_city: 'Oslo',
    })
    for (const other of [
      round('seed', '2024-03-20', { round_raised_usd: 9e6 }),
      round('series_a', '2024-03-01'),
      round('seed', '2024-06-01'),
    ])
      expect(fundingMembers(known, [other], true).num_funding_rounds).toBe(2)
  })

  test('a new round moves the stage, an old one or one of a public company does not', () => {
    const known = fundingMembers({}, [round('series_a', '2024-01-01')], true)
    expect(known.funding_stage).toBe('series_a')
    const later = fundingMembers(known, [round('series_b', '2025-01-01')], true)
    expect(later.funding_stage).toBe('series_b')
    expect(later.full_funding_rounds?.map((each) => each.round_type)).toEqual(['series_b', 'series_a'])
    expect(fundingMembers(later, [round('seed', '2022-01-01')], true).funding_stage).toBeUndefined()
    expect(fundingMembers(later, [round('debt_financing', '2026-01-01')], true).funding_stage).toBeUndefined()
    const traded = { ...later, funding_stage: 'public' }
    expect(fundingMembers(traded, [round('series_c', '2026-01-01')], true).funding_stage).toBeUndefined()
  })

  test('a sum that a source knows without its rounds is kept, until the rounds are more', () => {
    const known = { total_funding_consensus: 5e6, num_funding_rounds: 3 }
    const one = fundingMembers(known, [round('seed', '2024-01-01')], true)
    expect(one).toMatchObject({ total_funding_consensus: 5e6, num_funding_rounds: 3 })
    const more = round('series_a', '2025-01-01', { round_raised_usd: 8e6 })
    expect(fundingMembers({ ...known, ...one }, [more], true).total_funding_consensus).toBe(9e6)
  })

  test('statistics count each investor once, with the rounds it took part in', () => {
    verifies('client.company.funding-stats')
    const fund = investor('Acme Ventures', {
      investor_domain: 'acme.example',
      investor_type: 'venture_capital',
    })
    const ada = investor('Ada', { investor_pnet_url: 'https://pnet.example/in/ada' })
    const rounds = [
      round('seed', '2020-01-01', { investors: [fund, ada], round_valuation_usd: 9e6 }),
      round('series_a', '2022-01-01', { investors: [fund], round_valuation_usd: 4e6 }),
    ]
    expect(fundingMembers({}, rounds, true).funding_round_stats).toMatchObject({
      round_count: 2,
      peak_valuation_usd: 9e6,
      unique_investor_count: 2,
      unique_personal_investor_count: 1,
      unique_organizational_investor_count: 1,
      individual_investor_stats: [
        {
          investor_name: 'Acme Ventures',
          investor_domain: 'acme.example',
          investment_count: 2,
          participated_round_types: expect.arrayContaining(['seed', 'series_a']),
        },
        { investor_name: 'Ada', investment_count: 1, participated_round_types: ['seed'] },
      ],
    })
  })

  test('summaries stand in for rounds; rounds without a date or amount do not disturb sums', () => {
    const funding_rounds = [
      {
        round_type: 'seed',
        announced_on_date: '2024-01-01',
        raised_amount_usd: 2e6,
        post_money_valuation_usd: null,
      },
    ]
    const added = { round_type: 'grant', round_raised_usd: null, round_date: null } as FullFundingRound
    expect(fundingMembers({ funding_rounds }, [added], true)).toMatchObject({
      num_funding_rounds: 2,
      total_funding_consensus: 2e6,
      latest_funding_consensus: 2e6,
      best_funding_round: { round_type: 'seed' },
    })
    const nothing = fundingMembers({}, [added], true)
    expect(nothing.total_funding_consensus).toBeNull()
  })
})

describe('a line that lists rounds', () => {
  const split = (line: object) => companies.split(line).members
  const rounds = [
    round('series_a', '2024-05-01', { round_raised_usd: 4e6, investors: [investor('Fund One')] }),
  ]

  test('has what they tell, as if it said so', () => {
    expect(split({ full_funding_rounds: [...rounds, round('seed', '2022-01-01')] })).toMatchObject({
      total_funding_consensus: 5e6,
      num_funding_rounds: 2,
      latest_funding_consensus: 4e6,
      funding_stage: 'series_a',
      best_funding_round: { round_type: 'series_a' },
      investors: [{ investor_name: 'Fund One' }],
    })
    const summary = { round_type: 'seed', announced_on_date: '2020-01-01', raised_amount_usd: 7 }
    expect(split({ funding_rounds: [summary] })).toMatchObject({
      total_funding_consensus: 7,
      funding_stage: 'seed',
    })
  })

  test('keeps what it says, and one without rounds says nothing', () => {
    const said = { total_funding_consensus: 9e6, funding_stage: 'acquired', investors: [] }
    expect(split({ ...said, full_funding_rounds: rounds })).toMatchObject(said)
    expect(split({ full_funding_rounds: [], funding_rounds: null })).toEqual({
      full_funding_rounds: [],
      funding_rounds: null,
    })
  })
})
