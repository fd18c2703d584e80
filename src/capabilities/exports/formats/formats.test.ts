import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { completeCompany, completePerson } from '../../../corpus/records/index.ts'
import type { CellValue } from '../../../platform/exports/index.ts'
import { companyColumns } from '../columns/company-columns.ts'
import type { CompanyRow } from '../columns/company-row.ts'
import { employerCells } from '../columns/employer-columns.ts'
import { prospectColumns } from '../columns/prospect-columns.ts'
import type { ProspectRow } from '../columns/prospect-row.ts'
import { adviceOn, companyFormats, formatNames, prospectFormats, type ExportFormat } from './index.ts'
import { urlState } from './url-fixup.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const network = { hosts: ['pnet.example'] }

const acme: CompanyRow = {
  id: '7',
  network,
  matched: {},
  record: completeCompany({
    preferred_name: 'Zoë Robotics, Inc.',
    names: ['Zoë Robotics, Inc.', 'Zoë'],
    domains: ['zoe.example', 'zoe-robotics.example'],
    websites: ['https://www.zoe.example'],
    pnet_primary_slug: 'zoe-robotics',
    li_org_id: '4711',
    li_headline: 'Robots for everybody',
    short_description: 'Robots.',
    standard_industries: ['Software'],
    li_industries: [{ id: '1', name: 'Automation Machinery', primary: true }],
    categories: ['robots'],
    category_groups: ['hardware'],
    employee_count_consensus: { gte: 51, lte: 200 },
    li_follower_count: 1_200,
    founded_on_consensus: '2012-05',
    funding_stage: 'series_b',
    latest_funding_consensus: 12_000_000,
    total_funding_consensus: 20_000_000,
    funding_rounds: [
      { round_type: 'seed', announced_on_date: '2013-01-02', raised_amount_usd: 8_000_000 },
      { round_type: 'series_b', announced_on_date: '2019-04-01', raised_amount_usd: 12_000_000 },
    ],
    investors: [{ investor_name: 'Fund One' }, { investor_name: 'Fund Two' }],
    stock_info_consensus: { ticker: 'ZOE', exchange: 'NYSE' },
    twitter_handles: ['@zoe'],
    instagram_handles: ['zoe.robots'],
    phone_numbers: ['+14155550100'],
    is_subsidiary: false,
    location_consensus: {
      street_address: '1 Main St',
      city: 'San Francisco',
      state_name: 'California',
      state_code: 'CA',
      postal_code: '94105-1234',
      country_code: 'USA',
      country_name: 'United States',
      coordinates: { lat: 37.79, lon: -122.4 },
      full_address: '1 Main St, San Francisco, CA 94105',
    },
    li_locations: [
      {
        address: '1 Main St',
        is_primary: true,
        location: { country_name: 'United States', city: 'San Francisco' },
      },
      { address: 'Torstr. 1', location: { country_name: 'Germany', city: 'Berlin' } },
    ],
    custom_data: { tier: 'A' },
  }),
}

const ada: ProspectRow = {
  id: '12',
  network,
  asOf: '2026-01-15',
  employer: employerCells(acme),
  record: completePerson({
    primary_slug: 'ada-o-brien',
    name: 'Ada Marie O’Brien',
    first_name: 'Ada Marie',
    last_name: "O'Brien",
    headline: '=Engineer',
    dob: '1990-02-01',
    career_began_at: '2012-01-15',
    follower_count: 300,
    skills: ['Rust', 'Robots'],
    inferred_location: {
      city: 'St. Louis',
      state_name: 'Missouri',
      state_code: 'MO',
      postal_code: '63101-1234',
      country_code: 'USA',
      country_name: 'United States',
      timezone: 'America/Chicago',
      coordinates: { lat: 38.6, lon: -90.2 },
    },
    experiences: [
      {
        company_name: 'Zoë Robotics',
        pnet_company_id: '4711',
        title: 'CTO',
        start_date: '2024-02-16',
        company_start_date: '2020-01-01',
        is_current: true,
        seniority: 'Executive',
        employment_type: ['Full-time'],
      },
      {
        company_name: 'Globex',
        title: 'Engineer',
        start_date: '2012-01-15',
        end_date: '2019-12-31',
        is_current: false,
      },
    ],
    education: [{ school_name: 'MIT', degree: 'PhD', field_of_study_name: 'Robotics' }],
    certifications: [{ title: 'Scrum', company_name: 'Board' }],
  }),
  contacts: {
    emails: [
      { address: 'Ada.OBrien@zoe.example', type: 'work', status: 'valid' },
      { address: 'a.o.brien@gmail.com', type: 'personal', status: 'unknown' },
      { address: 'old@globex.example', type: 'work', status: 'invalid' },
      { address: 'info@zoe.example', type: 'generic', status: 'risky' },
      { address: 'ada@forum.example', type: 'unknown', status: 'unknown' },
    ],
    phones: ['+14155550101', '+442070313000', '+14155550102'],
  },
}

