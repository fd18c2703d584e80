import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { importFile, loadMapping, type ImportKind } from '../../../../src/corpus/import/index.ts'

// The second delivery of a vendor, and of native rows: people moved, companies renamed and moved, lists emptied, rows gone.

const guide = join(import.meta.dirname, '../../../../docs/guide')
const folder = mkdtempSync(join(tmpdir(), 'almanac-again-'))
atEnd(async () => rmSync(folder, { recursive: true }))

// oxlint-disable-next-line typescript/no-explicit-any
type Row = Record<string, any>
type Change = (row: Row) => Row | undefined

let service: TestAlmanac
let key: string

async function load(kind: ImportKind, file: string, map: string | undefined, day: string) {
  const mapping = map === undefined ? undefined : await loadMapping(join(guide, 'maps', map))
  const { created, changed, unchanged } = await importFile({
    kind,
    file,
    mapping,
    source: mapping?.source ?? 'crm',
    observedAt: new Date(day),
    batchRows: 100,
    writer: service.almanac.writer,
    onRejects: async (rejected) => expect(rejected).toEqual([]),
  })
  return [created, changed, unchanged]
}

function rowsFile(name: string, rows: readonly Row[]): string {
  const file = join(folder, `${name}.jsonl`)
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  return file
}

/** The example rows of a vendor, and then those that `change` leaves, changed. */
async function twice(vendor: string, kind: 'companies' | 'people', change: Change) {
  const file = join(guide, `files/vendors/${vendor}-${kind}.jsonl`)
  const map = `${vendor}-${kind}.yaml`
  await load(kind, file, map, '2026-10-10')
  const rows = readFileSync(file, 'utf8').trim().split('\n')
  const changed = rows.flatMap((row) => change(JSON.parse(row) as Row) ?? [])
  return load(kind, rowsFile(`${vendor}-${kind}`, changed), map, '2026-11-01')
}

beforeAll(async () => {
  service = await testAlmanac()
  key = (await service.org()).rawKey
})

async function asked(route: string, body: object) {
  const found = await service.send(`POST /v1/${route}`, { key, body })
  expect([found.status, found.body.warnings ?? []], found.text).toEqual([200, []])
  return found.body.output
}
const companies = async (searchParams: object): Promise<Row[]> =>
  (await asked('company-search', { searchParams })).data
const people = async (body: object): Promise<Row[]> => (await asked('people-search', body)).data
const names = (rows: readonly Row[]) => rows.map((row) => row['name'] ?? row['preferred_name']).sort()
const slug = (value: string) => ({ searchParams: { exactProfile: { anyOf: [{ primary_slug: value }] } } })
const workedAt = (domain: string) => ({
  searchParams: { pastJobs: { anyOf: [{ company: { domain } }] } },
})
const within = (city: string) => ({
  unionAll: [{ strategy: 'free-form-city', city, radius: { quantity: 30, unit: 'kilometers' } }],
})

/** What the last state of an entity says is other than before. */
async function changes(entity: object): Promise<Record<string, [unknown, unknown]>> {
  const { states } = await asked('entity-history', entity)
  const told = states[0].changes as { member: string; previous: unknown; current: unknown }[]
  return Object.fromEntries(told.map(({ member, previous, current }) => [member, [previous, current]]))
}
const ofCompany = (value: string) => changes({ company: { identifier: 'domain', value } })
const ofPerson = (value: string) => changes({ person: { identifier: 'pnetSlug', value } })

