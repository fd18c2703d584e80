import type { Experience, PersonRecord } from '../../../corpus/records/index.ts'
import { isStealthEmployer } from '../../../corpus/search-index/index.ts'
import { column, type Column } from '../../../platform/exports/index.ts'
import { joined, json, listed, monthsBetween, same, span, yearsBetween } from './cell-texts.ts'
import { pageUrl } from './company-row.ts'
import { employerColumn, employerDomain, employerName } from './employer-columns.ts'
import { personalEmails, usableEmails, workEmails, type ProspectRow } from './prospect-row.ts'

type Of<T> = (record: PersonRecord, row: ProspectRow) => T | null | undefined

const text = (name: string, of: Of<string>) => column<ProspectRow>(name, (row) => of(row.record, row))
const number = (name: string, of: Of<number>) =>
  column<ProspectRow, 'number'>(name, (row) => of(row.record, row), 'number')
const flag = (name: string, of: Of<boolean>) =>
  column<ProspectRow, 'flag'>(name, (row) => of(row.record, row), 'flag')
const texts = (name: string, of: Of<readonly string[]>) =>
  column<ProspectRow, 'texts'>(name, (row) => listed(of(row.record, row), same), 'texts')
/** Two columns of the same entries: as texts, and as JSON. */
function both<T>(name: string, entries: Of<readonly T[]>, toText: (entry: T) => string | null) {
  return [
    texts(name, (record, row) => listed(entries(record, row), toText)),
    text(`${name}_raw`, (record, row) => json(entries(record, row))),
  ]
}

const job = (record: PersonRecord): Experience | null => record.current_job
const place = (record: PersonRecord) => record.inferred_location

/** A fact of one of their employers, where the position lacks it. */
const ofEmployer = (row: ProspectRow, key: string) => row.employer?.get(key) as string | null | undefined

export const readFullName = ({ name, first_name, last_name }: PersonRecord): string | null =>
  name ?? joined([first_name, last_name], ' ')

export const profileUrl = ({ record, network }: Pick<ProspectRow, 'record' | 'network'>): string | null =>
  record.url ?? pageUrl('person', record.primary_slug, network)

export const readEmployer = (row: ProspectRow): string | null | undefined =>
  job(row.record)?.company_name ?? ofEmployer(row, employerName)

export const readEmployerDomain = (row: ProspectRow): string | null | undefined =>
  job(row.record)?.company_domain ?? ofEmployer(row, employerDomain)

const position = ({ title, company_name, start_date, end_date, is_current }: Experience): string | null => {
  const at = joined([title, company_name], ' at ')
  const when = span(start_date, end_date, is_current === true)
  return at === null ? null : joined([at, when === null ? null : `(${when})`], ' ')
}

const pastJobs = ({ experiences }: PersonRecord): Experience[] | undefined =>
  experiences?.filter(({ is_current }) => is_current !== true)

const identity: Column<ProspectRow>[] = [
  column('id', ({ id }) => id),
  text('first_name', (record) => record.first_name),
  text('last_name', (record) => record.last_name),
  text('full_name', readFullName),
  column('profile_url', profileUrl),
  column('company', readEmployer),
  column('company_domain', readEmployerDomain),
  employerColumn('company_description'),
  employerColumn('company_pnet_url'),
]

const work: Column<ProspectRow>[] = [
  text('work_location', (record) => job(record)?.locality),
  texts('employment_type', (record) => job(record)?.employment_type),
  text('job_title', (record) => job(record)?.title),
  text('headline', (record) => record.headline),
  text('summary', (record) => record.summary),
  text('job_summary', (record) => job(record)?.summary),
  text('job_start_date', (record) => job(record)?.start_date),
  number('months_in_current_job', (record, { asOf }) => monthsBetween(job(record)?.start_date, asOf)),
  number('months_in_current_company', (record, { asOf }) =>
    monthsBetween(job(record)?.company_start_date ?? job(record)?.start_date, asOf),
  ),
]

const home: Column<ProspectRow>[] = [
  text('city', (record) => place(record)?.city),
  text('state', (record) => place(record)?.state_name),
  text('country', (record) => place(record)?.country_name),
  text('country_code', (record) => place(record)?.country_code),
  text('timezone', (record) => place(record)?.timezone),
  number('latitude', (record) => place(record)?.coordinates?.lat),
  number('longitude', (record) => place(record)?.coordinates?.lon),
]

/** Addresses beyond two of each kind, and those of unknown kind. */
function otherEmails(row: ProspectRow): string[] {
  const addresses = new Set([...workEmails(row).slice(0, 2), ...personalEmails(row).slice(0, 2)])
  return usableEmails(row).filter((address) => !addresses.has(address))
}