const nobody: ProspectRow = {
  ...ada,
  record: completePerson({ primary_slug: 'nobody' }),
  employer: undefined,
  contacts: { emails: [], phones: [] },
}

function cellsOf<R>({ columns }: Pick<ExportFormat<R>, 'columns'>, row: R): [string, CellValue][] {
  return columns.map(({ name, value }) => [name, value(row)])
}

const known = (cells: [string, CellValue][]) =>
  Object.fromEntries(cells.filter(([, value]) => value !== null && value !== undefined))

function formatOf(name: string) {
  const found = [...prospectFormats, ...companyFormats].find((format) => format.name === name)
  if (found === undefined) throw new Error(name)
  return found as ExportFormat<ProspectRow & CompanyRow>
}

describe('the columns', () => {
  const reference = join(import.meta.dirname, '../../../../../shared/reference/enums.json')
  test.skipIf(!existsSync(reference))('are those of the specification, in its order', () => {
    const enums = JSON.parse(readFileSync(reference, 'utf8'))
    verifies('client.export.categories')
    expect(companyColumns.map(({ name }) => name)).toEqual([
      ...enums.export_company_columns,
      'categories',
      'category_groups',
    ])
    expect(prospectColumns.map(({ name }) => name)).toEqual(enums.export_prospect_columns)
    expect(formatNames).toEqual(enums.export_formats)
  })

  test('of a format are one of the ten, each on one side', () => {
    const names = [...prospectFormats, ...companyFormats].map(({ name }) => name)
    expect(names.toSorted()).toEqual([...formatNames].toSorted())
  })

  test('a company has its categories and their groups, as an employer has', () => {
    verifies('client.export.categories')
    const record = completeCompany({ categories: ['Robotics', 'Drones'], category_groups: ['Hardware'] })
    const row: CompanyRow = { id: '1', network, matched: {}, record }
    const { categories, category_groups } = known(cellsOf({ columns: companyColumns }, row)) as Record<
      string,
      unknown
    >
    expect([categories, category_groups]).toEqual([['Robotics', 'Drones'], ['Hardware']])
  })

  test('take rows of which nothing is known', () => {
    const blank: CompanyRow = { id: '1', network, matched: {}, record: completeCompany({}) }
    for (const { columns } of companyFormats) for (const { value } of columns) value(blank)
    for (const { columns } of prospectFormats) for (const { value } of columns) value(nobody)
    expect(known(cellsOf({ columns: companyColumns }, blank))).toEqual({ id: '1' })
    expect(known(cellsOf({ columns: prospectColumns }, nobody))).toEqual({
      id: '12',
      profile_url: 'https://www.pnet.example/in/nobody',
    })
  })
})

test('COMPANY_GENERIC_CSV', () => {
  expect(known(cellsOf(formatOf('COMPANY_GENERIC_CSV'), acme as never))).toMatchObject({
    id: '7',
    name: 'Zoë Robotics, Inc.',
    all_names: ['Zoë Robotics, Inc.', 'Zoë'],
    website: 'https://www.zoe.example',
    domain: 'zoe.example',
    pnet_url: 'https://www.pnet.example/company/zoe-robotics',
    pnet_org_id: '4711',
    headline: 'Robots for everybody',
    description: 'Robots.',
    standard_industries: ['Software'],
    pnet_industries: ['Automation Machinery'],
    hq_full_address: '1 Main St, San Francisco, CA 94105',
    hq_state: 'California',
    hq_country_code: 'USA',
    hq_latitude: 37.79,
    all_office_addresses: ['1 Main St', 'Torstr. 1'],
    office_countries: ['United States', 'Germany'],
    employee_count_lower: 51,
    employee_count_upper: 200,
    founded_on: '2012-05',
    funding_stage: 'series_b',
    last_funded_at: '2019-04-01',
    last_funding_usd: 12_000_000,
    funding_rounds: ['seed 2013-01-02 8000000 USD', 'series_b 2019-04-01 12000000 USD'],
    investors: ['Fund One', 'Fund Two'],
    stock_ticker: 'ZOE',
    x_urls: ['https://x.com/zoe'],
    instagram_urls: ['https://www.instagram.com/zoe.robots'],
    is_subsidiary: false,
    custom: '{"tier":"A"}',
  })
  const offices = JSON.parse(
    String(known(cellsOf(formatOf('COMPANY_GENERIC_CSV'), acme as never))['office_locations_raw']),
  )
  expect(offices[1]).toMatchObject({ address: 'Torstr. 1', location: { city: 'Berlin' } })
})

