import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainWriter } from '../../../test/support/plain-writer.ts'
import { toDollars } from '../../corpus/records/index.ts'
import { frozenClock } from '../../lib/clock.ts'
import { registerImport } from './import.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-units-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Company {
  preferred_name: string
  revenue_usd?: number | null
  employee_count_consensus?: { gte: number | null; lte: number | null } | null
  founded_on_consensus?: string | null
}

let files = 0

/** Imports companies from a file, and answers what is written by name, with what is said. */
async function imported(text: string, extension: string, ...options: string[]) {
  const file = join(folder, `units-${files++}.${extension}`)
  await writeFile(file, text)
  const printed: string[] = []
  const records = new Map<string, Company>()
  const writer = plainWriter(async (_kind, items) => {
    for (const { record } of items) records.set((record as Company).preferred_name, record as Company)
    return { created: items.length, changed: 0, unchanged: 0, rejected: [] }
  })
  const program = new Command('almanac').exitOverride()
  registerImport(program, {
    openWriter: async () => ({ writer, sample: { companies: 0, people: 0 }, close: async () => {} }),
    clock: frozenClock(),
    print: (value) => printed.push(String(value)),
    progress: { write: () => true },
    setExitCode() {},
  })
  await program.parseAsync(['import', 'companies', file, ...options], { from: 'user' })
  return { printed: printed.join('\n'), records }
}

const dollars = (amount: number, currency: string) => toDollars({ amount, currency })

describe('a guessed table', () => {
  it('takes money in the currency of its cell, and headcounts for what they are', async () => {
    const table = [
      'Company Name,Website,Employees,Annual Revenue,Country',
      'Anvil Works,anvil.example,Nov-50,£3bn,United Kingdom',
      "Brook Foods,brook.example,201-500 employees,CHF 2'500'000,Switzerland",
      'Copse KK,copse.example,-7,"¥900,000,000",Japan',
      'Dune AB,dune.example,12.500,10M kr,Sweden',
      'Elder Ltd,elder.example,1k+,Rs. 5 crore,India',
      'Fjord GmbH,fjord.example,"1,200",1.2 Mrd. EUR,Germany',
      'Gorse Inc,gorse.example,~250,$3M,United States',
      'Heath KK,heath.example,about 50 people,¥5bn,',
      'Islet Inc,islet.example,10,4500000,United States',
    ].join('\n')
    const { printed, records } = await imported(table, 'csv', '--guess')
    const revenue = (name: string) => records.get(name)?.revenue_usd
    const size = (name: string) => records.get(name)?.employee_count_consensus ?? undefined
    expect(revenue('Anvil Works')).toBe(dollars(3e9, 'GBP'))
    expect(revenue('Brook Foods')).toBe(dollars(2.5e6, 'CHF'))
    expect(revenue('Copse KK')).toBe(dollars(9e8, 'JPY'))
    expect(revenue('Dune AB')).toBe(dollars(1e7, 'SEK'))
    expect(revenue('Elder Ltd')).toBe(dollars(5e7, 'INR'))
    expect(revenue('Fjord GmbH')).toBe(dollars(1.2e9, 'EUR'))
    expect(revenue('Gorse Inc')).toBe(3e6)
    // Yen or yuan: nobody knows. And a bare number beside other currencies is no dollars.
    expect(revenue('Heath KK')).toBeUndefined()
    expect(revenue('Islet Inc')).toBeUndefined()
    expect(size('Anvil Works')).toBeUndefined()
    expect(size('Brook Foods')).toEqual({ gte: 201, lte: 500 })
    expect(size('Copse KK')).toBeUndefined()
    expect(size('Dune AB')).toBeUndefined()
    expect(size('Elder Ltd')).toEqual({ gte: 1000, lte: null })
    expect(size('Fjord GmbH')).toEqual({ gte: 1200, lte: 1200 })
    expect(size('Gorse Inc')).toEqual({ gte: 250, lte: 250 })
    expect(size('Heath KK')).toEqual({ gte: 50, lte: 50 })
    expect(printed).toContain('headcount: 3, e.g. "Nov-50" (first in line 2)')
    expect(printed).toContain('usd: 2, e.g. "¥5bn" (first in line 9)')
  })

  it('takes currency and scale of the heading, and decimal signs of the column', async () => {
    const table = [
      'Company Name;Website;Employees;Revenue (T€)',
      'Anvil Works;anvil.example;1.234;2.500',
      'Brook Foods;brook.example;12.500;1.250.000',
      'Copse AG;copse.example;3.100;750',
    ].join('\n')
    const { records } = await imported(table, 'csv', '--guess')
    expect(records.get('Anvil Works')?.revenue_usd).toBe(dollars(2.5e6, 'EUR'))
    expect(records.get('Brook Foods')?.revenue_usd).toBe(dollars(1.25e9, 'EUR'))
    expect(records.get('Copse AG')?.revenue_usd).toBe(dollars(7.5e5, 'EUR'))
    expect(records.get('Anvil Works')?.employee_count_consensus).toEqual({ gte: 1234, lte: 1234 })
  })
})

