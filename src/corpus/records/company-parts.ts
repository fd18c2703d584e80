import { z } from 'zod'
import { acceleratorSlug, employeeTrendFunction, fundingRoundType, investorType } from './enums.ts'
import { date, flag, list, number, numberRange, text, texts, quantity } from './fields.ts'
import { locationRecord } from './location.ts'
import { measures } from './quantities.ts'

export const networkIndustry = z
  .object({ id: text('Id on the network'), name: text('Name'), primary: flag('The main one') })
  .meta({ id: 'NetworkIndustry' })

export const revenueEstimate = z
  .object({
    value_usd: measures('dollars', numberRange.nullable()),
    sources: texts('Where the figure comes from'),
    fiscal_year: quantity('year', 'Fiscal year'),
  })
  .meta({ id: 'RevenueEstimate' })

export const stockInfo = z
  .object({ ticker: text('Ticker symbol'), exchange: text('Exchange') })
  .meta({ id: 'StockInfo' })

export const employeeTrend = z
  .object({
    functions: employeeTrendFunction
      .nullable()
      .describe('The staff counted; null for several groups together'),
    current_count: quantity('headcount', 'Count now'),
    changes: list(
      z.object({
        months_back: quantity('months', 'Months between the two counts'),
        count_start: quantity('headcount', 'Count at the start'),
        count_end: quantity('headcount', 'Count at the end'),
        numeric_change: number('End minus start'),
        percent_change: quantity('percentChange', 'Change in percent of the start, null when the start is 0'),
        start_of_period: date('Day of the first count'),
        end_of_period: date('Day of the second count'),
      }),
      'Changes over several periods',
    ),
  })
  .meta({ id: 'EmployeeTrend' })

export const fortuneRanking = z
  .object({
    list: text('List, e.g. `fortune-500-usa`'),
    year: quantity('year', 'Year'),
    rank: quantity('rank', 'Rank'),
  })
  .meta({ id: 'FortuneRanking' })

export const office = z
  .object({
    address: text('Address as written'),
    is_primary: flag('Whether it is the headquarters'),
    location: locationRecord.nullable(),
  })
  .meta({ id: 'Office' })

export const fundingSummary = z
  .object({
    round_type: fundingRoundType.nullable(),
    announced_on_date: date('Day announced'),
    raised_amount_usd: quantity('dollars', 'Amount raised in US dollars'),
    post_money_valuation_usd: quantity('dollars', 'Valuation after the round in US dollars'),
  })
  .meta({ id: 'FundingSummary' })

const roundInvestor = z
  .object({
    investor_name: text('Name'),
    investor_type: investorType.nullable(),
    investor_domain: text('Domain'),
    investor_pnet_url: text('Address on the network'),
    investor_pnet_org_id: text('Organization id on the network'),
    investor_categories: texts('Categories'),
    is_lead: flag('Led the round'),
  })
  .meta({ id: 'RoundInvestor' })

export const fullFundingRound = z
  .object({
    round_type: fundingRoundType.nullable(),
    round_date: date('Day announced'),
    round_raised_usd: quantity('dollars', 'Amount raised in US dollars'),
    round_valuation_usd: quantity('dollars', 'Valuation after the round in US dollars'),
    round_city: text('City of the company then'),
    round_state: text('State of the company then'),
    round_country_code: text('Country of the company then, alpha-3'),
    investor_count: quantity('count', 'Number of investors'),
    investors: list(roundInvestor, 'Investors, leads first'),
  })
  .meta({ id: 'FullFundingRound' })

const investorStats = z.object({
  investor_name: text('Name'),
  investor_type: investorType.nullable(),
  investor_domain: text('Domain'),
  investment_count: quantity('count', 'Rounds it took part in'),
  participated_round_types: list(fundingRoundType, 'Types of those rounds'),
})

export const fundingRoundStats = z
  .object({
    round_count: quantity('count', 'Rounds'),
    total_raised_usd: quantity('dollars', 'Sum raised in US dollars'),
    largest_round_usd: quantity('dollars', 'Largest round in US dollars'),
    peak_valuation_usd: quantity('dollars', 'Highest valuation after a round in US dollars'),
    first_round_date: date('First round'),
    last_round_date: date('Last round'),
    unique_investor_count: quantity('count', 'Different investors'),
    unique_personal_investor_count: quantity('count', 'Of them people'),
    unique_organizational_investor_count: quantity('count', 'Of them organizations'),
    individual_investor_stats: list(investorStats, 'Each investor, those in most rounds first'),
  })
  .meta({ id: 'FundingRoundStats' })

