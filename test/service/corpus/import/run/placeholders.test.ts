import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privacy, type Privacy } from '../../../../worlds/subjects.ts'
import { guessMapping } from '../../../../../src/corpus/import/guess/guess-mapping.ts'
import { parseMapping } from '../../../../../src/corpus/import/mapping/load-mapping.ts'
import { importFile, type ImportSummary } from '../../../../../src/corpus/import/run/import-file.ts'

type Kind = 'companies' | 'people'

let service: Privacy
let folder = ''
let files = 0
beforeAll(async () => {
  service = await privacy()
  folder = await mkdtemp(join(tmpdir(), 'almanac-placeholders-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const load = (kind: Kind, file: string, mapping?: Parameters<typeof importFile>[0]['mapping']) =>
  importFile({
    kind,
    file,
    mapping,
    source: 'list',
    batchRows: 100,
    writer: service.almanac.writer,
    observedAt: new Date(service.clock.now()),
    onRejects: async () => {},
  })

async function loadLines(kind: Kind, lines: object[]): Promise<ImportSummary> {
  const file = join(folder, `${++files}.jsonl`)
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  return load(kind, file)
}

async function loadTable(kind: Kind, rows: string[][]): Promise<ImportSummary> {
  const file = join(folder, `${++files}.csv`)
  await writeFile(file, stringify(rows))
  const { yaml } = await guessMapping(file, { kind, source: 'list' })
  return load(kind, file, parseMapping(yaml, kind))
}

const told = ({ drift }: ImportSummary) =>
  drift.map(({ path, kind, values, example, line }) => [path, kind, values, example, line])

async function answerTo(route: string, body: object) {
  const { rawKey: key } = await service.org()
  const { status, body: answer } = await service.send(route, { key, body })
  return { status, answer, charged: answer.chargeInfo?.creditsCharged ?? 0 }
}

describe('a value that stands for nothing joins nobody', () => {
  const values = ['N/A', '0', '#N/A', '(blank)', 'null', '-', '1.23457E+14', '999999999', '\\N', ' ', 'keine']
  const people = values.flatMap((value, at) => [
    [`Alma${at}`, `Berg${at}`, `alma${at}@one${at}.example`, `One ${at}`, value],
    [`Bo${at}`, `Dorn${at}`, `bo${at}@two${at}.example`, `Two ${at}`, value],
  ])

  test('as the id of a column of a table', async () => {
    const summary = await loadTable('people', [
      ['First Name', 'Last Name', 'Email', 'Company', 'Record ID'],
      ...people,
    ])
    expect(summary).toMatchObject({ created: people.length, changed: 0, rejected: 0 })
    // What is blank, and `\\N`, the reader of tables takes for nothing.
    expect(told(summary)).toEqual([['external_ids.list', 'placeholder', people.length - 4, 'N/A', 2]])
  })

  test('as ids, slugs and addresses of native lines', async () => {
    const lines = (sort: string, members: object[]) =>
      members.map((each, at) => ({
        name: `${sort} Person${String.fromCharCode(65 + at)}`,
        emails: [{ email: `${sort}${at}@${sort}${at}.example` }],
        ...each,
      }))
    const twice = <T>(...each: T[]): T[] => [...each, ...each]
    const all = [
      ...lines(
        'Ext',
        twice({ external_ids: { crm: '0' } }, { external_ids: { crm: '' } }, { external_ids: { crm: ' ' } }),
      ),
      ...lines('Uid', twice({ user_id: '0' }, { entity_urn: 'urn:pnet:member:undefined' })),
      ...lines('Slug', twice({ primary_slug: 'me' }, { slugs: ['unavailable'] }, { primary_slug: 'N/A' })),
      ...lines(
        'Page',
        ['', 'unavailable', 'me', 'null'].flatMap((slug) =>
          twice({ url: `https://www.linkedin.com/in/${slug}` }),
        ),
      ),
      ...lines('Feed', twice({ url: 'https://www.linkedin.com/feed/' }, { url: 'https://www.linkedin.com' })),
      ...lines('Account', twice({ external_ids: { twitter: '@none' } }, { external_ids: { github: 'n/a' } })),
    ]
    const summary = await loadLines('people', all)
    expect(summary).toMatchObject({ created: all.length, rejected: 0 })
    const { answer } = await answerTo('POST /v1/people-search', {
      searchParams: { fullName: { contains: ['Page PersonA'] } },
    })
    expect(JSON.stringify(answer)).not.toMatch(/unavailable|linkedin\.com\/in\/(?:me|null)?"/)
  })

  test('as numbers, slugs and accounts of companies', async () => {
    const all = [
      { li_org_id: '0' },
      { pnet_primary_slug: 'unavailable' },
      { pnet_primary_slug: 'https://www.linkedin.com/company/' },
      { external_ids: { crm: 'NULL' } },
      { domains: ['n/a'], websites: ['none'] },
      { twitter_handles: ['n/a'], facebook_urls: ['https://www.facebook.com/'] },
    ].flatMap((each, at) =>
      ['A', 'B'].map((half) => ({
        preferred_name: `Firm ${half}${at}`,
        ...each,
        external_ids: { ...(each as { external_ids?: object }).external_ids, own: `${half}${at}` },
      })),
    )
    expect(await loadLines('companies', all)).toMatchObject({ created: all.length, rejected: 0 })
  })

  test('as mailbox or telephone number of namesakes', async () => {
    const rows = ['noemail@noemail.com', 'na@na.com', 'unknown@unknown.com', 'info@rented.example'].flatMap(
      (email, at) =>
        ['I', 'II'].map((firm) => [`Ilse${at}`, `Braun${at}`, email, '0000000000', `Firma ${firm}`]),
    )
    const summary = await loadTable('people', [
      ['First Name', 'Last Name', 'Email', 'Phone', 'Company'],
      ...rows,
    ])
    // A mailbox of a function tells the rows apart by name and employer; the others say nothing at all.
    expect(summary).toMatchObject({ created: 2, changed: 0, rejected: 6 })
    expect(told(summary)).toEqual([
      ['phone_numbers', 'placeholder', 8, '0000000000', 2],
      ['emails', 'placeholder', 6, 'noemail@noemail.com', 2],
    ])
    const asked = await answerTo('POST /v1/kitchen-sink/person', { emailAddress: 'info@rented.example' })
    expect([asked.answer.output?.matches ?? asked.answer.output?.data ?? [], asked.charged]).toEqual([[], 0])
  })

  test('the same row with a mailbox of a function comes to the same person again', async () => {
    const line = { name: 'Nils Holm', emails: [{ email: 'info@holm.example' }], headline: 'Baker' }
    expect(await loadLines('people', [line])).toMatchObject({ created: 1 })
    expect(await loadLines('people', [{ ...line, headline: 'Master baker' }])).toMatchObject({
      created: 0,
      changed: 1,
    })
  })

  test('as name of an employer', async () => {
    const summary = await loadTable('people', [
      ['First Name', 'Last Name', 'Email', 'Company', 'Title'],
      ['Hed', 'Jung', 'hed@jung.example', '\\N', 'Cook'],
      ['Liv', 'Jung', 'liv@jung.example', 'n/a', 'n/a'],
    ])
    expect(summary.created).toBe(2)
    const { answer } = await answerTo('POST /v1/kitchen-sink/person', { emailAddress: 'hed@jung.example' })
    const found = JSON.stringify(answer)
    expect(found).toContain('Cook')
    expect(found).not.toContain('\\\\N')
  })
})

describe('a host that many share', () => {
  test('is no domain of those who have a page there, and the page tells them apart', async () => {
    const sites = [
      'https://www.facebook.com/shopA',
      'https://www.facebook.com/shopB',
      'https://www.instagram.com/shopc/',
      'https://www.instagram.com/shopd/',
      'https://sites.google.com/site/shope',
      'https://shopf.wixsite.com/home',
      'https://shopg.wixsite.com/home',
      'https://g.page/shoph',
      'https://linktr.ee/shopi',
      'https://github.com/shopj',
      'https://shopk.github.io',
      'https://shopl.myshopify.com',
      'https://shopm.uk.com',
      'https://www.shopn.example',
    ]
    const rows = sites.map((site, at) => [`${'ABCDEFGHIJKLMN'[at]}rve Shop`, site, 'Oslo', 'Norway'])
    const header = ['Company Name', 'Website', 'City', 'Country']
    const summary = await loadTable('companies', [header, ...rows])
    expect(summary).toMatchObject({ created: sites.length, rejected: 0 })
    expect(told(summary)).toEqual([['domains', 'shared', 8, 'facebook.com', 2]])

    for (const domain of ['facebook.com', 'google.com', 'wixsite.com', 'github.io', 'uk.com', 'gmail.com']) {
      const { answer, charged } = await answerTo('POST /v1/kitchen-sink/company', {
        companyDomain: { value: domain },
      })
      expect([domain, charged, JSON.stringify(answer)]).toEqual([
        domain,
        0,
        expect.not.stringContaining('rve Shop'),
      ])
    }
    const page = await answerTo('POST /v1/kitchen-sink/company', {
      companyDomain: { value: 'https://facebook.com/shopb' },
    })
    expect(JSON.stringify(page.answer)).toContain('Brve Shop')
    const own = await answerTo('POST /v1/kitchen-sink/company', {
      companyDomain: { value: 'shopf.wixsite.com' },
    })
    expect(JSON.stringify(own.answer)).toContain('Frve Shop')
  })

  test('its page is one company in two files', async () => {
    const line = { preferred_name: 'Twice Bakery', websites: ['https://www.facebook.com/twicebakery'] }
    expect(await loadLines('companies', [line])).toMatchObject({ created: 1 })
    const again = { ...line, websites: ['http://facebook.com/TwiceBakery/'], short_description: 'Bread' }
    expect(await loadLines('companies', [again])).toMatchObject({ created: 0, changed: 1 })
  })

  test('stays its owner’s', async () => {
    await loadLines('companies', [
      { preferred_name: 'GitHub, Inc.', domains: ['github.com'] },
      { preferred_name: 'Pull Request Tools', domains: ['github.com'], external_ids: { own: 'prt' } },
    ])
    const { answer } = await answerTo('POST /v1/kitchen-sink/company', {
      companyDomain: { value: 'github.com' },
    })
    expect(JSON.stringify(answer)).toContain('GitHub, Inc.')
    expect(JSON.stringify(answer)).not.toContain('Pull Request')
  })

  test('is no employer’s site', async () => {
    const summary = await loadLines('people', [
      {
        name: 'Vera Lund',
        emails: [{ email: 'vera.lund@gmail.com' }],
        experiences: [{ company_name: 'Lund Cakes', company_domain: 'gmail.com', is_current: true }],
      },
    ])
    expect(told(summary)).toEqual([['experiences[].company_domain', 'shared', 1, 'gmail.com', 1]])
  })
})

test('who asked not to be here stays out, though what told them is no identifier any more', async () => {
  const asked = { emails: ['stays.out@test.com'] }
  expect((await service.operate('POST /v1/privacy/suppressions', asked)).status).toBe(200)
  const line = { name: 'Stays Out', primary_slug: 'stays-out', emails: [{ email: 'stays.out@test.com' }] }
  expect(await loadLines('people', [line])).toMatchObject({ created: 0, leftOut: 1 })
})