describe('a guessed column of days', () => {
  const founded = async (cells: readonly string[], heading = 'Founded') => {
    const rows = cells.map((cell, index) => `Firm ${index},firm-${index}.example,"${cell}"`)
    const { records } = await imported([`Company,Website,${heading}`, ...rows].join('\n'), 'csv', '--guess')
    return cells.map((_, index) => records.get(`Firm ${index}`)?.founded_on_consensus ?? undefined)
  }

  it('takes days as a spreadsheet keeps them, beside years', async () => {
    expect(await founded(['36526', '1998', '34335'])).toEqual(['2000-01-01', '1998', '1994-01-01'])
    expect(await founded(['2010.0', '1987.0'])).toEqual(['2010', '1987'])
  })
  it('takes days as they are written', async () => {
    expect(await founded(['15.03.1998', '1.12.2001'], 'Gründungsdatum')).toEqual(['1998-03-15', '2001-12-01'])
    expect(await founded(['03/15/1998', '12/01/2001'], 'Date Founded')).toEqual(['1998-03-15', '2001-12-01'])
    expect(await founded(['15/03/1998', '1/12/2001'])).toEqual(['1998-03-15', '2001-12-01'])
    expect(await founded(['March 1998', 'Jan 5, 2001', '5 Jan 2001'])).toEqual([
      '1998-03',
      '2001-01-05',
      '2001-01-05',
    ])
  })
  it('takes the year alone where day and month may be either way round', async () => {
    expect(await founded(['03/04/1998', '05/06/2001'])).toEqual(['1998', '2001'])
  })
  it('has nothing where a program began to count', async () => {
    const none = undefined
    expect(await founded(['1900-01-00', '1970-01-01', '2004-05-06'])).toEqual([none, none, '2004-05-06'])
    expect(await founded(['1/0/1900', '03/15/1998'])).toEqual([none, '1998-03-15'])
    expect(await founded(['1970-01-01', '1998-01-01'])).toEqual(['1970-01-01', '1998-01-01'])
  })
})

describe('a guessed column of something else', () => {
  it('is no headcount and no revenue where it says how these grow', async () => {
    const table = 'Company,Website,Employee Growth %,Revenue Growth\nAnvil,anvil.example,12,25%\n'
    const record = (await imported(table, 'csv', '--guess')).records.get('Anvil')
    expect([record?.employee_count_consensus ?? null, record?.revenue_usd ?? null]).toEqual([null, null])
  })
  it('is no name where it says yes and no', async () => {
    const table = 'Company,Website,Industry\nAnvil,anvil.example,TRUE\nBrook,brook.example,FALSE\n'
    const { records } = await imported(table, 'csv', '--guess')
    expect(
      [...records.values()].map((record) => (record as { alt_industries?: unknown }).alt_industries),
    ).toEqual([undefined, undefined])
  })
  it('has the decimal sign of the others in its file where it says nothing itself', async () => {
    const table =
      'Firma;Webseite;Umsatz;Mitarbeiter\nAnvil;anvil.example;1.250.000 €;1.234\nBrook;brook.example;2,5 Mio. €;12\nCopse;copse.example;1 Mio. €;2,5k\n'
    const { records } = await imported(table, 'csv', '--guess')
    expect([...records.values()].map((record) => record.employee_count_consensus?.gte)).toEqual([
      1234, 12, 2500,
    ])
  })
})

describe('rows of the import format', () => {
  it('are never dollars where they say another currency; what cannot be is left out and told', async () => {
    const rows = [
      { preferred_name: 'Anvil', domains: ['anvil.example'], revenue_usd: '£3bn' },
      { preferred_name: 'Brook', domains: ['brook.example'], revenue_usd: '4.5M', market_cap_usd: -1 },
      { preferred_name: 'Copse', domains: ['copse.example'], revenue_usd: '¥5bn', li_follower_count: -3 },
      { preferred_name: 'Dune', domains: ['dune.example'], employee_count_consensus: { gte: -7, lte: -7 } },
      { preferred_name: 'Elder', domains: ['elder.example'], employee_count_consensus: '201-500 employees' },
      { preferred_name: 'Fjord', domains: ['fjord.example'], founded_on_consensus: '0098-01-01' },
      { preferred_name: 'Gorse', domains: ['gorse.example'], founded_on_consensus: 2999 },
    ]
    const { printed, records } = await imported(rows.map((row) => JSON.stringify(row)).join('\n'), 'jsonl')
    expect(records.size).toBe(rows.length)
    expect(records.get('Anvil')?.revenue_usd).toBe(dollars(3e9, 'GBP'))
    expect(records.get('Brook')?.revenue_usd).toBe(4_500_000)
    expect(records.get('Copse')?.revenue_usd).toBeUndefined()
    expect(records.get('Dune')?.employee_count_consensus).toBeUndefined()
    expect(records.get('Elder')?.employee_count_consensus).toEqual({ gte: 201, lte: 500 })
    expect(records.get('Fjord')?.founded_on_consensus).toBeUndefined()
    expect(records.get('Gorse')?.founded_on_consensus).toBeUndefined()
    for (const member of ['revenue_usd', 'market_cap_usd', 'li_follower_count', 'founded_on_consensus'])
      expect(printed).toMatch(new RegExp(`${member} +\\d +out of bounds or in another unit, left out`))
  })
})

describe('a mapping that takes amounts as numbers', () => {
  it('converts what says another currency', async () => {
    const map = join(folder, 'plain.yaml')
    await writeFile(
      map,
      'kind: companies\nrecord:\n  preferred_name: Name\n  domains: [Site]\n  revenue_usd: { path: Money, do: [number] }\n',
    )
    const table = 'Name,Site,Money\nAnvil,anvil.example,£3bn\nBrook,brook.example,"4,500"\n'
    const { records } = await imported(table, 'csv', '--map', map)
    expect(records.get('Anvil')?.revenue_usd).toBe(dollars(3e9, 'GBP'))
    expect(records.get('Brook')?.revenue_usd).toBe(4500)
  })
})
