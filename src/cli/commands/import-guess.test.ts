import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { stringify } from 'csv-stringify/sync'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainWriter } from '../../../test/support/plain-writer.ts'
import { checkRecord } from '../../corpus/write/index.ts'
import { frozenClock } from '../../lib/clock.ts'
import { registerImport } from './import.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-guess-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a command line; what reaches the writer is what it would be given. */
async function run(...line: string[]) {
  const printed: string[] = []
  const records: Record<string, unknown>[] = []
  const writer = plainWriter(async (kind, items) => {
    const options = { source: 'crm', observedAt: new Date(0) }
    const rejected = items.flatMap((item) => checkRecord(kind, item, options).rejection ?? [])
    const lines = new Set(rejected.map(({ line }) => line))
    const taken = items.filter(({ line }) => !lines.has(line))
    records.push(...taken.map(({ record }) => record as Record<string, unknown>))
    return { created: taken.length, changed: 0, unchanged: 0, rejected }
  })
  let shown = ''
  const program = new Command('almanac').exitOverride()
  registerImport(program, {
    openWriter: async () => ({ writer, sample: { companies: 0, people: 0 }, close: async () => {} }),
    clock: frozenClock(),
    print: (value) => printed.push(String(value)),
    progress: { write: (text: string) => ((shown += text), true) },
    setExitCode() {},
  })
  await program.parseAsync(['import', ...line], { from: 'user' })
  return { printed: printed.join('\n'), shown, records }
}

async function csv(name: string, rows: string[][], encoding = 'utf8', delimiter = ','): Promise<string> {
  const path = join(folder, name)
  await writeFile(
    path,
    iconv.encode(stringify(rows, { delimiter }), encoding, { addBOM: encoding === 'utf16le' }),
  )
  return path
}

/** What the table on the terminal says of each column. */
const usedAs = (shown: string, columns: string[]) =>
  Object.fromEntries(
    columns.map((column) => {
      const line = shown
        .split('\n')
        .find((each) => each.startsWith(`${column}  `) || each.startsWith(`${column} `))
      const rest = (line ?? '').slice(column.length).trim()
      return [column, rest.split(/ {2,}/)[0]]
    }),
  )

describe('people of a CRM that exports API names', () => {
  const header = [
    'Id',
    'FirstName',
    'LastName',
    'Account.Name',
    'Title',
    'Email',
    'MobilePhone',
    'MailingCity',
    'MailingCountry',
    'LinkedIn_URL__c',
    'LeadSource',
    'OwnerId',
    'CreatedDate',
  ]
  const row = [
    '003A1',
    'Ada',
    'Lindqvist',
    'Acme Robotics',
    'VP Sales',
    'ada@acme.com',
    '+49 1512 3456789',
    'Berlin',
    'Germany',
    'https://www.linkedin.com/in/ada-lindqvist/',
    'Web',
    '005X',
    '2024-01-02',
  ]
  it('finds them', async () => {
    const file = await csv('sf.csv', [
      header,
      row,
      [
        '003A2',
        'Ben',
        'Okafor',
        'Globex',
        '',
        'ben@globex.com',
        '',
        'Paris',
        'France',
        '',
        'Event',
        '005X',
        '2024-02-02',
      ],
    ])
    const { shown, records } = await run('people', file, '--guess')
    expect(usedAs(shown, header)).toEqual({
      Id: 'id',
      FirstName: 'first name',
      LastName: 'last name',
      'Account.Name': 'company',
      Title: 'title',
      Email: 'email',
      MobilePhone: 'mobile phone',
      MailingCity: 'city',
      MailingCountry: 'country',
      LinkedIn_URL__c: 'profile',
      LeadSource: '(not used)',
      OwnerId: '(not used)',
      CreatedDate: '(not used)',
    })
    expect(records).toMatchObject([
      {
        name: 'Ada Lindqvist',
        first_name: 'Ada',
        primary_slug: 'ada-lindqvist',
        url: 'https://www.linkedin.com/in/ada-lindqvist/',
        external_ids: { sf: '003A1' },
        emails: [{ email: 'ada@acme.com' }],
        phone_numbers: [
          {
            number: '+49 1512 3456789',
            type: 'mobile',
          },
        ],
        experiences: [
          {
            company_name: 'Acme Robotics',
            title: 'VP Sales',
            is_current: true,
          },
        ],
        inferred_location: {
          city: 'Berlin',
          country_code: 'DEU',
        },
      },
      { name: 'Ben Okafor', experiences: [{ company_name: 'Globex' }] },
    ])
    expect(records[1]).not.toHaveProperty('phone_numbers')
  })
})

