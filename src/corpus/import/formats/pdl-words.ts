import { companyStage, fundingRoundTypes } from '../../records/index.ts'

// Rounds as the vendor names them are those of records, but for these.
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