test('PROSPECT_GENERIC_CSV', () => {
  expect(known(cellsOf(formatOf('PROSPECT_GENERIC_CSV'), ada as never))).toMatchObject({
    id: '12',
    first_name: 'Ada Marie',
    full_name: 'Ada Marie O’Brien',
    profile_url: 'https://www.pnet.example/in/ada-o-brien',
    company: 'Zoë Robotics',
    company_domain: 'zoe.example',
    company_description: 'Robots.',
    company_pnet_url: 'https://www.pnet.example/company/zoe-robotics',
    employment_type: ['Full-time'],
    job_title: 'CTO',
    job_seniority: 'Executive',
    months_in_current_job: 22,
    months_in_current_company: 72,
    state: 'Missouri',
    timezone: 'America/Chicago',
    work_email_1: 'Ada.OBrien@zoe.example',
    work_email_2: 'info@zoe.example',
    personal_email_1: 'a.o.brien@gmail.com',
    other_emails: ['ada@forum.example'],
    emails_verified: ['Ada.OBrien@zoe.example'],
    phone_number_1: '+14155550101',
    phone_number_2: '+442070313000',
    other_phone_numbers: ['+14155550102'],
    age: 35,
    years_of_experience: 14,
    num_jobs: 2,
    education: ['PhD, Robotics at MIT'],
    past_jobs: ['Engineer at Globex (2012-01-15 to 2019-12-31)'],
    skills: ['Rust', 'Robots'],
    certifications: ['Scrum, Board'],
    is_in_stealth: false,
    company_hq_city: 'San Francisco',
    company_categories: ['robots'],
    company_category_groups: ['hardware'],
    company_employee_count_lower: 51,
    company_funding_stage: 'series_b',
    company_last_funded_at: '2019-04-01',
    company_num_followers: 1_200,
  })
})

test('PROSPECT_PNET_ADS_CSV: the template of contact lists', () => {
  const format = formatOf('PROSPECT_PNET_ADS_CSV')
  expect(cellsOf(format, ada as never)).toEqual([
    // echo -n ada.obrien@zoe.example | sha256sum
    ['email', 'b99132af5f8d8fd68864d645147898fc5c3c57f6d95fdcbb8e329800e309824c'],
    ['firstname', 'Ada Marie'],
    ['lastname', "O'Brien"],
    ['jobtitle', 'CTO'],
    ['employeecompany', 'Zoë Robotics'],
    ['country', 'US'],
    ['googleaid', null],
  ])
  expect(format.includes?.(ada as never)).toBe(true)
  expect(format.includes?.(nobody as never)).toBe(false)
})

test('PROSPECT_GOOGLE_ADS_CSV: Customer Match, hashed', () => {
  const format = formatOf('PROSPECT_GOOGLE_ADS_CSV')
  expect(cellsOf(format, ada as never)).toEqual([
    ['Email', sha256('ada.obrien@zoe.example')],
    ['Email', sha256('info@zoe.example')],
    ['Phone', sha256('+14155550101')],
    ['Phone', sha256('+442070313000')],
    ['First Name', sha256('ada marie')],
    ['Last Name', sha256("o'brien")],
    ['Country', 'US'],
    ['Zip', '63101-1234'],
  ])
  const [mail] = cellsOf(format, {
    ...ada,
    contacts: {
      phones: [],
      emails: [{ address: 'A.O.Brien@Gmail.com', type: 'personal', status: 'unknown' }],
    },
  } as never)
  expect(mail).toEqual(['Email', sha256('aobrien@gmail.com')])
  expect(format.includes?.(nobody as never)).toBe(false)
  // Without an address or a number: by name, country and postal code together.
  expect(format.includes?.({ ...ada, contacts: nobody.contacts } as never)).toBe(true)
})

test('PROSPECT_META_ADS_CSV: a customer list, every cell hashed', () => {
  const format = formatOf('PROSPECT_META_ADS_CSV')
  expect(cellsOf(format, ada as never)).toEqual([
    ['email', sha256('ada.obrien@zoe.example')],
    ['email', sha256('info@zoe.example')],
    ['email', sha256('a.o.brien@gmail.com')],
    ['phone', sha256('14155550101')],
    ['phone', sha256('442070313000')],
    ['phone', sha256('14155550102')],
    ['fn', sha256('ada marie')],
    ['ln', sha256('obrien')],
    ['zip', sha256('63101')],
    ['ct', sha256('stlouis')],
    ['st', sha256('mo')],
    ['country', sha256('us')],
  ])
  expect(format.includes?.({ ...ada, contacts: nobody.contacts } as never)).toBe(false)
})

