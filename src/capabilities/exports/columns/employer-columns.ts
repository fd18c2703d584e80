import { column, type CellType, type CellValue, type Column } from '../../../platform/exports/index.ts'
import { json } from './cell-texts.ts'
import { companyColumns } from './company-columns.ts'
import { peopleNamedBy, type CompanyRow } from './company-row.ts'
import type { ProspectRow } from './prospect-row.ts'

/** Columns of a company that a prospect's employer has under another name. */
const renamed: Record<string, string> = {
  company_description: 'description',
  company_pnet_url: 'pnet_url',
  company_hq_city: 'hq_city',
  company_hq_state: 'hq_state',
  company_hq_country: 'hq_country',
  company_hq_country_code: 'hq_country_code',
  company_hq_latitude: 'hq_latitude',
  company_hq_longitude: 'hq_longitude',
  company_stock_ticker: 'stock_ticker',
  company_founding_date: 'founded_on',
  company_employee_count_lower: 'employee_count_lower',
  company_employee_count_upper: 'employee_count_upper',
  company_industries: 'standard_industries',
  company_num_followers: 'num_followers',
  company_naics_codes: 'naics_codes',
  company_categories: 'categories',
  company_category_groups: 'category_groups',
  company_funding_rounds: 'funding_rounds',
  company_funding_stage: 'funding_stage',
  company_total_funding_usd: 'total_funding_usd',
  company_last_funded_at: 'last_funded_at',
  company_last_funding_usd: 'last_funding_usd',
  company_revenue_usd: 'revenue_usd',
  company_investors: 'investors',
  company_tags: 'tags',
  company_market_cap_usd: 'market_cap_usd',
  company_office_countries: 'office_countries',
  company_num_offices: 'num_offices',
  company_accelerators: 'accelerators',
  company_job_posting_stats: 'job_posting_stats',
}

const own: Column<CompanyRow>[] = [
  column('company_employee_trends', ({ record }) => json(record.employee_trends)),
]

/** Facts about an employer, under their names in a row about a person. */
const employerColumns: readonly Column<CompanyRow>[] = [
  ...companyColumns.flatMap((one) =>
    Object.entries(renamed).flatMap(([name, of]) => (of === one.name ? [{ ...one, name }] : [])),
  ),
  ...own,
]

const types = new Map<string, CellType>(employerColumns.map(({ name, type }) => [name, type]))

/** Computed once per employer, because a company of an audience has many people. */
export function employerCells(company: Omit<CompanyRow, 'matched'>): ReadonlyMap<string, CellValue> {
  const row = { ...company, matched: {} }
  const cells = new Map<string, CellValue>(employerColumns.map(({ name, value }) => [name, value(row)]))
  cells.set(employerDomain, company.record.domains?.[0])
  cells.set(employerName, company.record.preferred_name)
  cells.set(employerPeople, peopleNamedBy(company.record))
  return cells
}

/** Used where no position has them. */
export const employerDomain = 'domain of the employer'
export const employerName = 'name of the employer'
const employerPeople = 'identifiers of the people it names'

/** Identifiers of people named in the record of a prospect's employer. */
export const peopleOfEmployer = ({ employer }: ProspectRow): readonly string[] =>
  (employer?.get(employerPeople) as readonly string[] | undefined) ?? []

/** A column of a prospect that comes from its employer. Throws for an unknown name. */
export function employerColumn(name: string): Column<ProspectRow> {
  const type = types.get(name)
  if (type === undefined) throw new Error(`no column of employers is called ${name}`)
  return { name, type, value: ({ employer }) => employer?.get(name) }
}
