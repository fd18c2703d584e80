import { z } from 'zod'
import { briefRecord, entityRecord } from '../../operation/index.ts'
import {
  acquisition,
  companyAccelerator,
  companyInvestor,
  employeeTrend,
  fortuneRanking,
  fullFundingRound,
  fundingRoundStats,
  fundingSummary,
  investmentStats,
  jobPostStats,
  networkIndustry,
  office,
  revenueEstimate,
  stockInfo,
} from './company-parts.ts'
import { companyCategory, companyStage, companyStatus, companyTag, industry, investorType } from './enums.ts'
import { date, entityId, flag, list, number, numberRange, text, textMap, texts, quantity } from './fields.ts'
import { locationRecord } from './location.ts'
import { isFoundingDate, measures } from './quantities.ts'

const roleCountMatch = z.object({
  numMatchingEmployees: z.discriminatedUnion('type', [
    z.object({ type: z.literal('exact'), value: z.number() }),
    z.object({ type: z.enum(['all', 'none', 'not-matched']) }),
  ]),
})

const matchingLocations = z.object({
  num_offices_matched: z.number().describe('Offices that match'),
  matched_offices: z.array(office).describe('The offices that match'),
})

const similarCompany = z.object({
  name: text('Name'),
  industries: texts('Industries'),
  employee_count: number('Employees'),
  revenue: number('Revenue in US dollars'),
  logo_url: text('Address of the logo'),
})

const identityMembers = {
  entity_id: entityId,
  pnet_id: text('Id on the network'),
  pnet_ids: texts('Every id known'),
  li_org_id: text('Organization id on the network, digits'),
  pnet_primary_slug: text('Current slug on the network'),
  pnet_slugs: texts('Every slug known, former ones too'),
  preferred_name: text('Name'),
  names: texts('Every name known'),
  domains: texts('Domains, the main one first'),
  websites: texts('Websites'),
  logo_url: text('Address of the logo'),
  li_category: companyCategory.nullable(),
  primary_role: text('Main role, e.g. `company`, `investor`, `school`'),
  roles: texts('Roles'),
  is_subsidiary: flag('Whether another company owns it'),
  parent: text('Company that owns it'),
  external_ids: textMap('Ids in other data sets, by source'),
}

const textMembers = {
  li_headline: text('Headline on the network'),
  li_description: text('Description on the network'),
  short_description: text('One sentence'),
  long_description: text('Several sentences'),
  alt_description: text('Description from another source'),
  li_specialties: texts('Specialties'),
  alt_industries: texts('Industries in the words of other sources'),
  alt_keywords: texts('Keywords from other sources'),
  tags: list(companyTag, 'Derived labels'),
  custom_data: textMap('Members the operator added'),
}

const classMembers = {
  standard_industries: list(industry, 'Standard industries'),
  li_industries: list(networkIndustry, 'Industries on the network'),
  naics_codes: texts('NAICS 2022 codes'),
  categories: texts('Categories'),
  category_groups: texts('Groups of categories'),
  technologies: texts('Technologies in use; names of the closed list where they are on it'),
}

const sizeMembers = {
  employee_count_consensus: measures('headcount', numberRange.nullable().describe('Employees')),
  li_follower_count: quantity('count', 'Followers on the network'),
  revenue_usd: quantity('dollars', 'Yearly revenue in US dollars'),
  revenue_estimate: revenueEstimate.nullable(),
  market_cap_usd: quantity('dollars', 'Market value in US dollars'),
  stock_info_consensus: stockInfo.nullable(),
  employee_trends: list(employeeTrend, 'Counts of staff over time'),
  fortune_rankings: list(fortuneRanking, 'Places on ranking lists'),
}

const placeMembers = {
  location_consensus: locationRecord.nullable().describe('Headquarters'),
  location_name: text('Headquarters in one line'),
  li_locations: list(office, 'Offices, the headquarters first'),
  num_li_locations: quantity('count', 'Number of offices'),
}

const stateMembers = {
  status_consensus: companyStatus.nullable(),
  founded_on_consensus: isFoundingDate(date('Day founded')),
  funding_stage: companyStage.nullable(),
  total_funding_consensus: quantity('dollars', 'Sum raised in US dollars'),
  latest_funding_consensus: quantity('dollars', 'Sum raised in the newest round in US dollars'),
  num_funding_rounds: quantity('count', 'Rounds'),
  num_exits: quantity('count', 'Exits of companies it invested in'),
  funding_rounds: list(fundingSummary, 'Rounds, newest first'),
  best_funding_round: fundingSummary.nullable().describe('Largest round'),
  full_funding_rounds: list(fullFundingRound, 'Rounds with investors, newest first'),
  funding_round_stats: fundingRoundStats.nullable(),
  investors: list(companyInvestor, 'Investors'),
  acquisitions: list(acquisition, 'Companies it bought'),
  is_investor: flag('Whether it invests in others'),
  investor_type: investorType.nullable(),
  investor_categories: texts('Categories as an investor'),
  investment_stats: investmentStats.nullable(),
  accelerators: list(companyAccelerator, 'Accelerator programmes'),
  accelerator_statuses: texts('State in each programme'),
}

const contactMembers = {
  emails: texts('E-mail addresses'),
  phone_numbers: texts('Phone numbers, E.164'),
  facebook_urls: texts('Pages'),
  twitter_handles: texts('Handles'),
  instagram_handles: texts('Handles'),
  youtube_urls: texts('Channels'),
  github_usernames: texts('Accounts'),
  blog_urls: texts('Blogs'),
  li_job_posts_stats: jobPostStats.nullable().describe('Open postings, counted'),
}

const searchMembers = {
  relevance_score: number('Score in the search that returned the record'),
  last_sort_key: text('Place in the search that returned the record'),
  role_count_matches: list(roleCountMatch, 'Employees that match each rule of the search'),
  num_matching_locations: matchingLocations.nullable(),
  similar_companies: list(similarCompany, 'Companies like it'),
}

/** The company record of searches, look-ups and run pages. Every member is present and may be null. */
export const companyRecord = z
  .object({
    ...identityMembers,
    ...textMembers,
    ...classMembers,
    ...sizeMembers,
    ...placeMembers,
    ...stateMembers,
    ...contactMembers,
    ...searchMembers,
  })
  .meta({ id: 'CompanyRecord' })
entityRecord('companies', companyRecord)
briefRecord(companyRecord, [
  'preferred_name',
  'domains',
  'pnet_primary_slug',
  'short_description',
  'standard_industries',
  'employee_count_consensus',
  'location_name',
  'founded_on_consensus',
  'funding_stage',
  'total_funding_consensus',
  // Present only where a request asks for them.
  'similar_companies',
])

export type CompanyRecord = z.infer<typeof companyRecord>
