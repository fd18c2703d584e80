import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { enriching } from '../../../support/enriching.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import type { NativePerson } from '../../../../src/corpus/records/index.ts'
import { pdlMapping } from '../../../../src/corpus/import/formats/pdl.ts'
import {
  importFile,
  loadMapping,
  readRecords,
  type ImportSummary,
  type Mapping,
} from '../../../../src/corpus/import/index.ts'
import { rowReader } from '../../../../src/corpus/import/run/native-row.ts'

// The maps for vendors' formats, on files of their shape with made-up rows: what they load is found by filters.

const guide = join(import.meta.dirname, '../../../../docs/guide')
const files = readdirSync(join(guide, 'files/vendors')).sort()

let service: TestAlmanac
const summaries = new Map<string, ImportSummary>()

async function load(file: string): Promise<ImportSummary> {
  const mapping = await loadMapping(join(guide, 'maps', file.replace(/\.\w+$/, '.yaml')))
  return importFile({
    kind: mapping.kind,
    file: join(guide, 'files/vendors', file),
    mapping,
    source: mapping.source ?? file,
    observedAt: new Date(service.clock.now()),
    batchRows: 100,
    writer: service.almanac.writer,
    onRejects: async (rejected) => expect(rejected).toEqual([]),
  })
}

beforeAll(async () => {
  service = await testAlmanac()
  for (const file of files) summaries.set(file, await load(file))
})

async function asked(route: string, body: object) {
  const { rawKey: key } = await service.org()
  const found = await service.send(route, { key, body })
  expect([found.status, found.body.warnings ?? []], found.text).toEqual([200, []])
  return found.body.output.data as { name?: string; preferred_name?: string }[]
}
const companies = async (searchParams: object) =>
  (await asked('POST /v1/company-search', { searchParams })).map((each) => each.preferred_name).sort()
const people = async (body: object) =>
  (await asked('POST /v1/people-search', body)).map((each) => each.name).sort()

test('every vendor has companies and people, every row is a record or left out by its map', () => {
  expect(files.map((file) => file.replace(/-(companies|people)\.\w+$/, ''))).toEqual(
    ['apollo', 'brightdata', 'clearbit', 'coresignal', 'crunchbase'].flatMap((each) => [each, each]),
  )
  const counted = Object.fromEntries(
    [...summaries].map(([file, { created, leftOut }]) => [file.replace(/\.\w+$/, ''), [created, leftOut]]),
  )
  expect(counted).toEqual({
    'apollo-companies': [2, 0],
    'apollo-people': [3, 0],
    'brightdata-companies': [2, 0],
    'brightdata-people': [2, 0],
    'clearbit-companies': [2, 0],
    'clearbit-people': [2, 0],
    'coresignal-companies': [2, 1],
    'coresignal-people': [2, 1],
    'crunchbase-companies': [2, 1],
    'crunchbase-people': [2, 0],
  })
})

test('the same files again change nothing', async () => {
  for (const file of files) {
    const { created, changed, unchanged } = await load(file)
    expect([file, created, changed, unchanged]).toEqual([file, 0, 0, summaries.get(file)!.created])
  }
})

const within = (city: string) => ({
  unionAll: [{ strategy: 'free-form-city', city, radius: { quantity: 30, unit: 'kilometers' } }],
})