test('apollo: a company renamed and moved, a person with another employer, a promotion, a row that is gone', async () => {
  const renamed: Change = (row) =>
    row['name'] === 'Kupferwerk'
      ? row
      : { ...row, name: 'Brightloom', city: 'Austin', state: 'Texas', raw_address: null, postal_code: null }
  expect(await twice('apollo', 'companies', renamed)).toEqual([0, 1, 1])
  const kupferwerk = {
    id: '65a0c1f2e4b0a1b2c3d40002',
    name: 'Kupferwerk',
    primary_domain: 'kupferwerk.example',
  }
  const moved: Change = (row) => {
    if (row['name'] === 'Jürgen Dahlke') return undefined
    if (row['name'] !== 'Marisol Quintero') return row
    const [now, ...before] = row['employment_history'] as Row[]
    const at = { organization_id: kupferwerk.id, organization_name: 'Kupferwerk' }
    const listed = [
      { ...at, current: true, start_date: '2026-10-01', title: 'Chief Revenue Officer' },
      { ...at, current: false, start_date: '2026-08-01', end_date: '2026-10-01', title: 'Adviser' },
      { ...now, current: false, end_date: '2026-07-31' },
      ...before,
    ]
    const place = { city: 'Hamburg', state: 'Hamburg', country: 'Germany' }
    return {
      ...row,
      ...place,
      title: 'Chief Revenue Officer',
      organization: kupferwerk,
      employment_history: listed,
    }
  }
  expect(await twice('apollo', 'people', moved)).toEqual([0, 1, 1])

  const [company] = await companies({ domains: ['brightloom.example'] })
  expect(company).toMatchObject({
    preferred_name: 'Brightloom',
    names: ['Brightloom', 'Brightloom Analytics'],
  })
  expect(await ofCompany('brightloom.example')).toMatchObject({
    preferred_name: ['Brightloom Analytics', 'Brightloom'],
    location: [{ city: 'San Francisco' }, { city: 'Austin', state_name: 'Texas' }],
  })
  expect(names(await companies({ headquartersLocation: within('Austin') }))).toEqual(['Brightloom'])
  expect(names(await companies({ headquartersLocation: within('San Francisco') }))).toEqual([])

  const found = await people(slug('marisol-quintero'))
  expect(found).toMatchObject([
    {
      url: 'https://www.linkedin.com/in/marisol-quintero',
      tags: ['decision-maker', 'c-suite'],
      inferred_location: { country_code: 'DEU', timezone: 'Europe/Berlin' },
      current_job: { company_name: 'Kupferwerk', company_domain: 'kupferwerk.example' },
      tenures: [{ company_name: 'Kupferwerk' }, { company_name: 'Brightloom Analytics' }, {}],
    },
  ])
  expect(Object.keys(await ofPerson('marisol-quintero'))).toEqual([
    'location',
    'experiences',
    'tags',
    'tag_days',
  ])
  // He is not in the second delivery, which says nothing of him.
  expect(names(await people({ currentCompanies: [{ domain: 'kupferwerk.example' }] }))).toEqual([
    'Jürgen Dahlke',
    'Marisol Quintero',
  ])
  expect(await people({ currentCompanies: [{ domain: 'brightloom.example' }] })).toEqual([])
  expect(names(await people(workedAt('kupferwerk.example')))).toEqual(['Marisol Quintero'])
  expect(names(await people({ searchParams: { location: within('Hamburg') } }))).toHaveLength(2)
})

test('bright data: a person with another employer is found by its page, and by that of before', async () => {
  await twice('brightdata', 'companies', (row) => row)
  const moved: Change = (row) => {
    if (row['id'] !== 'henrik-solberg-9') return row
    const now = { company: 'Minato Foods', company_id: 'minato-foods', title: 'Quality Director' }
    const [luma, ...others] = row['experience'] as Row[]
    const left = {
      ...luma,
      positions: luma!['positions'].map((each: Row) => ({ ...each, end_date: 'Oct 2026' })),
    }
    return {
      ...row,
      timestamp: '2026-11-01T00:00:00.000Z',
      current_company: { name: now.company, company_id: now.company_id, title: now.title },
      experience: [{ ...now, start_date: 'Oct 2026', end_date: 'Present' }, left, ...others],
      languages: [],
    }
  }
  expect(await twice('brightdata', 'people', moved)).toEqual([0, 1, 1])
  const at = (slug: string) => ({ currentCompanies: [{ pnetSlugOrURL: slug }] })
  expect(names(await people(at('minato-foods')))).toEqual(['Aiko Tanabe', 'Henrik Solberg'])
  expect(await people(at('lumafield-optics'))).toEqual([])
  const [henrik] = await people(slug('henrik-solberg-9'))
  // A vendor's empty list says nothing.
  expect(henrik).toMatchObject({
    languages: [{ name: 'Norwegian' }],
    current_job: { title: 'Quality Director' },
  })
  expect(await ofPerson('henrik-solberg-9')).toHaveProperty('experiences')
})

