import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../../test/support/harness.ts'
import { pdlMapping } from '../formats/pdl.ts'
import type { Mapping } from '../mapping/compile-mapping.ts'
import { parseMapping } from '../mapping/load-mapping.ts'
import { importFile } from './import-file.ts'

let service: TestAlmanac
let folder = ''
beforeAll(async () => {
  service = await testAlmanac()
  folder = await mkdtemp(join(tmpdir(), 'almanac-employers-'))
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function load(kind: 'companies' | 'people', rows: object[], mapping?: Mapping) {
  const file = join(folder, 'rows.jsonl')
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
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

/** Names of the people that are found by their employer's domain. */
async function employedAt(domain: string, mode: 'strict' | 'loose') {
  const { rawKey: key } = await service.org()
  const body = { currentCompanies: [{ domain }], searchParams: { companyMatchMode: { mode } } }
  const found = await service.send('POST /v1/people-search', { key, body })
  expect([found.status, found.body.warnings ?? []]).toEqual([200, []])
  return (found.body.output.data as { name: string }[]).map(({ name }) => name).sort()
}

const ways: [way: string, row: (employer: string, id?: string) => object, mapping?: Mapping][] = [
  [
    'natively',
    (company_name, id) => ({
      ...{ name: 'Ada Native', emails: [{ email: `ada-${company_name}@home-native.com`.replace(/ /g, '') }] },
      experiences: [{ company_name, pnet_company_id: id, title: 'Engineer', is_current: true }],
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
      ...{
        id: `p-${employer}`,
        full_name: 'cleo vendor',
        linkedin_username: `cleo-${employer.replaceAll(' ', '-')}`,
      },
      ...{ job_title: 'engineer', job_company_name: employer, job_company_linkedin_id: id },
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