describe('companies are found by', () => {
  test.each<[what: string, searchParams: object, names: string[]]>([
    [
      'country',
      { headquartersCountryCode: { anyOf: ['DEU', 'NLD'] } },
      ['Kupferwerk', 'Lumafield Optics', 'Vantora Systems'],
    ],
    ['place', { headquartersLocation: within('Cambridge, Massachusetts') }, ['Ferngate']],
    ['city in another country than the first', { headquartersLocation: within('Osaka') }, ['Minato Foods']],
    [
      'office',
      { officeLocationsV2: { anyOf: [{ type: 'country-or-region', countryOrRegionCode: 'BEL' }] } },
      ['Vantora Systems'],
    ],
    [
      'staff',
      { employeeCountV2: { lowerBoundExclusive: 1000 } },
      ['Kupferwerk', 'Minato Foods', 'Sierra Alta Hospital'],
    ],
    [
      'stage',
      { stage: { anyOf: ['series_b'] } },
      ['Brightloom Analytics', 'Lumafield Optics', 'Vantora Systems'],
    ],
    [
      'sum raised',
      { totalFundingUSD: { lowerBound: 18_000_000, upperBound: 22_000_000 } },
      ['Ferngate', 'Meltwell', 'Vantora Systems'],
    ],
    [
      'revenue in another currency',
      { revenueUSD: { min: { quantity: 42, suffix: 'M' }, max: { quantity: 53, suffix: 'M' } } },
      ['Vantora Systems'],
    ],
    [
      'industry',
      { industriesV2: { anyOf: ['Healthcare', 'Food & Beverage', 'Mining'] } },
      ['Kupferwerk', 'Minato Foods', 'Sierra Alta Hospital'],
    ],
    [
      'industry of the network, by the name it has now',
      { pnetIndustries: { anyOf: ['IT Services and IT Consulting', 'Mining', 'Hospitals and Health Care'] } },
      ['Brightloom Analytics', 'Kupferwerk', 'Sierra Alta Hospital'],
    ],
    [
      'industry of the network, by the name it had, or its id',
      { pnetIndustries: { anyOf: ['Semiconductors', '4', '23'] } },
      ['Lumafield Optics', 'Minato Foods', 'Vantora Systems'],
    ],
    ['status', { status: { anyOf: ['closed'] } }, ['Pier Seven Capital']],
    ['label', { tags: { anyOf: ['is-school'] } }, ['Northmoor College']],
    [
      'technology',
      { technologies: { anyOf: [{ type: 'predefined', technology: 'Salesforce' }] } },
      ['Brightloom Analytics', 'Ferngate'],
    ],
    ['page', { pnetSlugs: ['vantora-systems'] }, ['Vantora Systems']],
    ['second domain', { domains: ['ferngate.test'] }, ['Ferngate']],
    [
      'day founded',
      { foundedOn: { strategy: 'absolute', range: { upperBound: '1980-01-01' } } },
      ['Minato Foods', 'Northmoor College', 'Sierra Alta Hospital'],
    ],
  ])('%s', async (_, searchParams, names) => {
    expect(await companies(searchParams)).toEqual(names)
  })
})

describe('people are found by', () => {
  test.each<[what: string, body: object, names: string[]]>([
    [
      "their employer's country",
      { companyParams: { headquartersCountryCode: { anyOf: ['NLD'] } } },
      ['Saskia de Vries'],
    ],
    [
      "their employer's domain",
      { currentCompanies: [{ domain: 'brightloom.example' }, { domain: 'ferngate.example' }] },
      ['Marisol Quintero', 'Ngozi Adeyemi'],
    ],
    [
      "their employer's name, where a file has nothing else",
      {
        currentCompanies: [{ domain: 'lumafield-optics.example' }, { domain: 'meltwell.example' }],
        searchParams: { companyMatchMode: { mode: 'loose' } },
      },
      ['Clémence Aubry', 'Henrik Solberg'],
    ],
    [
      'title',
      { searchParams: { jobTitleV3: { anyOf: [{ type: 'functional', seniority: ['c-suite', 'vp'] }] } } },
      ['Clémence Aubry', 'Marisol Quintero', 'Ngozi Adeyemi'],
    ],
    [
      'level',
      { searchParams: { seniority: { anyOf: ['Director'] } } },
      ['Henrik Solberg', 'Jürgen Dahlke', 'Lucía Suárez Marín', 'Saskia de Vries'],
    ],
    [
      'a former employer',
      { searchParams: { pastJobs: { anyOf: [{ company: { domain: 'polder.example' } }] } } },
      ['Saskia de Vries'],
    ],
    [
      'school',
      { searchParams: { education: { anyOf: [{ schoolNameKeywords: { anyOf: ['Delft', 'Bergen'] } }] } } },
      ['Henrik Solberg', 'Saskia de Vries'],
    ],
    ['language', { searchParams: { languages: { anyOf: ['Norwegian'] } } }, ['Henrik Solberg']],
    ['place', { searchParams: { location: within('Gothenburg') } }, ['Petra Holm']],
    ['state', { searchParams: { state: { anyOf: [{ stateName: 'CA' }] } } }, ['Marisol Quintero']],
    [
      'a former page',
      { searchParams: { exactProfile: { anyOf: [{ primary_slug: 'saskia-dv' }] } } },
      ['Saskia de Vries'],
    ],
  ])('%s', async (_, body, names) => {
    expect(await people(body)).toEqual(names)
  })
})

describe('contact details are those that the vendor says are of the person', () => {
  test.each([
    [
      'apollo',
      'Marisol Quintero',
      ['marisol@brightloom.example', 'marisol.q@mail.example'],
      ['+14155550143'],
    ],
    // Guessed, and a placeholder for one that was not paid for.
    ['apollo', 'Jürgen Dahlke', undefined, undefined],
    ['apollo', 'Ada Lim', undefined, undefined],
    ['clearbit', 'Petra Holm', ['petra.holm@gmail.com'], undefined],
    ['coresignal', 'Saskia de Vries', ['saskia@vantora.example'], undefined],
  ])('%s: %s', async (vendor, name, emails, phones) => {
    const records = await recordsOf(`${vendor}-people.jsonl`)
    const record = records.find((each) => each.name === name)
    expect(record?.emails?.map(({ email }) => email)).toEqual(emails)
    expect(record?.phone_numbers?.map(({ number }) => number)).toEqual(phones)
  })
})