describe('people of a CRM that exports labels, by a program of Windows', () => {
  const header = [
    'Record ID',
    'First Name',
    'Last Name',
    'Email',
    'Phone Number',
    'Contact owner',
    'Job Title',
    'Company Name',
    'Lead Status',
    'Country/Region',
    'Personal email',
    'Email Opt Out',
    'Last Activity Date',
  ]
  const row = [
    '101',
    'Jürgen',
    'Groß',
    'j.gross@mueller.de',
    '+49 30 901820',
    'Sam Seller',
    'Geschäftsführer',
    'Müller GmbH',
    'New',
    'Germany',
    'jg@home.com',
    'false',
    '2024-03-01',
  ]
  it('finds them', async () => {
    const file = await csv('hubspot.csv', [header, row], 'windows-1252', ';')
    const { shown, records } = await run('people', file, '--guess')
    expect(usedAs(shown, header)).toEqual({
      'Record ID': 'id',
      'First Name': 'first name',
      'Last Name': 'last name',
      Email: 'email',
      'Phone Number': 'phone',
      'Contact owner': '(not used)',
      'Job Title': 'title',
      'Company Name': 'company',
      'Lead Status': '(not used)',
      'Country/Region': 'country',
      'Personal email': 'personal email',
      'Email Opt Out': '(not used)',
      'Last Activity Date': '(not used)',
    })
    expect(records).toMatchObject([
      {
        name: 'Jürgen Groß',
        emails: [{ email: 'jg@home.com', type: 'personal' }, { email: 'j.gross@mueller.de' }],
        experiences: [{ title: 'Geschäftsführer', company_name: 'Müller GmbH' }],
      },
    ])
  })
})

describe('people of a tool for sales, with pages of people and employers', () => {
  const header = ['First Name', 'Last Name', 'Company', 'Person Linkedin Url', 'Company Linkedin Url']
  it('finds them, and the employer by its page', async () => {
    const [page, employer] = ['http://www.linkedin.com/in/ann-lee', 'http://www.linkedin.com/company/1035']
    const file = await csv('leads.csv', [header, ['Ann', 'Lee', 'Lee Works', page, employer]])
    const { shown, records } = await run('people', file, '--guess')
    expect(usedAs(shown, header)).toMatchObject({
      'Person Linkedin Url': 'profile',
      'Company Linkedin Url': 'company profile',
    })
    expect(records).toMatchObject([
      { url: page, experiences: [{ company_name: 'Lee Works', company_slug: employer, is_current: true }] },
    ])
  })
})

describe('companies of a CRM with two addresses, as a table of UTF-16', () => {
  const header = [
    'Company Name',
    'Website',
    'Billing Street',
    'Billing City',
    'Billing State/Province',
    'Billing Zip/Postal Code',
    'Billing Country',
    'Shipping City',
    'Shipping Country',
    'Phone',
    'Employees',
    'Annual Revenue',
    'Industry',
    'LinkedIn URL',
    'Account Owner',
    'Account Type',
    'Year Founded',
  ]
  const row = [
    'Acme, Inc.',
    'https://www.acme.com/en',
    '1 Main St',
    'San Francisco',
    'CA',
    '94105',
    'United States',
    'Reno',
    'United States',
    '+1 415 555 2671',
    '51-200',
    '$12,500,000',
    'Software',
    'linkedin.com/company/acme-inc',
    'Sam Seller',
    'Customer',
    '1999',
  ]
  it('finds them', async () => {
    const file = await csv('accounts.csv', [header, row], 'utf16le', '\t')
    const { shown, records } = await run('companies', file, '--guess')
    expect(usedAs(shown, header)).toEqual({
      'Company Name': 'name',
      Website: 'website',
      'Billing Street': 'street',
      'Billing City': 'city',
      'Billing State/Province': 'state',
      'Billing Zip/Postal Code': 'postal code',
      'Billing Country': 'country',
      'Shipping City': '(not used)',
      'Shipping Country': '(not used)',
      Phone: 'phone',
      Employees: 'employees',
      'Annual Revenue': 'revenue',
      Industry: 'industry',
      'LinkedIn URL': 'company profile',
      'Account Owner': '(not used)',
      'Account Type': '(not used)',
      'Year Founded': 'founded',
    })
    expect(records).toMatchObject([
      {
        preferred_name: 'Acme, Inc.',
        domains: ['acme.com'],
        pnet_primary_slug: 'acme-inc',
        phone_numbers: ['+14155552671'],
        employee_count_consensus: {
          gte: 51,
          lte: 200,
        },
        revenue_usd: 125e5,
        location_consensus: {
          city: 'San Francisco',
          state_code: 'CA',
          country_code: 'USA',
        },
        alt_industries: ['Software'],
        founded_on_consensus: '1999',
      },
    ])
  })

  it('writes a mapping that does the same by itself, and keeps one that was edited', async () => {
    const file = await csv('again.csv', [header, row])
    const first = await run('companies', file, '--guess')
    const map = `${file}.map.yaml`
    expect((await run('companies', file, '--map', map)).records).toEqual(first.records)
    expect((await run('companies', file, '--guess')).records).toEqual(first.records)
    await writeFile(map, `${await readFile(map, 'utf8')}# mine\n`)
    await expect(run('companies', file, '--guess')).rejects.toThrow(/exists with different content/)
    const other = join(folder, 'other.yaml')
    expect((await run('companies', file, '--guess', '--map-out', other, '--dry-run')).printed).toContain(
      'would make 1 records',
    )
    expect(await readFile(map, 'utf8')).toContain('# mine')
  })

  it('without --guess the refusal says that it exists', async () => {
    const file = await csv('plain.csv', [header, row])
    await expect(run('companies', file)).rejects.toThrow(/"Company Name".* not members of companies.*--guess/)
    await expect(run('postings', file, '--guess')).rejects.toThrow(/companies and people/)
    await expect(run('companies', '-', '--guess')).rejects.toThrow(/standard input/)
  })

  it('what many rows share or only looks like something is not taken for theirs', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => [
      `Acme ${index}`,
      `https://pictures.cdn.com/${index}.png`,
      `acme-${index}.com`,
      String(1_322_045_523 + index),
      `https://linkedin.com/company/acme-${index}`,
    ])
    const columns = ['name', 'picture url', 'link', 'launched_at', 'page']
    const { shown, records } = await run('companies', await csv('shared.csv', [columns, ...rows]), '--guess')
    expect(usedAs(shown, columns)).toMatchObject({
      name: 'name',
      'picture url': '(not used)',
      link: 'website',
      launched_at: '(not used)',
    })
    expect(new Set(records.map(({ domains }) => String(domains))).size).toBe(30)
    const nameless = await run(
      'companies',
      await csv('bare.csv', [
        ['name', 'city'],
        ['Acme', 'Bonn'],
      ]),
      '--guess',
    )
    expect(nameless.shown).toContain('No column identifies records')
  })
})

