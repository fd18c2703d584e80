import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { nativeCompany, nativePerson, seniorities } from '../../records/index.ts'
import { findNetworkIndustry } from '../../reference/index.ts'
import { rowReader } from '../run/native-row.ts'
import { standardIndustries } from './industries.ts'
import { pdlMapping } from './pdl.ts'
import { pdlCompany, pdlPerson } from './pdl-shapes.ts'
import type { Drift, Shape } from './shape.ts'

const asOf = '2026-01-01'

function readerOf(kind: 'companies' | 'people') {
  const read = rowReader({ kind, mapping: pdlMapping(kind)!, asOf })
  return (value: object) => {
    const drifts: Drift[] = []
    const outcome = read(
      { line: 1, value: structuredClone(value), bytes: 1 },
      { drifted: (each) => drifts.push(each) },
    )
    // Tests look into records of every shape; their assertions are the check.
    // oxlint-disable-next-line typescript/no-explicit-any
    const record = 'record' in outcome ? (outcome.record as any) : undefined
    return { record, outcome, drifts }
  }
}
const person = readerOf('people')
const company = readerOf('companies')

describe('people', () => {
  const ada = {
    id: 'qEnO-1',
    full_name: "ada o'neil",
    first_name: 'ada',
    last_name: "o'neil",
    birth_year: '1988',
    birth_date: null,
    linkedin_url: 'linkedin.com/in/ada-oneil?trk=x',
    linkedin_username: null,
    work_email: 'ADA@acme.example',
    personal_emails: ['ada@mail.example'],
    emails: [
      { address: 'old@globex.example', type: 'professional' },
      { address: 'not an address', type: null },
    ],
    mobile_phone: '+14155550123',
    phone_numbers: ['+14155550123', 'x'],
    location_locality: 'san francisco',
    location_region: 'california',
    location_country: 'united states',
    location_geo: '37.77,-122.41',
    skills: ['crm', 'negotiation'],
    experience: [
      {
        title: {
          name: 'vp of sales',
          levels: ['manager', 'vp'],
          role: 'sales',
          sub_role: 'accounts',
        },
        company: {
          name: 'acme robotics',
          linkedin_id: '77',
        },
        start_date: '2020-03',
        end_date: null,
        is_primary: true,
        location_names: ['london, england'],
      },
      {
        title: {
          name: 'intern',
          levels: ['training'],
          role: null,
        },
        company: {
          name: 'globex',
          linkedin_id: 'none',
        },
        start_date: '2010',
        end_date: '2011-05-31',
        is_primary: false,
      },
    ],
    education: [
      {
        school: { name: 'mit', linkedin_id: '1503' },
        degrees: ['bachelor of science', 'bachelors'],
        majors: [],
        gpa: 3.9,
      },
    ],
    profiles: [
      { network: 'linkedin', username: 'ada-oneil' },
      { network: 'linkedin', username: 'ada-old' },
      { network: 'twitter', username: 'ada' },
    ],
  }

  it('come with names as written, contacts, positions, partial dates and every slug', () => {
    const { record, drifts } = person(ada)
    expect(drifts).toEqual([])
    expect(record).toMatchObject({
      name: "Ada O'Neil",
      primary_slug: 'ada-oneil',
      slugs: ['ada-oneil', 'ada-old'],
      dob: '1988',
      external_ids: { pdl: 'qEnO-1' },
      phone_numbers: [
        {
          number: '+14155550123',
          type: 'mobile',
        },
        { number: '+14155550123' },
      ],
      inferred_location: {
        city: 'San Francisco',
        state_code: 'CA',
        country_code: 'USA',
        coordinates: { lat: 37.77 },
      },
      education: [
        {
          school_id: '1503',
          degree: 'Bachelor of Science, Bachelors',
          grade: '3.9',
        },
      ],
    })
    expect(record.emails).toEqual([
      { email: 'ada@acme.example', type: 'work' },
      { email: 'old@globex.example', type: 'work' },
      { email: 'ada@mail.example', type: 'personal' },
    ])
    expect(record.experiences).toMatchObject([
      {
        title: 'VP of Sales',
        company_name: 'Acme Robotics',
        pnet_company_id: '77',
        is_current: true,
        start_date: '2020-03',
        seniority: 'Executive',
        job_function: ['Sales'],
        locality: 'London, England',
      },
      { title: 'Intern', is_current: false, end_date: '2011-05-31', seniority: 'Internship' },
    ])
    expect(record.experiences[1].pnet_company_id ?? null).toBeNull()
    // Worked out of the positions, so that a delivery that says the same changes nothing: lengths grow by the day.
    expect(record).not.toHaveProperty('tenures')
  })

  it('of a delivery without experience have the current position; hidden, changed and new members are told', () => {
    const { experience: _none, ...flat } = ada
    const { record, drifts } = person({
      ...flat,
      job_title: 'chief technology officer',
      job_title_levels: 'cxo',
      job_company_name: 'globex',
      personal_emails: true,
      birth_year: 1988,
      inferred_salary: '>250,000',
    })
    expect(record.experiences).toMatchObject([
      { title: 'Chief Technology Officer', company_name: 'Globex', is_current: true, seniority: 'Executive' },
    ])
    expect(drifts.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
      'changed birth_year',
      'changed job_title_levels',
      'unknown inferred_salary',
      'unreadable personal_emails',
    ])
    expect(person({ id: '1', full_name: 'x' }).record.experiences ?? []).toEqual([])
  })
})