async function recordsOf(file: string): Promise<NativePerson[]> {
  const mapping = await loadMapping(join(guide, 'maps', file.replace(/\.\w+$/, '.yaml')))
  const read = rowReader({ kind: mapping.kind, mapping, asOf: '2026-11-01' })
  const records: NativePerson[] = []
  for await (const row of readRecords(join(guide, 'files/vendors', file))) {
    const outcome = read(row)
    if ('record' in outcome) records.push(outcome.record as NativePerson)
  }
  return records
}

describe('a messy list about them: the last cell is who it is', () => {
  const list = async (as: 'companies' | 'people', heading: string, cells: string[][]) => {
    const org = await service.org()
    const csv = [heading, ...cells.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n')
    const { rows } = await enriching(service).run(org, { inlineCsv: csv, as })
    const name = as === 'companies' ? 'found_preferred_name' : 'found_name'
    expect(rows.map((row, at) => [...cells[at]!.slice(0, -1), row[name]])).toEqual(cells)
  }

  test('companies', () =>
    list('companies', 'Company,Website,truth', [
      ['Brightlom Analytics', '', 'Brightloom Analytics'],
      ['Melt Well', '', 'Meltwell'],
      ['Vantora Systems B.V.', '', 'Vantora Systems'],
      ['FERNGATE LABS INC', '', 'Ferngate'],
      ['', 'https://www.lumafield-optics.example/en/team?lang=de', 'Lumafield Optics'],
      ['lumafield-optics.example', '', 'Lumafield Optics'],
      // Nobody's domain is no name.
      ['', 'ferngate.org', ''],
      ['', '', ''],
      ['Brightwell Analytics', '', ''],
    ]))

  test('people', () =>
    list('people', 'Full name,Company,truth', [
      ['Suárez Marín, Lucía', 'Sierra Alta Hospital', 'Lucía Suárez Marín'],
      ['Lucia Suarez', 'Sierra Alta Hospital', 'Lucía Suárez Marín'],
      ['Lucia Gomez Marin', 'Sierra Alta Hospital', ''],
      ['Jurgen Dahlke', 'Kupferwerk AG', 'Jürgen Dahlke'],
      ['Juergen Dahlke', 'Kupferwerk', 'Jürgen Dahlke'],
      ['Solberg, Henrik', 'Lumafield Optics GmbH', 'Henrik Solberg'],
      // Without a comma nothing says that the names are the other way round.
      ['Solberg Henrik', 'Lumafield Optics GmbH', ''],
      // Where he was before.
      ['Henrik Solberg', 'Fjord Instruments', 'Henrik Solberg'],
      ['Saskia deVries', 'Vantora Systems', 'Saskia de Vries'],
      ['Marisol Quintro', 'Brightloom Analytics', 'Marisol Quintero'],
      ['Marisol Quintero', 'Minato Foods', ''],
      // Nobody else is called so.
      ['Ngozi Adeyemi', '', 'Ngozi Adeyemi'],
      ['', '', ''],
    ]))
})

test('the levels of other services are mapped as the guide says', async () => {
  const page = await readFile(join(guide, 'vendor-files.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| `(Exec|Dir|Mid|Entry|Intern)/.test(line))
  const cells = rows.map((line) => line.split('|').map((cell) => cell.trim()))
  const levelOf = (mapping: Mapping, value: object) => {
    const outcome = rowReader({ kind: 'people', mapping, asOf: '2026-11-01' })({ line: 1, bytes: 1, value })
    return 'record' in outcome ? (outcome.record as NativePerson).experiences?.[0]?.seniority : outcome
  }
  const map = (vendor: string) => loadMapping(join(guide, `maps/${vendor}-people.yaml`))
  const ways: [column: number, mapping: Mapping, row: (level: string) => object][] = [
    [
      2,
      pdlMapping('people')!,
      (level) => ({ id: '1', experience: [{ title: { name: 'x', levels: [level] } }] }),
    ],
    [3, await map('apollo'), (level) => ({ id: '1', title: 'x', seniority: level })],
    [
      4,
      await map('coresignal'),
      (level) => ({ id: '1', experience: [{ position_title: 'x', management_level: level }] }),
    ],
    [5, await map('clearbit'), (level) => ({ id: '1', employment: { name: 'x', seniority: level } })],
  ]
  for (const [column, mapping, row] of ways)
    for (const cell of cells)
      for (const level of cell[column]!.split(', ').filter((each) => each !== ''))
        expect([level, levelOf(mapping, row(level))]).toEqual([level, cell[1]!.replaceAll('`', '')])
  expect(cells).toHaveLength(5)
})