test('COMPANY_PNET_ADS_CSV: the template of company lists', () => {
  const format = formatOf('COMPANY_PNET_ADS_CSV')
  expect(cellsOf(format, acme as never)).toEqual([
    ['companyname', 'Zoë Robotics, Inc.'],
    ['companywebsite', 'zoe.example'],
    ['companyemaildomain', 'zoe.example'],
    ['linkedincompanypageurl', 'https://www.pnet.example/company/zoe-robotics'],
    ['stocksymbol', 'ZOE'],
    ['industry', 'Automation Machinery'],
    ['city', 'San Francisco'],
    ['state', 'California'],
    ['companycountry', 'US'],
    ['zipcode', '94105-1234'],
  ])
  expect(format.includes?.({ ...acme, record: completeCompany({}) } as never)).toBe(false)
})

test('the lists for fixing addresses say what is wrong with each', () => {
  expect(known(cellsOf(formatOf('PNET_PROFILE_URL_FIXUP'), ada as never))).toEqual({
    id: '12',
    full_name: 'Ada Marie O’Brien',
    job_title: 'CTO',
    company: 'Zoë Robotics',
    company_domain: 'zoe.example',
    profile_url: 'https://www.pnet.example/in/ada-o-brien',
    url_state: 'ok',
  })
  expect(known(cellsOf(formatOf('PNET_COMPANY_URL_FIXUP'), acme as never))).toMatchObject({
    pnet_url: 'https://www.pnet.example/company/zoe-robotics',
    url_state: 'ok',
  })
  expect(urlState(null, 'person', network)).toBe('missing')
  expect(urlState('https://elsewhere.example/in/ada', 'person', network)).toBe('not_a_page')
  expect(urlState('https://www.pnet.example/company/ada', 'person', network)).toBe('not_a_page')
  expect(urlState('https://www.pnet.example/company/4711', 'company', network)).toBe('by_id')
  expect(urlState('https://www.pnet.example/school/mit', 'company', network)).toBe('ok')
})

test('GOOGLE_MAPS_CSV and DOMAIN_AGENT_CSV', () => {
  expect(cellsOf(formatOf('GOOGLE_MAPS_CSV'), acme as never)).toEqual([
    ['Name', 'Zoë Robotics, Inc.'],
    ['Address', '1 Main St, San Francisco, CA 94105'],
    ['Latitude', 37.79],
    ['Longitude', -122.4],
    ['Website', 'https://www.zoe.example'],
    ['Phone', '+14155550100'],
    ['Industry', 'Software'],
  ])
  expect(known(cellsOf(formatOf('DOMAIN_AGENT_CSV'), acme as never))).toEqual({
    name: 'Zoë Robotics, Inc.',
    domain: 'zoe.example',
    description: 'Robots.',
    address: '1 Main St, San Francisco, CA 94105',
    city: 'San Francisco',
    state: 'California',
    country: 'United States',
    otherContext: 'Software; https://www.pnet.example/company/zoe-robotics',
  })
  expect(formatOf('GOOGLE_MAPS_CSV').includes?.({ ...acme, record: completeCompany({}) } as never)).toBe(
    false,
  )
})

test('what a platform takes is told, and whether this list is of that size', () => {
  const told = (name: string, rows: number) => adviceOn(formatOf(name), rows)
  const counted = 'Rows that cannot match are omitted: rows of getExport is the count.'
  const campaigns = "The network's campaign manager takes lists of 300 to 300,000 rows"
  for (const name of ['PROSPECT_PNET_ADS_CSV', 'COMPANY_PNET_ADS_CSV']) {
    expect(told(name, 299)).toBe(`${campaigns}, and this one has 299 at most. ${counted}`)
    expect(told(name, 300)).toBe(`${campaigns}. ${counted}`)
    expect(told(name, 300_001)).toContain('this one may have 300,001: split it')
  }
  expect(told('PROSPECT_META_ADS_CSV', 99)).toContain('from 100 rows on, and this one has 99 at most.')
  expect(told('PROSPECT_GOOGLE_ADS_CSV', 100)).toBe(`Google Ads takes lists from 100 rows on. ${counted}`)
  expect(told('PROSPECT_GENERIC_CSV', 1)).toBeUndefined()
})