describe('rows with a name alone', () => {
  const header = ['Name', 'Company', 'City', 'Country']
  const rows = [
    ['Ada Holm', 'Holm AS', 'Oslo', 'Norway'],
    ['Ada Holm', 'Other AS', 'Bergen', 'Norway'],
  ]
  it('are records where that is asked for, the same ones each time', async () => {
    const file = await csv('names.csv', [header, ...rows])
    const without = await run('people', file, '--guess')
    expect(without.shown).toContain('--names identifies rows by their names')
    expect(without.records).toEqual([])
    const first = await run('people', file, '--guess', '--names')
    const again = await run('people', file, '--guess', '--names', '--workers', '1')
    expect(first.records).toMatchObject([
      { name: 'Ada Holm', external_ids: { row: expect.stringMatching(/^[0-9a-f]{32}$/) } },
      { name: 'Ada Holm' },
    ])
    expect(again.records).toEqual(first.records)
    const ids = first.records.map((record) => (record['external_ids'] as { row: string }).row)
    expect(new Set(ids).size).toBe(2)
    expect((await run('people', file, '--guess', '--names', '--dry-run')).printed).toContain('make 2 records')
  })

  it('and rejects carry the whole row, so that they can be mended and loaded again', async () => {
    const file = await csv('mend.csv', [header, ...rows])
    await run('people', file, '--guess')
    const rejects = `${file}.rejects.jsonl`
    const lines = (await readFile(rejects, 'utf8')).trim().split('\n')
    expect(JSON.parse(lines[0] as string)).toEqual({
      line: 2,
      path: '',
      reason: expect.stringContaining('no identifier'),
      value: null,
      cells: { Name: 'Ada Holm', Company: 'Holm AS', City: 'Oslo', Country: 'Norway' },
    })
    const mended = lines.map((line, index) => {
      const reject = JSON.parse(line) as { cells: Record<string, string> }
      reject.cells['Email'] = `ada${index}@holm.example`
      return JSON.stringify(reject)
    })
    await writeFile(rejects, `${mended.join('\n')}\n`)
    const { records } = await run('people', rejects, '--guess', '--rejects', join(folder, 'rest.jsonl'))
    expect(records).toMatchObject([
      { name: 'Ada Holm', emails: [{ email: 'ada0@holm.example' }] },
      { name: 'Ada Holm', emails: [{ email: 'ada1@holm.example' }] },
    ])
  })
})

describe('what a guess cannot read', () => {
  it('is said, instead of promising records without a name', async () => {
    const file = join(folder, 'nested.jsonl')
    await writeFile(
      file,
      `${JSON.stringify({ person: { name: 'Ada' }, emails: ['a@b.example'], city: 'Oslo' })}\n`,
    )
    await expect(run('people', file, '--guess')).rejects.toThrow(/"person", "emails" hold objects or lists/)
  })

  it('of many members that are dropped fifty are listed', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `custom_${index}`)
    const file = await csv('many.csv', [
      ['Name', 'Website', ...many],
      ['Acme', 'acme.example', ...many.map(() => 'x')],
    ])
    const { printed } = await run('companies', file, '--guess', '--dry-run')
    expect(printed).toContain('dropped (60)')
    expect(printed).toContain('custom_49')
    expect(printed).not.toContain('custom_50')
    expect(printed).toContain('and 10 more')
  })
})