const contact: Column<ProspectRow>[] = [
  column('work_email_1', (row) => workEmails(row)[0]),
  column('work_email_2', (row) => workEmails(row)[1]),
  column('personal_email_1', (row) => personalEmails(row)[0]),
  column('personal_email_2', (row) => personalEmails(row)[1]),
  column('other_emails', (row) => listed(otherEmails(row), same), 'texts'),
  column(
    'emails_verified',
    ({ contacts }) => listed(contacts.emails, ({ status, address }) => (status === 'valid' ? address : null)),
    'texts',
  ),
  column('phone_number_1', ({ contacts }) => contacts.phones[0]),
  column('phone_number_2', ({ contacts }) => contacts.phones[1]),
  column('other_phone_numbers', ({ contacts }) => listed(contacts.phones.slice(2), same), 'texts'),
]

const profile: Column<ProspectRow>[] = [
  text('profile_pic_url', (record) => record.profile_pic),
  number('num_followers', (record) => record.follower_count),
  number('num_connections', (record) => record.connection_count),
  number('age', (record, { asOf }) => yearsBetween(record.dob, asOf)),
  texts('education', (record) =>
    listed(record.education, ({ school_name, degree, field_of_study_name }) =>
      joined([joined([degree, field_of_study_name]), school_name], ' at '),
    ),
  ),
  number('years_of_experience', (record, { asOf }) => yearsBetween(record.career_began_at, asOf)),
  number('num_jobs', (record) => record.experiences?.length || null),
  texts('past_jobs', (record) => listed(pastJobs(record), position)),
  texts('languages', (record) => listed(record.languages, ({ name }) => name)),
  texts('tags', (record) => record.tags),
  texts('skills', (record) => record.skills),
  texts('tenures', (record) =>
    listed(record.tenures, ({ company_name, date_range: { gte, lte } }) => {
      const when = span(gte, lte, lte === null)
      return joined([company_name, when === null ? null : `(${when})`], ' ')
    }),
  ),
  text('industry', (record) => record.industry_name),
  text('past_jobs_raw', (record) => json(pastJobs(record))),
  texts('job_academic_qualifications', (record) => job(record)?.academic_qualification),
  text('job_seniority', (record) => job(record)?.seniority),
  texts('job_function', (record) => job(record)?.job_function),
]

const achievements: Column<ProspectRow>[] = [
  ...both(
    'certifications',
    (record) => record.certifications,
    ({ title, company_name }) => joined([title, company_name]),
  ),
  ...both(
    'patents',
    (record) => record.patents,
    ({ title, number: id }) => joined([title, id]),
  ),
  ...both(
    'articles',
    (record) => record.articles,
    ({ title }) => title,
  ),
  // The corpus has no count of recommendations; the column exists for clients that expect it.
  number('num_recommendations_received', () => null),
  ...both(
    'volunteering',
    (record) => record.volunteering,
    ({ role, company_name }) => joined([role, company_name], ' at '),
  ),
  ...both(
    'projects',
    (record) => record.projects,
    ({ project_title }) => project_title,
  ),
  text('tenures_raw', (record) => json(record.tenures)),
  ...both(
    'courses',
    (record) => record.courses,
    ({ title }) => title,
  ),
  flag('is_in_stealth', (record) => {
    const name = job(record)?.company_name
    return name === null || name === undefined ? null : isStealthEmployer(name)
  }),
  ...both(
    'publications',
    (record) => record.publications,
    ({ title, publisher }) => joined([title, publisher]),
  ),
]

const employer = [
  'company_hq_city',
  'company_hq_state',
  'company_hq_country',
  'company_hq_country_code',
  'company_hq_latitude',
  'company_hq_longitude',
  'company_categories',
  'company_category_groups',
  'company_stock_ticker',
  'company_employee_trends',
  'company_founding_date',
  'company_employee_count_lower',
  'company_employee_count_upper',
  'company_industries',
  'company_num_followers',
  'company_naics_codes',
  'company_funding_rounds',
  'company_funding_stage',
  'company_total_funding_usd',
  'company_last_funded_at',
  'company_last_funding_usd',
  'company_revenue_usd',
  'company_investors',
  'company_tags',
  'company_market_cap_usd',
  'company_office_countries',
  'company_num_offices',
  'company_accelerators',
  'company_job_posting_stats',
].map(employerColumn)

/** Every column of PROSPECT_GENERIC_CSV, in the order of the specification. */
export const prospectColumns: readonly Column<ProspectRow>[] = [
  ...identity,
  ...work,
  ...home,
  ...contact,
  ...profile,
  ...achievements,
  ...employer,
  text('custom', (record) => json(record.custom_data)),
]
