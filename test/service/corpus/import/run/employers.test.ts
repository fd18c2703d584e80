import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'
import { pdlMapping } from '../../../../../src/corpus/import/formats/pdl.ts'
import { guessMapping } from '../../../../../src/corpus/import/guess/guess-mapping.ts'
import type { Mapping } from '../../../../../src/corpus/import/mapping/compile-mapping.ts'
import { parseMapping } from '../../../../../src/corpus/import/mapping/load-mapping.ts'
import { importFile } from '../../../../../src/corpus/import/run/import-file.ts'

let service: TestAlmanac
let folder = ''
beforeAll(async () => {
  service = await testAlmanac()
  folder = await mkdtemp(join(tmpdir(), 'almanac-employers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function load(kind: 'companies' | 'people', rows: object[], mapping?: Mapping) {
  const file = join(folder, 'rows.jsonl')
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  await loadFile(kind, file, mapping)
}

async function loadFile(kind: 'companies' | 'people', file: string, mapping?: Mapping) {
  const { writer } = service.almanac
  const how = {
    kind,
    file,
    mapping,
    source: 'test',
    batchRows: 100,
    writer,
    observedAt: new Date(service.clock.now()),
  }
  const { rejected } = await importFile({ ...how, onRejects: async () => {} })
  expect(rejected).toBe(0)
}

async function answerTo(route: 'POST /v1/people-search' | 'POST /v1/kitchen-sink/person', body: object) {
  const { rawKey: key } = await service.org()
  const found = await service.send(route, { key, body })
  expect([found.status, found.body.warnings ?? []]).toEqual([200, []])
  return found.body.output
}

async function peopleOf(body: object): Promise<string[]> {
  const { data } = await answerTo('POST /v1/people-search', body)
  return (data as { name: string }[]).map(({ name }) => name).sort()
}

/** Names of the people that are found by their employer's domain. */
const employedAt = (domain: string, mode: 'strict' | 'loose') =>
  peopleOf({ currentCompanies: [{ domain }], searchParams: { companyMatchMode: { mode } } })

const ways: [way: string, row: (employer: string, id?: string) => object, mapping?: Mapping][] = [
  [
    'natively',
    (company_name, id) => ({
      name: 'Ada Native',
      emails: [{ email: `ada-${company_name}@home-native.com`.replace(/ /g, '') }],
      experiences: [
        {
          company_name,
          pnet_company_id: id,
          title: 'Engineer',
          is_current: true,
        },
      ],
    }),
  ],
  [
    'by a mapping',
    (employer, id) => ({
      n: 'Ben Mapped',
      m: `ben-${employer}@home-mapped.com`.replace(/ /g, ''),
      employer,
      id,
    }),
    parseMapping(
      'kind: people\nrecord: { name: n, emails: { list: [{ object: { email: m } }] }, experiences: { object: { company_name: employer, pnet_company_id: id, title: { value: Engineer }, is_current: true } } }',
    ),
  ],
  [
    'as pdl',
    (employer, id) => ({
      id: `p-${employer}`,
      full_name: 'cleo vendor',
      linkedin_username: `cleo-${employer.replaceAll(' ', '-')}`,
      job_title: 'engineer',
      job_company_name: employer,
      job_company_linkedin_id: id,
    }),
    pdlMapping('people'),
  ],
]

test.each(ways)(
  'people imported %s are found by the domain of a company that came before or comes after',
  async (way, row, mapping) => {
    const name = way.replaceAll(' ', '')
    const [first, second, known] = ['Quartz', 'Basalt', 'Marble'].map((word) => `${word} ${name} Works`) as [
      string,
      string,
      string,
    ]
    await load('companies', [{ preferred_name: first, domains: [`quartz-${name}.com`] }])
    await load(
      'people',
      [row(first), row(second), row(known, `77${ways.findIndex(([each]) => each === way)}`)],
      mapping,
    )
    await load('companies', [
      { preferred_name: second, domains: [`basalt-${name}.com`] },
      {
        preferred_name: known,
        domains: [`marble-${name}.com`],
        li_org_id: `77${ways.findIndex(([each]) => each === way)}`,
      },
    ])
    // By the name of the employer, and strictly where both say the organization's id.
    for (const domain of [`quartz-${name}.com`, `basalt-${name}.com`, `marble-${name}.com`])
      expect(await employedAt(domain, 'loose'), domain).toHaveLength(1)
    expect(await employedAt(`marble-${name}.com`, 'strict')).toHaveLength(1)
    expect(await employedAt(`quartz-${name}.com`, 'strict')).toEqual([])
  },
)

const contacts = [
  'First Name,Last Name,Email,Job Title,Company Name,Website,Person Website',
  'Gale,Guessed,gale@home-guessed.com,Engineer,Onyx,https://www.onyx-guessed.com/en,https://gale-guessed.net',
  'Hugh,Other,hugh@home-guessed.com,Engineer,Opal,opal-guessed.com,',
].join('\n')

/** Ways a person's employer is said to have a domain, `onyx-*.com`. */
const named: [way: string, name: string, load: () => Promise<void>][] = [
  [
    'natively',
    'Nina Native',
    () =>
      load('people', [
        {
          name: 'Nina Native',
          emails: [{ email: 'nina@home-native.com' }],
          experiences: [
            {
              company_domain: 'https://WWW.onyx-natively.com/about',
              is_current: true,
            },
          ],
        },
      ]),
  ],
  [
    'by a mapping',
    'Mona Mapped',
    () =>
      load(
        'people',
        [{ n: 'Mona Mapped', m: 'mona@home-mapped.com', site: 'onyx-byamapping.com' }],
        parseMapping(
          'kind: people\nrecord: { name: n, emails: { list: [{ object: { email: m } }] }, experiences: { object: { company_domain: site, is_current: { value: true } } } }',
        ),
      ),
  ],
  [
    'as pdl',
    'Vera Vendor',
    () =>
      load(
        'people',
        [
          {
            id: 'p-vera',
            full_name: 'vera vendor',
            job_title: 'engineer',
            job_company_name: 'onyx',
            job_company_website: 'onyx-aspdl.com',
          },
        ],
        pdlMapping('people'),
      ),
  ],
  [
    'by guess',
    'Gale Guessed',
    async () => {
      const file = join(folder, 'contacts.csv')
      await writeFile(file, contacts)
      const { yaml } = await guessMapping(file, { kind: 'people', source: 'crm' })
      await loadFile('people', file, parseMapping(yaml))
    },
  ],
]

test.each(named)(
  'people whose employer is given a domain %s are found by it before and after the company is known',
  async (way, name, loadPerson) => {
    await loadPerson()
    const domain = way === 'by guess' ? 'onyx-guessed.com' : `onyx-${way.replaceAll(' ', '')}.com`
    expect(await employedAt(domain, 'strict')).toEqual([name])
    expect(await employedAt(`x${domain}`, 'strict')).toEqual([])
    const companyParams = { domains: [domain] }
    expect(await peopleOf({ companyParams })).toEqual([])
    const look = { personName: { value: name }, companyDomain: { value: domain } }
    const found = await answerTo('POST /v1/kitchen-sink/person', look)
    expect(found.data).toMatchObject([{ name, experiences: [{ company_domain: domain }] }])
    expect(found.matches[0].evidence).toContainEqual(expect.stringMatching(/^companyDomain: works at/))

    const other = domain.replace('.com', '.net')
    await load('companies', [{ preferred_name: `Jet ${way}`, domains: [other, domain] }])
    expect(await peopleOf({ companyParams })).toEqual([name])
    expect(await employedAt(other, 'strict')).toEqual([name])
    const searchParams = { getDetailedWorkExperience: true }
    const { data } = await answerTo('POST /v1/people-search', { companyParams, searchParams })
    expect(data[0].detailed_work_experiences).toMatchObject([
      { company_domain: domain, company_details: { preferred_name: `Jet ${way}` } },
    ])
  },
)

test.each([
  ['Name,Email,Website', false],
  ['Name,Email,Contact Website,Company Name', false],
  ['Name,Email,Email Domain,Company Name', false],
  ['Name,Email,Website,Company Name', true],
  ['Name,Email,Company Domain', true],
])('of %s, guessed columns give the employer a domain: %s', async (header, isGiven) => {
  const file = join(folder, 'sites.csv')
  const cells = ['Ida Own', 'ida@home-sites.com', 'https://ida-own.net', 'Onyx']
  await writeFile(file, `${header}\n${cells.slice(0, header.split(',').length).join(',')}\n`)
  const { yaml } = await guessMapping(file, { kind: 'people', source: 'crm' })
  expect(yaml.includes('company_domain')).toBe(isGiven)
})

test('the sites of a list of people may be those of a few employers, not one for all', async () => {
  const file = join(folder, 'colleagues.csv')
  const guessed = async (siteOf: (row: number) => string) => {
    const rows = Array.from({ length: 12 }, (_, row) => `P ${row},p${row}@home-few.com,Onyx,${siteOf(row)}`)
    await writeFile(file, ['Name,Email,Company,Website', ...rows].join('\n'))
    return (await guessMapping(file, { kind: 'people', source: 'crm' })).yaml
  }
  expect(await guessed((row) => `https://employer-${row % 3}.com`)).toContain('company_domain')
  expect(await guessed((row) => `https://crm.com/records/${row}`)).not.toContain('company_domain')
})

test('past employers are found by domain: left, ever, and as past jobs; exclusion lists leave current ones out', async () => {
  const position = (company_domain: string, more: object) => ({ company_domain, title: 'Clerk', ...more })
  const person = (name: string, ...experiences: object[]) => ({
    name,
    emails: [{ email: `${name.replace(' ', '.')}@home-past.com` }],
    experiences,
  })
  const [now, left] = [{ is_current: true }, { end_date: '2024-05-01' }]
  await load('people', [
    person('Lou Left', position('slate-past.com', left), position('flint-past.com', now)),
    person('Sam Stays', position('slate-past.com', now), position('slate-past.com', left)),
  ])
  const employedBySlate = (searchParams: object) => ({
    currentCompanies: [{ domain: 'slate-past.com' }],
    searchParams,
  })
  expect(await peopleOf(employedBySlate({}))).toEqual(['Sam Stays'])
  expect(await peopleOf(employedBySlate({ jobStatus: { status: 'previously-employed' } }))).toEqual([
    'Lou Left',
  ])
  expect(await peopleOf(employedBySlate({ jobStatus: { status: 'ever-employed' } }))).toEqual([
    'Lou Left',
    'Sam Stays',
  ])
  const company = { domain: 'slate-past.com' }
  const pastJobs = { anyOf: [{ jobTitle: ['clerk'], company }] }
  expect(await peopleOf({ searchParams: { pastJobs } })).toEqual(['Lou Left', 'Sam Stays'])

  const { rawKey: key, organizationId } = await service.org()
  const { entitySets } = service.almanac
  await entitySets.create({ organizationId, id: 'list_domains', kind: 'companies' })
  await entitySets.add(organizationId, 'list_domains', ['dom:slate-past.com'])
  const body = { searchParams: { pastJobs }, companyExclusionListIDs: ['list_domains'] }
  const found = await service.send('POST /v1/people-search', { key, body })
  expect(found.body.output.data.map((each: { name: string }) => each.name)).toEqual(['Lou Left'])
})

test('by the slug of the employer alone, whichever is loaded first, as files of vendors give it', async () => {
  const at = (company_slug: string) => ({
    name: `At ${company_slug}`,
    primary_slug: `at-page-${company_slug.length}`,
    experiences: [{ company_slug, company_name: 'Another Spelling', title: 'Baker', is_current: true }],
  })
  const former = {
    name: 'Left Page',
    primary_slug: 'left-page',
    experiences: [
      { company_slug: 'page-works-old', title: 'Baker', start_date: '2020-01-01', end_date: '2021-01-01' },
    ],
  }
  await load('people', [at('page-works'), at('https://www.linkedin.com/company/Page-Works/'), former])
  await load('companies', [
    {
      preferred_name: 'Page Works',
      pnet_primary_slug: 'page-works',
      pnet_slugs: ['page-works-old'],
      domains: ['page-works.example'],
    },
  ])
  await load(
    'people',
    [
      {
        linkedin_username: 'vendor-page',
        full_name: 'vendor page',
        job_company_name: 'page',
        job_company_linkedin_url: 'linkedin.com/company/page-works',
        job_title: 'baker',
        job_last_updated: '2026-01-01',
      },
    ],
    pdlMapping('people'),
  )
  const now = ['At https://www.linkedin.com/company/Page-Works/', 'At page-works', 'Vendor Page']
  expect(await employedAt('page-works.example', 'strict')).toEqual(now)
  const bySlug = { currentCompanies: [{ pnetSlugOrURL: 'page-works' }] }
  expect(await peopleOf(bySlug)).toEqual(now)
  expect(
    await peopleOf({ ...bySlug, searchParams: { jobStatus: { status: 'previously-employed' } } }),
  ).toEqual(['Left Page'])
  const { data } = await answerTo('POST /v1/kitchen-sink/person', {
    profileIdentifier: { identifier: 'pnetSlug', value: 'vendor-page' },
    getDetailedWorkExperience: true,
  })
  expect(data[0].detailed_work_experiences[0].company_details).toMatchObject({ preferred_name: 'Page Works' })
})
