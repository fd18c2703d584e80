import { z } from 'zod'

/** Funding stage of a company. */
const companyStages = [
  'acquired',
  'public',
  'closed',
  'pre_seed',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'series_h',
  'series_i',
  'series_j',
  'venture_other',
  'private_equity',
  'unknown',
  'no_funding_yet',
] as const
export const companyStage = z.enum(companyStages).meta({ id: 'CompanyStage' })
export type CompanyStage = (typeof companyStages)[number]

/** State of a company. */
const companyStatuses = ['active', 'acquired', 'closed'] as const
export const companyStatus = z.enum(companyStatuses).meta({ id: 'CompanyStatus' })
export type CompanyStatus = (typeof companyStatuses)[number]

/** Labels derived for a company. */
const companyTags = ['raised-from-top-vc', 'is-government', 'is-school', 'venture-backed-startup'] as const
export const companyTag = z.enum(companyTags).meta({ id: 'CompanyTag' })
export type CompanyTag = (typeof companyTags)[number]

/** What kind of page the network shows: W company, S school, C showcase. */
const companyCategories = ['W', 'S', 'C'] as const
export const companyCategory = z.enum(companyCategories).meta({ id: 'CompanyCategory' })
export type CompanyCategory = (typeof companyCategories)[number]

/** Kind of a funding round. */
export const fundingRoundTypes = [
  'angel',
  'convertible_note',
  'corporate_round',
  'debt_financing',
  'equity_crowdfunding',
  'grant',
  'initial_coin_offering',
  'non_equity_assistance',
  'post_ipo_debt',
  'post_ipo_equity',
  'post_ipo_secondary',
  'pre_seed',
  'private_equity',
  'product_crowdfunding',
  'secondary_market',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'series_h',
  'series_i',
  'series_j',
  'series_unknown',
  'undisclosed',
] as const
export const fundingRoundType = z.enum(fundingRoundTypes).meta({ id: 'FundingRoundType' })
export type FundingRoundType = (typeof fundingRoundTypes)[number]

/** Kind of an investor. */
const investorTypes = [
  'accelerator',
  'angel',
  'angel_group',
  'corporate_venture_capital',
  'co_working_space',
  'entrepreneurship_program',
  'family_investment_office',
  'fund_of_funds',
  'government_office',
  'hedge_fund',
  'incubator',
  'investment_bank',
  'investment_partner',
  'micro_vc',
  'pension_funds',
  'private_equity_firm',
  'secondary_purchaser',
  'startup_competition',
  'syndicate',
  'university_program',
  'venture_capital',
  'venture_debt',
] as const
export const investorType = z.enum(investorTypes).meta({ id: 'InvestorType' })
export type InvestorType = (typeof investorTypes)[number]

/** Accelerator programmes known by slug. */
export const acceleratorSlugs = [
  'a16z_speedrun',
  'accel_atoms',
  'ai2_incubator',
  'alchemist_accelerator',
  'alliance',
  'antler',
  'berkeley_skydeck',
  'founders_inc',
  'google_startups',
  'launch_accelerator',
  'neo',
  'pear_x',
  'plug_and_play',
  'sosv',
  'south_park_commons',
  'startx',
  'techstars',
  'the_mint',
  'ycombinator',
] as const
export const acceleratorSlug = z.enum(acceleratorSlugs).meta({ id: 'AcceleratorSlug' })
export type AcceleratorSlug = (typeof acceleratorSlugs)[number]
