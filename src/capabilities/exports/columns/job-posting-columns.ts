import type { JobPosting } from '../../../corpus/records/index.ts'
import { column, type Column } from '../../../platform/exports/index.ts'
import { listed, same } from './cell-texts.ts'

/** A job posting of a search, as input of the columns. */
export interface JobPostingRow {
  id: string
  record: JobPosting
}

type Of<T> = (record: JobPosting) => T | null | undefined

const text = (name: string, of: Of<string>) => column<JobPostingRow>(name, ({ record }) => of(record))
const number = (name: string, of: Of<number>) =>
  column<JobPostingRow, 'number'>(name, ({ record }) => of(record), 'number')
const texts = (name: string, of: Of<readonly string[]>) =>
  column<JobPostingRow, 'texts'>(name, ({ record }) => listed(of(record), same), 'texts')

/** What is known of a posting and of where it is; the employer by its name and identifiers. */
export const jobPostingColumns: readonly Column<JobPostingRow>[] = [
  text('job_id', (record) => record.job_id),
  text('title', (record) => record.title),
  text('status', (record) => record.status),
  text('posted_at', (record) => record.posted_at),
  text('closed_at', (record) => record.closed_at),
  text('job_url', (record) => record.job_url),
  text('company_name', (record) => record.company_name ?? record.company?.name),
  text('company_domain', (record) => record.company?.domain),
  text('company_pnet_slug', (record) => record.company?.pnet_primary_slug),
  text('seniority_level', (record) => record.seniority_level),
  text('employment_type', (record) => record.employment_type),
  text('job_location_type', (record) => record.job_location_type),
  texts('job_functions', (record) => record.job_function),
  texts('standard_industries', (record) => record.standard_industries),
  text('location', (record) => record.standardized_location?.formatted_address),
  text('city', (record) => record.standardized_location?.city),
  text('state', (record) => record.standardized_location?.state_name),
  text('country', (record) => record.standardized_location?.country_name),
  text('country_code', (record) => record.standardized_location?.country_code),
  number('annual_salary_usd_min', (record) => record.annual_salary_usd?.gte),
  number('annual_salary_usd_max', (record) => record.annual_salary_usd?.lte),
  number('years_of_experience_min', (record) => record.years_of_experience?.gte),
  number('years_of_experience_max', (record) => record.years_of_experience?.lte),
  number('applicants_min', (record) => record.applicant_range?.gte),
  text('description', (record) => record.description),
]