describe('companies', () => {
  it('come with slugs, domains, size, industries, place and age', () => {
    const { record, drifts } = company({
      id: 'acme',
      name: 'acme robotics',
      website: 'https://www.acme.example/x',
      founded: 1999,
      size: '10001+',
      employee_count: null,
      industry: 'computer software',
      type: 'government',
      ticker: 'acm',
      linkedin_id: '77',
      linkedin_url: 'linkedin.com/company/acme',
      twitter_url: 'twitter.com/acme',
      profiles: ['linkedin.com/company/acme', 'linkedin.com/company/acme-old', 'facebook.com/acme'],
      alternative_names: ['acme robots'],
      location: {
        name: 'paris, île-de-france, france',
        locality: 'paris',
        region: 'île-de-france',
        country: 'france',
      },
    })
    expect(drifts).toEqual([])
    expect(record).toMatchObject({
      preferred_name: 'Acme Robotics',
      names: ['Acme Robotics', 'Acme Robots'],
      li_org_id: '77',
      pnet_primary_slug: 'acme',
      pnet_slugs: ['acme', 'acme-old'],
      domains: ['acme.example'],
      employee_count_consensus: {
        gte: 10001,
        lte: null,
      },
      founded_on_consensus: '1999',
      tags: ['is-government'],
      stock_info_consensus: { ticker: 'ACM' },
      twitter_handles: ['acme'],
      standard_industries: ['Information Technology', 'Software'],
      location_consensus: {
        city: 'Paris',
        country_code: 'FRA',
      },
    })
    // Its own id of a company is not one that stays.
    expect(record.external_ids).toBeUndefined()
  })
})

/** Any row of a shape, nulls and left out members included. */
function rowsOf(shape: Shape, path = ''): Arbitrary<unknown> {
  if (shape === 'number') return fc.integer({ min: 0, max: 3000 })
  if (shape === 'flag') return fc.boolean()
  if (shape === 'text')
    return /date|year|founded|updated/.test(path)
      ? fc.constantFrom('2020', '2020-03', '2020-03-31', '2020-02-31', '')
      : fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('vp', 'cxo', '77', 'paris', 'france', 'a.example'),
        )
  if (Array.isArray(shape)) return fc.array(rowsOf((shape as [Shape])[0], path), { maxLength: 3 })
  const members = Object.entries(shape).map(([key, inner]) => [key, fc.option(rowsOf(inner, key))] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: [] })
}

test.each([
  ['people', pdlPerson, nativePerson],
  ['companies', pdlCompany, nativeCompany],
] as const)('every row of %s as documented becomes a valid record', (kind, shape, schema) => {
  const read = readerOf(kind)
  fc.assert(
    fc.property(rowsOf(shape), (row) => {
      const { record, outcome, drifts } = read(row as object)
      // Numbers of any size: what is not a year is left out.
      expect(drifts.filter(({ kind }) => kind !== 'unusable')).toEqual([])
      expect(outcome).toHaveProperty('record')
      expect(schema.safeParse(record).error).toBeUndefined()
      for (const each of record.experiences ?? [])
        if (each.seniority) expect(seniorities).toContain(each.seniority)
    }),
    { numRuns: 300 },
  )
})

const folder = join(import.meta.dirname, '../../../../../shared/data/pdl')

describe.skipIf(!existsSync(folder))('the schemas the vendor publishes', () => {
  const paths = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0] as string)

  test.each([
    ['company.fields.tsv', pdlCompany],
    ['person.fields.tsv', pdlPerson],
  ] as const)('%s: every member is known', (file, shape) => {
    const unknown = paths(file).filter((path) => {
      let inner: Shape | undefined = shape
      for (const key of path.replaceAll('[]', '').split('.')) {
        if (Array.isArray(inner)) inner = inner[0] as Shape
        inner =
          typeof inner === 'object' && !Array.isArray(inner)
            ? (inner as Record<string, Shape>)[key]
            : undefined
      }
      return inner === undefined
    })
    expect(unknown).toEqual([])
  })

  it('every industry has a standard one, and is one of the network', () => {
    const { properties } = JSON.parse(readFileSync(join(folder, 'company.schema.json'), 'utf8')) as {
      properties: { industry: { enum: string[] } }
    }
    const { enum: names } = properties.industry
    expect(names.filter((name) => standardIndustries[name] === undefined)).toEqual([])
    expect(names.filter((name) => findNetworkIndustry(name) === undefined)).toEqual([])
  })
})
