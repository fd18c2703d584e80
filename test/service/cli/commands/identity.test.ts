import { Command } from 'commander'
import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { OperatorError } from '../../../../src/cli/context.ts'
import { registerIdentity } from '../../../../src/cli/commands/identity.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
  const people = [
    { primary_slug: 'ada', name: 'Ada Lindqvist', emails: [{ email: 'ada@a.example' }] },
    { primary_slug: 'a-lindqvist', name: 'A. Lindqvist', external_ids: { crm: '9' } },
  ]
  await service.almanac.writer.write(
    'people',
    people.map((record, index) => ({ line: index + 1, record })),
    { source: 'test', observedAt: new Date('2026-01-10T00:00:00Z') },
  )
})

async function almanac(...args: string[]): Promise<string> {
  const printed: string[] = []
  const program = new Command('almanac').exitOverride().configureOutput({ writeErr: () => {} })
  registerIdentity(program, {
    openStores: async () => ({
      db: service.db,
      engine: service.engine,
      corpus: service,
      secret: Buffer.alloc(32),
      visiting: true,
      close: async () => {},
    }),
    print: (value) => void printed.push(typeof value === 'string' ? value : JSON.stringify(value)),
  })
  await program.parseAsync(['identity', ...args], { from: 'user' })
  return printed.join('\n')
}

test('explain, merge and split, by slug, address, token and id', async () => {
  expect(await almanac('explain', 'people', 'ada@a.example')).toMatch(/^\d+: Ada Lindqvist/)
  const merged = await almanac('merge', 'people', 'ada', 'ext:crm/9', '--reason', 'the same card')
  const [, from, into, merge] = /^Merged (\d+) into (\d+)\. .*split (\d+)$/.exec(merged) ?? []
  const explained = JSON.parse(await almanac('explain', 'people', into as string, '--json'))
  expect(explained.identifiers.map(({ token }: { token: string }) => token)).toEqual(
    expect.arrayContaining(['slug:ada', 'slug:a-lindqvist', 'ext:crm/9']),
  )
  expect(explained.merges).toMatchObject([{ id: merge, mergedId: from, evidence: ['the same card'] }])
  expect(await almanac('explain', 'people', from as string)).toMatch(/merged or retired/)
  expect(await almanac('split', merge as string)).toBe(
    `Undid merge ${merge}: ${into} and ${from} are separate again.`,
  )
  expect(await almanac('explain', 'people', 'a-lindqvist')).toMatch(new RegExp(`^${from}: A. Lindqvist`))
})

test('employers makes companies of those that people name and no company is known by, once', async () => {
  const write = (kind: 'companies' | 'people', records: object[]) =>
    service.almanac.writer.write(
      kind,
      records.map((record, index) => ({ line: index + 1, record })),
      { source: 'test', observedAt: new Date('2026-01-10T00:00:00Z') },
    )
  await write('companies', [{ preferred_name: 'Known', domains: ['known.example'] }])
  const job = (company_name: string, more: object) => ({ company_name, is_current: true, ...more })
  await write('people', [
    {
      primary_slug: 'emp-1',
      name: 'One Emp',
      experiences: [
        job('Vellum Ltd', { company_domain: 'www.vellum.example', company_slug: 'vellum' }),
        job('KNOWN again', { company_domain: 'known.example' }),
        job('By name alone', {}),
        job('Of a mailbox', { company_domain: 'gmail.com' }),
      ],
    },
    {
      primary_slug: 'emp-2',
      name: 'Two Emp',
      experiences: [job('Vellum', { company_slug: 'vellum' }), job('Ormolu', { pnet_company_id: '9001' })],
    },
  ])
  expect(await almanac('employers', '--dry-run')).toBe('2 employers would become companies.')
  expect(await almanac('employers')).toBe('2 employers became companies.')
  expect(await almanac('employers')).toBe('0 employers became companies.')
  const vellum = JSON.parse(await almanac('explain', 'companies', 'vellum.example', '--json'))
  expect(vellum).toMatchObject({
    name: 'Vellum Ltd',
    identifiers: expect.arrayContaining([{ token: 'slug:vellum', sharedWith: [] }]),
    sources: [{ source: 'employers' }],
  })
  expect(await almanac('explain', 'companies', 'org:9001')).toMatch(/: Ormolu/)
  expect(await almanac('explain', 'companies', 'known.example')).toMatch(/: Known,/)
})

test('possible lists what was not joined, with what speaks for it and how to join it', async () => {
  const write = (records: object[], source: string) =>
    service.almanac.writer.write(
      'companies',
      records.map((record, index) => ({ line: index + 1, record })),
      { source, observedAt: new Date('2026-01-10T00:00:00Z') },
    )
  const at = (city: string) => ({ location_consensus: { city, country_code: 'DEU' } })
  const names = ['Quillonberry Pumps', 'Halvorsen Cranes', 'Tamsin Kilns']
  const paged = names.map((preferred_name, index) => ({
    preferred_name,
    pnet_primary_slug: `c${index}`,
    standard_industries: ['Software'],
    emails: index === 1 ? ['info@halvorsen.example'] : [],
    ...at('Jena'),
  }))
  await write(paged, 'test')
  const [near, joined, far] = names.map((preferred_name, index) => ({
    preferred_name,
    external_ids: { register: `r${index}` },
    standard_industries: ['Software'],
  })) as [object, object, object]
  await write(
    [
      { ...near, ...at('Jena') },
      { ...joined, ...at('Jena'), emails: ['info@halvorsen.example'] },
      { ...far, ...at('Bonn') },
    ],
    'vendor',
  )
  expect(await almanac('joined', 'companies')).toMatch(
    /^merge \d+: a line into \d+, .* by import:vendor, 0\.99\d*: name: Halvorsen Cranes; .*e-mail address: the same$/,
  )
  const found = JSON.parse(await almanac('possible', 'companies', '--json')) as { ids: string[] }[]
  expect(found).toMatchObject([
    {
      isConvincing: false,
      evidence: ['name: Quillonberry Pumps', 'city: Jena', 'industry: Software'],
    },
  ])
  const text = await almanac('possible', 'companies')
  const [, into, from] = /identity merge companies (\d+) (\d+) --reason/.exec(text) ?? []
  expect([into, from]).toEqual(found[0]?.ids)
  await almanac('merge', 'companies', into as string, from as string, '--reason', 'the same register entry')
  expect(await almanac('possible', 'companies')).toMatch(/^No entities/)
  expect(await almanac('possible', 'people', '--least', '0')).toMatch(/^No entities/)
})

test.each([
  ['possible', 'companies', '--least', '2'],
  ['possible', 'companies', '--limit', '0'],
  ['explain', 'planets', 'ada'],
  ['explain', 'people', 'nobody'],
  ['merge', 'people', 'ada', 'ada', '--reason', 'x'],
  ['split', '99'],
  ['split', 'x'],
])('refuses %s %s %s with one sentence', async (...args) => {
  await expect(almanac(...args.filter(Boolean))).rejects.toThrow(OperatorError)
})