test('clearbit and coresignal: their own days decide, and the other vendor’s companies stay apart', async () => {
  const later = { indexedAt: '2026-11-01T00:00:00.000Z' }
  expect(
    await twice('clearbit', 'companies', (row) =>
      row['name'] === 'Ferngate' ? { ...row, ...later, name: 'Ferngate AI', tech: [] } : row,
    ),
  ).toEqual([0, 1, 1])
  const employment = {
    domain: 'northmoor.example',
    name: 'Northmoor College',
    title: 'Provost',
    seniority: 'executive',
  }
  const moved: Change = (row) =>
    row['email'] === 'ngozi@ferngate.example' ? { ...row, ...later, employment } : row
  expect(await twice('clearbit', 'people', moved)).toEqual([0, 1, 1])
  expect(await ofCompany('ferngate.example')).toEqual({ preferred_name: ['Ferngate', 'Ferngate AI'] })
  expect(names(await people({ currentCompanies: [{ domain: 'northmoor.example' }] }))).toEqual([
    'Ngozi Adeyemi',
  ])
  // The vendor names the employment of today alone.
  expect(names(await people(workedAt('ferngate.example')))).toEqual(['Ngozi Adeyemi'])
  expect(await people(slug('ngozi-adeyemi'))).toMatchObject([
    { url: 'https://www.linkedin.com/in/ngozi-adeyemi', current_job: { title: 'Provost' } },
  ])

  const gone: Change = (row) => (row['id'] === 11223344 ? { ...row, is_deleted: 1 } : row)
  expect(await twice('coresignal', 'companies', gone)).toEqual([0, 0, 1])
  expect(names(await companies({ domains: ['vantora.example'] }))).toEqual(['Vantora Systems'])
  const promoted: Change = (row) => {
    if (row['id'] !== 550001) return row
    const [now, ...before] = row['experience'] as Row[]
    const [end, start] = [
      { date_to_year: 2026, date_to_month: 9 },
      { date_from_year: 2026, date_from_month: 10 },
    ]
    const next = { ...now, ...start, position_title: 'Chief Technology Officer', management_level: 'C-Level' }
    const experience = [next, { ...now, ...end, active_experience: 0, company_website: null }, ...before]
    return { ...row, updated_at: '2026-11-01T00:00:00.000', experience }
  }
  expect(await twice('coresignal', 'people', promoted)).toEqual([0, 1, 1])
  expect(names(await people(workedAt('vantora.example')))).toEqual(['Saskia de Vries'])
  const [saskia] = await people(slug('saskia-devries-1'))
  expect(saskia!['tags']).toContain('c-suite')
  expect(saskia!['tenures']).toMatchObject([
    { company_name: 'Vantora Systems', titles: ['Chief Technology Officer', 'Director of Engineering'] },
    { company_name: 'Polder Digital' },
  ])
})

