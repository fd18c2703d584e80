import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toDollars } from '../records/index.ts'
import { pdlMapping } from './formats/pdl.ts'
import { loadMapping, rowReader } from './index.ts'

// What vendors' fields with a counterpart in records become.

const asOf = '2026-01-15'

function pdl(kind: 'companies' | 'people', value: object): Record<string, unknown> {
  const outcome = rowReader({ kind, mapping: pdlMapping(kind), asOf })({ line: 1, value, bytes: 0 })
  if (!('record' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.record as Record<string, unknown>
}

async function mapped(map: string, value: object): Promise<Record<string, unknown>> {
  const mapping = await loadMapping(join(import.meta.dirname, '../../../docs/guide/maps', map))
  const outcome = rowReader({ kind: mapping.kind, mapping, asOf })({ line: 1, value, bytes: 0 })
  if (!('record' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome.record as Record<string, unknown>
}

describe('a company of People Data Labs', () => {
  test('has its funding, revenue, industries and exchange', () => {
    const record = pdl('companies', {
      name: 'anvil works',
      website: 'anvil.example',
      latest_funding_stage: 'series_b',
      last_funding_date: '2024-03-01',
      number_funding_rounds: 4,
      funding_details: [
        {
          funding_round_date: '2024-03-01',
          funding_raised: 20_000_000,
          funding_currency: 'EUR',
          funding_type: 'series_b',
          investing_companies: ['north fund'],
        },
        { funding_round_date: '2020-01-01', funding_raised: 1_000_000, funding_type: 'seed' },
      ],
      inferred_revenue: '$10M-$25M',
      naics: [{ naics_code: '541511', sector: 'professional services' }],
      ticker: 'anv',
      mic_exchange: 'xnas',
    })
    expect(record).toMatchObject({
      funding_stage: 'series_b',
      num_funding_rounds: 4,
      full_funding_rounds: [
        {
          round_type: 'series_b',
          round_date: '2024-03-01',
          round_raised_usd: toDollars({ amount: 20_000_000, currency: 'EUR', date: '2024-03-01' }),
          investors: [{ investor_name: 'North Fund' }],
        },
        { round_type: 'seed', round_raised_usd: 1_000_000 },
      ],
      revenue_estimate: { value_usd: { gte: 10_000_000, lte: 25_000_000 }, sources: ['pdl'] },
      naics_codes: ['541511'],
      stock_info_consensus: { ticker: 'ANV', exchange: 'XNAS' },
    })
  })

  test('without details has its last round', () => {
    expect(
      pdl('companies', {
        name: 'anvil works',
        website: 'anvil.example',
        latest_funding_stage: 'seed',
        last_funding_date: '2021-07-09',
      })['full_funding_rounds'],
    ).toMatchObject([{ round_type: 'seed', round_date: '2021-07-09' }])
  })
})

test('a person of People Data Labs speaks languages at a level', () => {
  const { languages } = pdl('people', {
    full_name: 'mara lind',
    linkedin_username: 'mara-lind-x',
    languages: [
      { name: 'danish', proficiency: 5 },
      { name: 'french', proficiency: null },
    ],
  })
  expect(languages).toMatchObject([
    {
      name: 'Danish',
      proficiency_id: 'native_or_bilingual',
      proficiency_name: 'Native or bilingual proficiency',
    },
    { name: 'French' },
  ])
})

test('a person of Coresignal has patents, publications, memberships, and addresses with what was verified', async () => {
  const record = await mapped('coresignal-people.yaml', {
    id: 7,
    full_name: 'Mara Lind',
    linkedin_url: 'https://www.linkedin.com/in/mara-lind-x',
    primary_professional_email: 'mara@anvil.example',
    primary_professional_email_status: 'verified',
    professional_emails_collection: [
      { professional_email: 'm.lind@brook.example', professional_email_status: 'matched_pattern' },
    ],
    languages: [{ language: 'Danish', proficiency: 'Native or bilingual proficiency' }],
    patents: [{ title: 'A hinge', patent_url: 'https://patents.example/1', date_year: 2019, date_month: 4 }],
    publications: [{ title: 'On hinges', publisher_names: ['Hinge Press'], date_year: 2020 }],
    organizations: [{ organization_name: 'Hinge Society', position: 'Chair', date_from_year: 2018 }],
    certifications: [{ title: 'Hinge maker', issuer: 'Hinge Board', date_from: 'March 2021' }],
  })
  expect(record).toMatchObject({
    emails: [
      { email: 'mara@anvil.example', type: 'work', status: 'valid' },
      { email: 'm.lind@brook.example', type: 'work' },
    ],
    languages: [{ proficiency_id: 'native_or_bilingual' }],
    patents: [{ title: 'A hinge', url: 'https://patents.example/1', date: '2019-04' }],
    publications: [{ title: 'On hinges', publisher: 'Hinge Press', date: '2020' }],
    organizations: [{ name: 'Hinge Society', title: 'Chair', start_date: '2018' }],
    certifications: [{ title: 'Hinge maker', date: '2021-03' }],
  })
  expect(record['emails']).not.toContainEqual(
    expect.objectContaining({ email: 'm.lind@brook.example', status: 'valid' }),
  )
})

test('a company of Coresignal has what it bought', async () => {
  const { acquisitions } = await mapped('coresignal-companies.yaml', {
    id: 7,
    company_name: 'Anvil Works',
    website: 'anvil.example',
    acquisition_list_source_1: [
      { acquiree_name: 'Brook Foods', announced_date: '2023-05-01', price: 2_000_000, currency: 'USD' },
    ],
  })
  expect(acquisitions).toMatchObject([
    { acquiree_name: 'Brook Foods', acquisition_date: '2023-05-01', price_usd: 2_000_000 },
  ])
})

test('an address of Apollo that was verified is one', async () => {
  const { emails } = await mapped('apollo-people.yaml', {
    id: '7',
    name: 'Mara Lind',
    email: 'mara@anvil.example',
    email_status: 'verified',
  })
  expect(emails).toMatchObject([{ email: 'mara@anvil.example', type: 'work', status: 'valid' }])
})

test.each([
  ['work_direct', 'work'],
  ['Direct Dial', 'work'],
  ['HQ', 'work'],
  ['Cell', 'mobile'],
  ['fax', 'other'],
  ['Mobile', 'mobile'],
])('a phone number that is called %s is of kind %s', (said, type) => {
  const read = rowReader({ kind: 'people', asOf })
  const value = { name: 'Mara Lind', phone_numbers: [{ number: '+4930123456', type: said }] }
  expect(read({ line: 1, value, bytes: 0 })).toMatchObject({ record: { phone_numbers: [{ type }] } })
})
