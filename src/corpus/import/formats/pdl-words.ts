import { companyStage, fundingRoundTypes } from '../../records/index.ts'

// Most of the vendor's names of rounds are those of records. These are the others.
export const rounds = {
  ...Object.fromEntries(fundingRoundTypes.map((type) => [type, type])),
  equity_crowd_funding: 'equity_crowdfunding',
  product_crowd_funding: 'product_crowdfunding',
  corporate: 'corporate_round',
  series_k: 'series_unknown',
  venture: 'series_unknown',
}
export const stages = {
  ...Object.fromEntries(
    companyStage.options.flatMap((stage) =>
      /^(?:pre_)?seed$|^series_|^private/.test(stage) ? [[stage, stage]] : [],
    ),
  ),
  series_unknown: 'venture_other',
  venture: 'venture_other',
  post_ipo_debt: 'public',
  post_ipo_equity: 'public',
  post_ipo_secondary: 'public',
}
/** Levels of a language, the lowest first. */
export const proficiencies = {
  1: 'elementary',
  2: 'limited_working',
  3: 'professional_working',
  4: 'full_professional',
  5: 'native_or_bilingual',
}
export const proficiencyNames = {
  elementary: 'Elementary proficiency',
  limited_working: 'Limited working proficiency',
  professional_working: 'Professional working proficiency',
  full_professional: 'Full professional proficiency',
  native_or_bilingual: 'Native or bilingual proficiency',
}

export const functions = {
  customer_service: ['Customer Service'],
  design: ['Design'],
  education: ['Education'],
  engineering: ['Engineering'],
  finance: ['Finance'],
  health: ['Healthcare Services'],
  human_resources: ['Human Resources'],
  legal: ['Legal'],
  marketing: ['Marketing'],
  media: ['Writing / Editing'],
  operations: ['Operations'],
  public_relations: ['Public Relations'],
  real_estate: ['Real Estate'],
  sales: ['Sales'],
  trades: ['Production'],
}
export const subFunctions = {
  accounting: ['Accounting'],
  business_development: ['Business Development'],
  data: ['Analyst'],
  information_technology: ['Information Technology'],
  devops: ['Information Technology'],
  software: ['Information Technology'],
  project_management: ['Project Management'],
  product: ['Product Management'],
  quality_assurance: ['Quality Assurance'],
  researcher: ['Research'],
  support: ['Customer Service'],
  logistics: ['Supply Chain'],
  writing: ['Writing / Editing'],
  nursing: ['Health Care Provider'],
  doctor: ['Health Care Provider'],
  dental: ['Health Care Provider'],
}
// A position has one level: the highest that the vendor names.
export const levels = {
  cxo: 0,
  owner: 0,
  vp: 0,
  partner: 0,
  director: 1,
  manager: 2,
  senior: 2,
  entry: 3,
  training: 4,
}
export const seniorities = ['Executive', 'Director', 'Mid-Senior level', 'Entry level', 'Internship']