test('crunchbase: a company sold and moved, a person with another job, what the file leaves empty stays', async () => {
  const delivery = (kind: ImportKind, day: string, change: (text: string) => string) => {
    const text = readFileSync(join(guide, `files/vendors/crunchbase-${kind}.csv`), 'utf8')
    const file = join(folder, `crunchbase-${kind}-${day}.csv`)
    writeFileSync(file, change(text))
    return load(kind, file, `crunchbase-${kind}.yaml`, day)
  }
  const later = (text: string) => text.replaceAll(/2026-08-1\d/g, '2026-10-30')
  const same = (text: string) => text
  expect(await delivery('companies', '2026-08-20', same)).toEqual([2, 0, 0])
  expect(await delivery('people', '2026-08-20', same)).toEqual([2, 0, 0])
  expect(await delivery('companies', '2026-09-20', later)).toEqual([0, 0, 2])
  expect(await delivery('people', '2026-09-20', later)).toEqual([0, 0, 2])
  const sold = (text: string) =>
    later(text)
      .replace('FRA,,Ile-de-France,Paris,12 rue du Test,75002,operating', 'BEL,,,Antwerp,,,acquired')
      .replace('51-100', 'unknown')
      .replace(',Melt Well,,,', ',,,,')
  expect(
    await delivery('companies', '2026-11-01', (text) => sold(text).replaceAll('10-30', '11-01')),
  ).toEqual([0, 1, 1])
  const moved = (text: string) =>
    later(text)
      .replaceAll('10-30', '11-01')
      .replace(
        'a1b2c3d4-0000-4000-8000-000000000001,Meltwell,Co-Founder & CEO',
        ',Pier Seven Capital,Partner',
      )
  expect(await delivery('people', '2026-11-01', moved)).toEqual([0, 1, 1])

  expect(await companies({ domains: ['meltwell.example'] })).toMatchObject([
    {
      names: expect.arrayContaining(['Meltwell', 'Meltwell SAS', 'Melt Well']),
      status_consensus: 'acquired',
      funding_stage: 'acquired',
      employee_count_consensus: { gte: 51, lte: 100 },
      location_consensus: {
        city: 'Antwerp',
        country_code: 'BEL',
        street_address: null,
        timezone: 'Europe/Brussels',
      },
      total_funding_consensus: 18_500_000,
    },
  ])
  expect(Object.keys(await ofCompany('meltwell.example')).toSorted()).toEqual([
    'funding_stage',
    'location',
    'offices',
    'status_consensus',
  ])
  expect(await people(slug('clemence-aubry'))).toMatchObject([
    {
      current_job: { company_name: 'Pier Seven Capital', title: 'Partner' },
      experiences: [{ is_current: true }, { company_name: 'Meltwell', is_current: false }],
      inferred_location: { city: 'Paris' },
    },
  ])
})

test('a list of contacts says where somebody works, and takes no career away', async () => {
  const at = (company_name: string, title: string, more: object = {}) => ({
    company_name,
    company_domain: `${company_name.toLowerCase()}.example`,
    title,
    ...more,
  })
  const whole = [
    at('Epsilon', 'VP Marketing', { is_current: true, start_date: '2021-03' }),
    at('Omega', 'Marketing Manager', { start_date: '2015-01', end_date: '2021-02' }),
  ]
  const contact = (...held: object[]) => ({
    emails: [{ email: 'rita@epsilon.example' }],
    name: 'Rita Vogel',
    experiences: held,
  })
  const rita = { ...contact(...whole), primary_slug: 'rita-vogel' }
  const only = { primary_slug: 'carl-jung', name: 'Carl Jung', current_job: at('Epsilon', 'CFO') }
  expect(await load('people', rowsFile('r1', [rita, only]), undefined, '2026-05-01')).toEqual([2, 0, 0])
  const again = rowsFile('r2', [contact(at('Epsilon', 'VP of Marketing', { is_current: true }))])
  expect(await load('people', again, undefined, '2026-06-01')).toEqual([0, 0, 1])
  const moved = rowsFile('r3', [contact(at('Sigma', 'CEO', { is_current: true }))])
  expect(await load('people', moved, undefined, '2026-07-01')).toEqual([0, 1, 0])
  expect(await people(slug('rita-vogel'))).toMatchObject([
    {
      career_began_at: '2015-01',
      tags: expect.arrayContaining(['c-suite']),
      current_job: { company_name: 'Sigma' },
      tenures: [{ company_name: 'Sigma' }, { company_name: 'Epsilon', date_range: { gte: '2021-03' } }, {}],
    },
  ])
  // The same where the career comes later, with its earlier day.
  const ben = (...held: object[]) => ({
    emails: [{ email: 'ben@sigma.example' }],
    name: 'Ben Vogel',
    experiences: held,
  })
  const today = rowsFile('r4', [ben(at('Sigma', 'CEO', { is_current: true }))])
  expect(await load('people', today, undefined, '2026-07-01')).toEqual([1, 0, 0])
  const earlier = rowsFile('r5', [{ ...ben(...whole), primary_slug: 'ben-vogel' }])
  expect(await load('people', earlier, undefined, '2026-05-01')).toEqual([0, 1, 0])
  const [inOrder, late] = [await people(slug('rita-vogel')), await people(slug('ben-vogel'))]
  for (const member of ['experiences', 'tenures', 'current_job', 'career_began_at', 'tags'] as const)
    expect(late[0]?.[member], member).toEqual(inOrder[0]?.[member])
  expect(await load('people', earlier, undefined, '2026-05-01')).toEqual([0, 0, 1])
  // Who has a current job and no list of positions holds that one.
  expect(names(await people({ currentCompanies: [{ domain: 'epsilon.example' }] }))).toEqual(['Carl Jung'])
  expect(names(await people(workedAt('epsilon.example')))).toEqual(['Ben Vogel', 'Rita Vogel'])
})