export const companyInvestor = z
  .object({
    investor_name: text('Name'),
    entity_type: z.enum(['company', 'person']).nullable(),
    investor_types: list(investorType, 'Kinds of investor'),
    pnet_slug: text('Slug on the network'),
    logo_url: text('Address of the logo'),
  })
  .meta({ id: 'CompanyInvestor' })

export const acquisition = z
  .object({
    acquiree_name: text('Company bought'),
    price_usd: quantity('dollars', 'Price in US dollars'),
    acquisition_date: date('Day announced'),
  })
  .meta({ id: 'Acquisition' })

const stageInvestments = z.object({
  stage: text('Stage of the companies then'),
  total_count: quantity('count', 'Investments made'),
  lead_count: quantity('count', 'Investments led'),
  lead_rate: number('Share of them led, 0 to 1'),
  share_of_portfolio: number('Share of all investments, 0 to 1'),
  last_investment_date: date('Last investment'),
})

export const investmentStats = z
  .object({
    total_investment_count: quantity('count', 'Investments made'),
    lead_investment_count: quantity('count', 'Investments led'),
    lead_investment_rate: number('Share of investments led, 0 to 1'),
    num_exits: quantity('count', 'Exits'),
    last_investment_date: date('Last investment'),
    investments_by_stage: list(stageInvestments, 'The same by stage'),
  })
  .meta({ id: 'InvestmentStats' })

/** A founder has only the members that are known. */
export const acceleratorFounder = z.object({
  full_name: z.string().optional().describe('Name'),
  job_title: z.string().optional().describe('Title'),
  bio: z.string().optional().describe('A few sentences'),
  is_active: z.boolean().optional().describe('Whether still with the company'),
  email_address: z.string().optional().describe('E-mail address'),
  pnet_slug: z.string().optional().describe('Slug on the network'),
  facebook_url: z.string().optional().describe('Page'),
  twitter_handle: z.string().optional().describe('Handle'),
  github_username: z.string().optional().describe('Account'),
})

export const companyAccelerator = z
  .object({
    id: text('Id in the list of the programme'),
    slug: text('Slug of the company in that list'),
    accelerator_slug: acceleratorSlug.nullable(),
    accelerator_name: text('Name of the programme'),
    accelerator_domain: text('Domain of the programme'),
    batch: text('Batch'),
    year: quantity('year', 'Year'),
    company_name: text('Name of the company then'),
    company_domain: text('Domain of the company then'),
    one_liner: text('One sentence'),
    description: text('Several sentences'),
    tags: texts('Tags of the programme'),
    founders: list(acceleratorFounder, 'Founders who took part'),
  })
  .meta({ id: 'CompanyAccelerator' })

const shareCount = z.object({
  count: z.number().describe('Open postings'),
  fraction: z.number().describe('Share of all open postings, 0 to 1'),
})
const shareMap = (doc: string) => z.record(z.string(), shareCount).nullable().describe(doc)

export const jobPostStats = z
  .object({
    total_count: quantity('count', 'Open postings'),
    seniority_stats: shareMap('By seniority'),
    employment_type_stats: shareMap('By kind of employment'),
    country_location_stats: shareMap('By country'),
    puree_job_functions_stats: shareMap('By function'),
    standard_industries_stats: shareMap('By industry'),
    job_location_type_stats: shareMap('By modality'),
  })
  .meta({ id: 'JobPostStats' })

export type FundingRoundStats = z.infer<typeof fundingRoundStats>
export type EmployeeTrend = z.infer<typeof employeeTrend>
export type Office = z.infer<typeof office>
export type FundingSummary = z.infer<typeof fundingSummary>
export type RoundInvestor = z.infer<typeof roundInvestor>
export type FullFundingRound = z.infer<typeof fullFundingRound>
export type CompanyInvestor = z.infer<typeof companyInvestor>
export type JobPostStats = z.infer<typeof jobPostStats>
