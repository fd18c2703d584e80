import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDataset, shippedFolder } from '../../src/corpus/datasets/index.ts'
import {
  loadMapping,
  readRecords,
  rowReader,
  type Mapping,
  type RowOutcome,
} from '../../src/corpus/import/index.ts'
import { projectRoot } from '../e2e/running-server.ts'

// What the mappings make of their samples: values that a register writes in a way of its own.

type Row = Record<string, unknown>

async function outcomes(file: string, mapping: Mapping): Promise<RowOutcome[]> {
  const read = rowReader({ kind: mapping.kind, mapping, asOf: '2026-11-27' })
  const all: RowOutcome[] = []
  for await (const row of readRecords(file, { select: mapping.select })) all.push(read(row))
  return all
}

/** The records of a sample, and how many rows were left out. */
async function recordsOf(name: string, map = 'companies'): Promise<{ records: Row[]; leftOut: number }> {
  const { entry, maps, folder } = await readDataset(join(shippedFolder, name))
  const { mapping } = maps.find(({ file }) => file.endsWith(`${map}.yaml`))!
  const all = await outcomes(join(folder, entry.sample.file), mapping)
  const records = all.flatMap((outcome) => ('record' in outcome ? [outcome.record as Row] : []))
  expect(all.filter((outcome) => 'rejected' in outcome)).toEqual([])
  return { records, leftOut: all.length - records.length }
}

const place = (country_code: string, city: string | null = null) =>
  expect.objectContaining({ country_code, city })