test('native rows: an empty list empties, what is left out stays', async () => {
  const company = (more: object) => ({
    preferred_name: 'Acme',
    domains: ['acme.example'],
    location_consensus: { city: 'Bonn', country_code: 'DEU' },
    technologies: ['Kafka', 'Ada'],
    ...more,
  })
  const person = (more: object) => ({ primary_slug: 'ada-b', name: 'Ada Berg', skills: ['Welding'], ...more })
  const at = (company_domain: string, is_current: boolean, more: object = {}) => ({
    company_name: company_domain.split('.')[0],
    company_domain,
    title: 'VP of Sales',
    is_current,
    start_date: '2020-01-01',
    ...more,
  })
  const other = { preferred_name: 'Borealis', domains: ['borealis.example'] }
  const gone = { primary_slug: 'gone', name: 'Gone Away', experiences: [at('acme.example', true)] }
  const first = [person({ experiences: [at('acme.example', true)] }), gone]
  expect(await load('companies', rowsFile('c1', [company({}), other]), undefined, '2026-10-01')).toEqual([
    2, 0, 0,
  ])
  expect(await load('people', rowsFile('p1', first), undefined, '2026-10-01')).toEqual([2, 0, 0])

  const moved = company({
    preferred_name: 'Acme Robotics',
    location_consensus: { city: 'Lyon', country_code: 'FRA' },
    technologies: [],
  })
  const left = at('acme.example', false, { end_date: '2026-10-01' })
  const experiences = [at('borealis.example', true, { start_date: '2026-10-02' }), left]
  expect(await load('companies', rowsFile('c2', [moved]), undefined, '2026-11-01')).toEqual([0, 1, 0])
  expect(
    await load(
      'people',
      rowsFile('p2', [{ primary_slug: 'ada-b', skills: [], experiences }]),
      undefined,
      '2026-11-01',
    ),
  ).toEqual([0, 1, 0])

  expect(await companies({ domains: ['acme.example'] })).toMatchObject([
    {
      preferred_name: 'Acme Robotics',
      technologies: [],
      location_consensus: { country_name: 'France', timezone: 'Europe/Paris' },
    },
  ])
  expect(await ofCompany('acme.example')).toMatchObject({
    preferred_name: ['Acme', 'Acme Robotics'],
    technologies: [['Kafka', 'Ada'], []],
    location: [{ city: 'Bonn' }, { city: 'Lyon' }],
  })
  expect(await companies({ technologies: { anyOf: [{ type: 'predefined', technology: 'Kafka' }] } })).toEqual(
    [],
  )
  expect(await people(slug('ada-b'))).toMatchObject([
    {
      name: 'Ada Berg',
      skills: [],
      current_job: { company_domain: 'borealis.example' },
      tags: ['decision-maker'],
    },
  ])
  expect(await ofPerson('ada-b')).toMatchObject({ skills: [['Welding'], []] })
  expect(names(await people({ currentCompanies: [{ domain: 'acme.example' }] }))).toEqual(['Gone Away'])
  expect(names(await people(workedAt('acme.example')))).toEqual(['Ada Berg'])
})
