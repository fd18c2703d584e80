import type { CompanyRecord } from '../records/index.ts'

/** Yes-or-no properties of a company, with their tests: the values of `specialFlags`. */
const tests = {
  'is-public': ({ funding_stage, stock_info_consensus: stock }) =>
    funding_stage === 'public' || !!stock?.ticker,
  'is-subsidiary': ({ is_subsidiary }) => is_subsidiary === true,
  'is-investor': ({ is_investor, roles }) => is_investor === true || roles?.includes('investor') === true,
  'is-hiring': ({ li_job_posts_stats: stats }) => (stats?.total_count ?? 0) > 0,
  'has-raised-funding': ({ total_funding_consensus: total, num_funding_rounds: rounds }) =>
    (total ?? 0) > 0 || (rounds ?? 0) > 0,
  'has-acquired': ({ acquisitions }) => (acquisitions ?? []).length > 0,
  'in-accelerator': ({ accelerators }) => (accelerators ?? []).length > 0,
  'on-ranking-list': ({ fortune_rankings }) => (fortune_rankings ?? []).length > 0,
  'has-website': ({ websites, domains }) => (websites ?? []).length > 0 || (domains ?? []).length > 0,
  'has-email': ({ emails }) => (emails ?? []).length > 0,
  'has-phone-number': ({ phone_numbers }) => (phone_numbers ?? []).length > 0,
} satisfies Record<string, (record: CompanyRecord) => boolean>

export type CompanyFlag = keyof typeof tests
export const companyFlags = Object.keys(tests) as [CompanyFlag, ...CompanyFlag[]]

/** The flags of a company. */
export function listFlags(record: CompanyRecord): CompanyFlag[] {
  return companyFlags.filter((flag) => tests[flag](record))
}