describe('a register of companies', () => {
  test('Companies House: former names, days of the kingdom, SIC codes, and no status of what is insolvent', async () => {
    const { records } = await recordsOf('companies-house')
    expect(records[3]).toMatchObject({
      preferred_name: '!OBAC UK LIMITED',
      names: ['!OBAC UK LIMITED', '!OBAC FITTINGS LIMITED'],
      external_ids: { 'companies-house': '07687209' },
      status_consensus: 'active',
      founded_on_consensus: '2011-06-29',
      location_consensus: place('GBR', 'TADLEY'),
      alt_industries: ['Management consultancy activities other than financial management'],
      custom_data: { legal_form: 'Private Limited Company', sic_codes: '70229' },
    })
    expect(records[1]).not.toHaveProperty('alt_industries')
  })

  test.each([
    ['Active - Proposal to Strike off', 'active'],
    ['Liquidation', undefined],
    ['In Administration', undefined],
    ['Dissolved', 'closed'],
    ['Converted/Closed', 'closed'],
  ])('Companies House: %s is %s', async (CompanyStatus, status) => {
    const { maps } = await readDataset(join(shippedFolder, 'companies-house'))
    const row = {
      CompanyName: 'A LTD',
      CompanyNumber: '00000006',
      CompanyStatus,
      'RegAddress.Country': 'WALES',
    }
    const record = maps[0]!.mapping.map(row, '2026-11-27')
    expect(record?.['status_consensus']).toBe(status)
    expect(record?.['location_consensus']).toMatchObject({ country_code: 'GBR' })
  })

  test('Brreg: site, telephone, employees and codes; bankrupt units are closed and sole proprietors left out', async () => {
    const { records } = await recordsOf('brreg')
    expect(records[0]).toMatchObject({
      preferred_name: 'EQUINOR ASA',
      external_ids: { brreg: '923609016' },
      domains: ['equinor.com'],
      phone_numbers: ['+4751990000'],
      employee_count_consensus: { gte: 21_408, lte: 21_408 },
      status_consensus: 'active',
      founded_on_consensus: '1972-09-18',
      location_consensus: place('NOR', 'STAVANGER'),
      custom_data: { legal_form: 'ASA', nace_codes: '06.100; 06.200; 19.200' },
    })
    const { maps } = await readDataset(join(shippedFolder, 'brreg'))
    const unit = {
      organisasjonsnummer: '923609016',
      navn: 'X',
      konkurs: true,
      organisasjonsform: { kode: 'AS' },
    }
    expect(maps[0]!.mapping.map(unit, '2026-11-27')).toMatchObject({ status_consensus: 'closed' })
    const person = { ...unit, organisasjonsform: { kode: 'ENK' } }
    expect(maps[0]!.mapping.map(person, '2026-11-27')).toBeUndefined()
  })

  test('Sirene: bands of employees, ended units; persons in business and names not to be spread are left out', async () => {
    const { records, leftOut } = await recordsOf('sirene')
    expect(leftOut).toBe(2)
    expect(records.map((record) => [record['status_consensus'], record['employee_count_consensus']])).toEqual(
      [
        ['active', { gte: 250, lte: 499 }],
        ['closed', undefined],
        ['active', { gte: 1, lte: 2 }],
      ],
    )
    expect(records[0]).toMatchObject({
      names: ['ATELIERS DU VAL BLEU', 'VAL BLEU'],
      founded_on_consensus: '1986-04-01',
      location_consensus: place('FRA'),
      custom_data: { legal_form: '5710', naf_code: '28.29B' },
    })
  })

  test('SEC submissions: former names, ticker with exchange, place; people who own shares are left out', async () => {
    const { records, leftOut } = await recordsOf('sec-submissions')
    expect(leftOut).toBe(1)
    expect(records[0]).toMatchObject({
      preferred_name: 'Tesla, Inc.',
      names: ['Tesla, Inc.', 'TESLA MOTORS INC'],
      external_ids: { cik: '1318605', ticker: 'NASDAQ:TSLA' },
      stock_info_consensus: { ticker: 'TSLA', exchange: 'Nasdaq' },
      phone_numbers: ['+16506815000'],
      location_consensus: place('USA', 'PALO ALTO'),
      custom_data: { sic_code: '3711' },
    })
  })

  test('SEC company facts: revenue of the newest whole year, and shares as last counted', async () => {
    const { records } = await recordsOf('sec-company-facts')
    expect(records[0]).toMatchObject({
      external_ids: { cik: '0001997711' },
      revenue_usd: 43_862_372,
      revenue_estimate: { fiscal_year: 2024 },
      custom_data: { shares_outstanding: '31668601', shares_counted_on: '2025-04-02' },
    })
  })

  test('Form D: issuers and rounds by CIK; an amendment is the same round, and funds are left out', async () => {
    const companies = await recordsOf('sec-form-d')
    expect(companies.leftOut).toBe(2)
    expect(companies.records[0]).toMatchObject({
      preferred_name: 'Quillmark Software, Inc.',
      names: ['Quillmark Software, Inc.', 'Quill Labs, Inc.'],
      external_ids: { cik: '0009999001' },
      founded_on_consensus: '2023',
      location_consensus: place('USA', 'Boston'),
      observed_at: '2026-01-12',
    })
    expect(companies.records[2]).toMatchObject({ location_consensus: place('NOR', 'Trondheim') })
    const rounds = await recordsOf('sec-form-d', 'rounds')
    expect(rounds.records).toMatchObject([
      {
        external_ids: { cik: '0009999001' },
        round_date: '2026-01-05',
        round_raised_usd: 5_000_000,
        round_type: 'undisclosed',
      },
      {
        external_ids: { cik: '0009999001' },
        round_date: '2026-01-05',
        round_raised_usd: 8_000_000,
        round_type: 'undisclosed',
      },
      {
        external_ids: { cik: '0009999004' },
        round_date: '2026-02-28',
        round_raised_usd: 1_500_000,
        round_type: 'debt_financing',
      },
    ])
  })

  test('GLEIF relationships: one record a company with all its parents; funds and what has ended left out', async () => {
    const { records, leftOut } = await recordsOf('gleif-relationships')
    expect(leftOut).toBe(4)
    expect(records.map(({ is_subsidiary, custom_data }) => [is_subsidiary, custom_data])).toEqual([
      [true, { parent_lei: '9999000000000000B143', ultimate_parent_lei: '9999000000000000C113' }],
      [true, { head_office_lei: '9999000000000000B143' }],
    ])
  })

  test('OpenAlex: schools with the ids that join them to other sets', async () => {
    const { records } = await recordsOf('openalex-institutions')
    expect(records[0]).toMatchObject({
      primary_role: 'school',
      domains: ['unc.edu'],
      external_ids: { openalex: 'I114027177', ror: '0130frc33', wikidata: 'Q192334', grid: 'grid.10698.36' },
      location_consensus: place('USA', 'Chapel Hill'),
    })
  })

  test('Wikidata: organisations alone, with days as precise as they are and the staff that is preferred', async () => {
    const { records, leftOut } = await recordsOf('wikidata')
    expect(leftOut).toBe(7)
    expect(records.map((record) => record['founded_on_consensus'])).toEqual([
      '1976-04-01',
      '1972',
      '1950-05',
      undefined,
    ])
    expect(records.map((record) => record['status_consensus'])).toEqual([
      undefined,
      undefined,
      'closed',
      undefined,
    ])
    expect(records[0]).toMatchObject({
      external_ids: { wikidata: 'Q312', lei: 'HWUPKR0MPOU8FGXBT394', cik: '0000320193' },
      domains: ['apple.com'],
      employee_count_consensus: { gte: 164_000, lte: 164_000 },
      location_consensus: place('USA', 'Cupertino'),
      alt_industries: ['information technology'],
    })
  })

  test('Wikidata: a statement that was found wrong says nothing, and the preferred one goes before others', async () => {
    const { maps } = await readDataset(join(shippedFolder, 'wikidata'))
    const claim = (value: string, rank = 'normal') => ({ rank, mainsnak: { datavalue: { value } } })
    const item = {
      id: 'Q1',
      labels: { en: { value: 'Ranked' } },
      claims: {
        P1278: [
          claim('HWUPKR0MPOU8FGXBT394', 'deprecated'),
          claim('5493001KJTIIGC8Y1R12'),
          claim('529900T8BM49AURSDO55', 'preferred'),
        ],
        P5531: [claim('0000320193', 'deprecated')],
        P2002: [claim('former', 'deprecated'), claim('ranked')],
        P576: [claim('2001', 'deprecated')],
      },
    }
    const record = maps[0]!.mapping.map(item, '2026-11-27')
    expect(record).toMatchObject({
      external_ids: { lei: '529900T8BM49AURSDO55' },
      twitter_handles: ['ranked'],
    })
    expect(record?.['external_ids']).not.toHaveProperty('cik')
    expect(record).not.toHaveProperty('status_consensus')
  })

  test('brands of the name-suggestion index: site and logo of each, and no flags', async () => {
    const { records, leftOut } = await recordsOf('name-suggestion-index')
    expect(leftOut).toBe(1)
    expect(records[0]).toMatchObject({
      preferred_name: 'Alior Bank',
      external_ids: { wikidata: 'Q9148395' },
      domains: ['aliorbank.pl'],
      logo_url: 'https://commons.wikimedia.org/wiki/Special:FilePath/Logo-Alior-Bank-SVG.svg',
      status_consensus: 'active',
    })
    expect(records[3]).toMatchObject({ preferred_name: 'Cora', status_consensus: 'closed' })
  })
})

