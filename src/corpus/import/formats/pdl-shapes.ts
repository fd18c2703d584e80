import type { Shape } from './shape.ts'

// The members of version 3 of the vendor's person and company schemas, and those later deliveries add.

const place = (more: Readonly<Record<string, Shape>> = {}): Shape => ({
  name: 'text',
  locality: 'text',
  region: 'text',
  country: 'text',
  continent: 'text',
  metro: 'text',
  street_address: 'text',
  address_line_2: 'text',
  postal_code: 'text',
  geo: 'text',
  ...more,
})

const texts = (...names: string[]): Readonly<Record<string, Shape>> =>
  Object.fromEntries(names.map((name) => [name, 'text' as const]))

export const pdlCompany: Shape = {
  ...texts(
    'id',
    'name',
    'display_name',
    'size',
    'industry',
    'type',
    'ticker',
    'website',
    'headline',
    'summary',
  ),
  ...texts('linkedin_id', 'linkedin_url', 'linkedin_slug', 'facebook_url', 'twitter_url', 'legal_name'),
  employee_count: 'number',
  founded: 'number',
  linkedin_follower_count: 'number',
  tags: ['text'],
  profiles: ['text'],
  alternative_names: ['text'],
  alternative_domains: ['text'],
  affiliated_profiles: ['text'],
  total_funding_raised: 'number',
  ...texts('latest_funding_stage', 'last_funding_date', 'inferred_revenue', 'mic_exchange'),
  number_funding_rounds: 'number',
  funding_stages: ['text'],
  funding_details: [
    {
      ...texts('funding_round_date', 'funding_currency', 'funding_type'),
      funding_raised: 'number',
      investing_companies: ['text'],
      investing_individuals: ['text'],
    },
  ],
  naics: [
    texts('naics_code', 'sector', 'sub_sector', 'industry_group', 'naics_industry', 'national_industry'),
  ],
  location: place(),
}

const employer: Shape = {
  ...texts('id', 'name', 'website', 'founded', 'size', 'industry'),
  ...texts('linkedin_url', 'linkedin_id', 'facebook_url', 'twitter_url'),
  location: place(),
}

const currentJob = [
  'id',
  'name',
  'website',
  'size',
  'founded',
  'industry',
  'linkedin_url',
  'linkedin_id',
  'facebook_url',
  'twitter_url',
  'location_name',
  'location_locality',
  'location_metro',
  'location_region',
  'location_geo',
  'location_street_address',
  'location_address_line_2',
  'location_postal_code',
  'location_country',
  'location_continent',
].map((name) => `job_company_${name}`)

export const pdlPerson: Shape = {
  ...texts('id', 'full_name', 'first_name', 'middle_initial', 'middle_name', 'last_initial', 'last_name'),
  ...texts('sex', 'birth_year', 'birth_date', 'headline', 'summary', 'industry'),
  ...texts('linkedin_url', 'linkedin_username', 'linkedin_id', 'facebook_url', 'facebook_username'),
  ...texts('facebook_id', 'twitter_url', 'twitter_username', 'github_url', 'github_username'),
  ...texts('work_email', 'mobile_phone', 'job_title', 'job_title_role', 'job_title_sub_role'),
  ...texts('job_start_date', 'job_last_updated', ...currentJob),
  ...texts('location_name', 'location_locality', 'location_metro', 'location_region', 'location_country'),
  ...texts('location_continent', 'location_street_address', 'location_address_line_2', 'location_geo'),
  ...texts('location_postal_code', 'location_last_updated', 'operation_id'),
  job_title_levels: ['text'],
  personal_emails: ['text'],
  phone_numbers: ['text'],
  skills: ['text'],
  interests: ['text'],
  location_names: ['text'],
  regions: ['text'],
  countries: ['text'],
  linkedin_connections: 'number',
  emails: [texts('address', 'type')],
  street_addresses: [place()],
  street_address: [place()],
  experience: [
    {
      title: {
        ...texts('name', 'role', 'sub_role'),
        levels: ['text'],
      },
      company: employer,
      location_names: ['text'],
      ...texts('start_date', 'end_date', 'summary'),
      is_primary: 'flag',
    },
  ],
  education: [
    {
      degrees: ['text'],
      majors: ['text'],
      minors: ['text'],
      gpa: 'number',
      ...texts('start_date', 'end_date', 'summary', 'raw'),
      school: {
        ...texts('id', 'name', 'website', 'domain', 'type', 'linkedin_url', 'linkedin_id'),
        ...texts('facebook_url', 'twitter_url'),
        location: place(),
      },
    },
  ],
  languages: [
    {
      name: 'text',
      proficiency: 'number',
    },
  ],
  certifications: [texts('name', 'organization', 'start_date', 'end_date')],
  profiles: [texts('url', 'id', 'network', 'username')],
  version_status: {
    contains: ['text'],
    ...texts('current_version', 'previous_version', 'status'),
  },
}