test('ORCID: employments, educations and works that are public; who withdrew or shows nothing is left out', async () => {
  const { records, leftOut } = await recordsOf('orcid', 'people')
  expect(leftOut).toBe(2)
  expect(records[0]).toMatchObject({
    name: 'Josiah S. Carberry',
    external_ids: { orcid: '0000-0002-1825-0097' },
    experiences: [
      { company_name: 'Example Observatory', start_date: '1935', end_date: '1936', is_current: false },
      {
        company_name: 'Brown University',
        title: 'Professor of Psychoceramics',
        start_date: '1929-10-01',
        is_current: true,
      },
    ],
    education: [
      { school_name: 'Wesleyan University', degree: 'BA', start_date: '1925-09', end_date: '1929-06-15' },
    ],
    publications: [
      { title: 'Toward a Unified Theory of Pots', url: 'https://doi.org/10.5555/12345678', date: '2008-08' },
    ],
  })
  expect(JSON.stringify(records)).not.toMatch(/Hidden Institute|dob|birth/)
})

test('Overture: places with point and state; what it doubts is left out', async () => {
  const guide = join(projectRoot, 'docs/guide')
  const mapping = await loadMapping(join(guide, 'maps/overture-places.yaml'))
  const all = await outcomes(join(guide, 'files/overture-places.geojson'), mapping)
  expect(all).toMatchObject([
    {
      record: {
        place_id: '77',
        name: "Bucky's Gas & Sushi",
        types: ['gas_station_sushi', 'gas_station', 'sushi_restaurant'],
        location: { city: 'Austin', country_code: 'USA', coordinates: { lat: 30.2672, lon: -97.7431 } },
        business_status: 'open',
      },
    },
    { leftOut: true },
    { record: { name: 'Old Mill', business_status: 'closed_permanently' } },
  ])
})
