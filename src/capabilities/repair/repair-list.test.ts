import { describe, expect, test } from 'vitest'
import { parseDirectives } from './directives.ts'
import { repairList, UnknownColumn, type RepairedList } from './repair-list.ts'
import { workbookOf } from '../../../test/support/workbook.ts'

const network = { hosts: ['pnet.example'] }
async function repair(content: string | Buffer, instructions = '', maxRows?: number): Promise<RepairedList> {
  const { directives, bad } = parseDirectives(instructions)
  expect(bad).toEqual([])
  return repairList(Buffer.from(content), { directives, network, maxRows, nowMs: Date.UTC(2026, 0, 1) })
}
const roles = ({ columns }: RepairedList) => columns.map(({ role }) => role)
const cells = ({ rows }: RepairedList) => rows.map((row) => row.cells)

const messy = `Export of 12.03.2024
;;;;
Firma;Ansprechpartner;E-Mail-Adresse;Telefon;Anmeldedatum
 ACME ROBOTICS GMBH ;Dr. LINDQVIST, ADA;Ada@Gmial.com;030/901820;03.04.2024
Müller & SÃ¶hne;anna müller;anna@soehne.de;0151 23456789;25.12.23
Firma;Ansprechpartner;E-Mail-Adresse;Telefon;Anmeldedatum
Müller & Söhne;Anna Müller;ANNA@soehne.de;+4915123456789;2023-12-25
Gesamt: 3;;;;
`

test('a messy list is understood and healed', async () => {
  const list = await repair(messy)
  expect(roles(list)).toEqual(['company', 'full_name', 'email', 'phone', 'date'])
  expect(list.columns.every(({ confidence }) => confidence >= 0.6)).toBe(true)
  expect(list).toMatchObject({ hasHeader: true, inputRows: 3, format: { delimiter: ';', encoding: 'utf-8' } })
  expect(list.rows[1]).toMatchObject({
    line: 5,
    cells: ['Müller & Söhne', 'Anna Müller', 'anna@soehne.de', '+4915123456789', '2023-12-25'],
    merged: [7],
  })
  expect(list.rows).toHaveLength(2)
  const [first] = list.rows
  expect(first?.cells).toEqual([
    'Acme Robotics GmbH',
    'Ada Lindqvist',
    'ada@gmail.com',
    '+4930901820',
    '2024-04-03',
  ])
  expect(first?.changed[2]).toEqual({ from: 'Ada@Gmial.com', why: ['case', 'typo'] })
  expect(list.notes.length).toBeGreaterThanOrEqual(3)
})

describe('columns', () => {
  test.each([
    [
      'first name,surname,job title,zip\nAda,Berg,Engineer,12345\n',
      ['first_name', 'last_name', 'job_title', 'postal_code'],
    ],
    [
      'Prénom,Nom,Société,Courriel\nZoé,Martin,Acme SARL,zoe@acme.fr\n',
      ['first_name', 'last_name', 'company', 'email'],
    ],
    [
      'Nombre,Apellidos,Empresa,Teléfono móvil\nAna,Ruiz Gómez,Acme,+34 612 345 678\n',
      ['first_name', 'last_name', 'company', 'phone'],
    ],
    [
      'Nome,Cognome,Azienda,Sito web\nLuca,Rossi,Acme srl,www.acme.it\n',
      ['first_name', 'last_name', 'company', 'url'],
    ],
    ['Nome,Sobrenome,Cargo\nJoão,Silva,Diretor\n', ['first_name', 'last_name', 'job_title']],
    [
      'Voornaam,Achternaam,Bedrijf,Plaats\nJan,de Vries,Acme BV,Utrecht\n',
      ['first_name', 'last_name', 'company', 'city'],
    ],
    [
      'Imię,Nazwisko,Firma,Miejscowość\nAnna,Kowalska,Acme,Kraków\n',
      ['first_name', 'last_name', 'company', 'city'],
    ],
  ])('by their words: %j', async (text, expected) => {
    expect(roles(await repair(text))).toEqual(expected)
  })

  test('by their content where there is no header', async () => {
    const list = await repair(
      'John Smith,john@acme.com,+1 202 555 0123,https://pnet.example/in/john,acme.com\n' +
        'Mary Jones,mary@globex.com,+1 202 555 0199,https://pnet.example/in/mary,globex.com\n',
    )
    expect(list.hasHeader).toBe(false)
    expect(roles(list)).toEqual(['full_name', 'email', 'phone', 'profile_url', 'domain'])
    expect(list.columns.map(({ name }) => name)).toEqual([
      'full_name',
      'email',
      'phone',
      'profile_url',
      'domain',
    ])
    expect(list.rows).toHaveLength(2)
  })

  test('content overrules a header that is wrong', async () => {
    const list = await repair('name,phone\nada@acme.com,x\nben@acme.com,y\ncleo@acme.com,z\n')
    expect(roles(list)[0]).toBe('email')
  })

  test('a header that says nothing stands above values', async () => {
    const list = await repair('c1,c2\nada@acme.com,2024-01-02\nben@acme.com,2024-01-03\n')
    expect(list).toMatchObject({
      hasHeader: true,
      columns: [
        { name: 'c1', role: 'email' },
        { name: 'c2', role: 'date' },
      ],
    })
  })

  test('one cell a line', async () => {
    expect(roles(await repair('acme.com\nglobex.com\ninitech.com\n'))).toEqual(['domain'])
    expect(roles(await repair('Website\nacme.com\nglobex.com\n'))).toEqual(['url'])
  })

  test('of colleagues are no names of the people or companies of the list, and stay as they are', async () => {
    const people = ['Ada Berg', 'Berg, Ben', 'Cleo Marsh', 'Marsh, Dan'].map((name, nth) => [
      `"${name}"`,
      `p${nth}@acme.com`,
      'sam',
      'sara seller',
      'TOM',
    ])
    const list = await repair(`Name,Email,Owner,Contact Owner,Assigned To\n${people.join('\n')}\n`)
    expect(roles(list)).toEqual(['full_name', 'email', 'text', 'text', 'text'])
    expect(cells(list)[1]).toEqual(['Ben Berg', 'p1@acme.com', 'sam', 'sara seller', 'TOM'])
    const companies = await repair(
      'Company Name,Website,Account Owner\nAcme,acme.com,sam\nBolt,bolt.com,sara\n',
    )
    expect(roles(companies)).toEqual(['company', 'url', 'text'])
    // Where nothing else says whom a row is about, they may.
    expect(roles(await repair('Owner,Phone\nAda Berg,+4930901820\nBen Ford,+4930901821\n'))[0]).toBe(
      'full_name',
    )
  })

  test('names that are there twice are told apart', async () => {
    const { columns } = await repair('Email,Email,email\na@acme.com,b@acme.com,c@acme.com\n')
    expect(columns.map(({ name }) => name)).toEqual(['Email', 'Email_2', 'email_3'])
  })
})

test('rows of any width are squared; what an unquoted delimiter cut apart is joined where it fits', async () => {
  const list = await repair(
    'name,company,email\nAda Berg,Acme\nBen Stone,Globex, Inc.,ben@globex.com\nCleo Marsh,Initech,cleo@initech.com,,\n',
  )
  expect(cells(list)).toEqual([
    ['Ada Berg', 'Acme', ''],
    ['Ben Stone', 'Globex, Inc.', 'ben@globex.com'],
    ['Cleo Marsh', 'Initech', 'cleo@initech.com'],
  ])
})

test('national numbers by the country of the row, else of the list', async () => {
  const list = await repair('phone,country\n030 901820,Deutschland\n(202) 555-0123,USA\n01 42 68 53 00,FR\n')
  expect(cells(list).map(([phone]) => phone)).toEqual(['+4930901820', '+12025550123', '+33142685300'])
  const german = await repair(
    'email,phone\na@acme.de,030 901820\nb@acme.de,0151 23456789\nc@globex.de,0151 23456780\n',
  )
  expect(cells(german).map(([, phone]) => phone)).toEqual(['+4930901820', '+4915123456789', '+4915123456780'])
})

test('the order of a date column is that of its clearest cell; without one nothing is guessed', async () => {
  expect(cells(await repair('id,date\n1,01/02/2024\n2,25/02/2024\n')).map(([, date]) => date)).toEqual([
    '2024-02-01',
    '2024-02-25',
  ])
  const unclear = await repair('id,date\n1,01/02/2024\n2,03/04/2024\n')
  expect(cells(unclear).map(([, date]) => date)).toEqual(['01/02/2024', '03/04/2024'])
  expect(unclear.rows[0]?.problems).toEqual({ 1: 'ambiguous' })
  expect(cells(await repair('id,date\n1,01/02/2024\n2,03/04/2024\n', 'date order: mdy'))[0]?.[1]).toBe(
    '2024-01-02',
  )
})

describe('duplicates', () => {
  const text =
    'name,email,company\nAda Berg,ada@acme.com,\nADA BERG,ada@acme.com,Acme\nAda Berg,Ada@acme.com,\n'
  test('rows that say the same are joined, those that mean the same are told', async () => {
    const list = await repair(text)
    expect(list.rows.map(({ line, merged, duplicateOf }) => ({ line, merged, duplicateOf }))).toEqual([
      { line: 2, merged: [4], duplicateOf: undefined },
      { line: 3, merged: undefined, duplicateOf: 2 },
    ])
  })
  test('by a column, with what the others know', async () => {
    const list = await repair(text, 'drop duplicates by: email')
    expect(cells(list)).toEqual([['Ada Berg', 'ada@acme.com', 'Acme']])
    expect(list.rows[0]).toMatchObject({ merged: [3, 4], changed: { 2: { from: '', why: ['merged'] } } })
  })
  test('kept when asked', async () => {
    expect((await repair(text, 'keep duplicates')).rows).toHaveLength(3)
  })
})

describe('instructions', () => {
  test('choose columns, tell roles, leave columns as they are', async () => {
    const text = 'a,b,c\nLINDQVIST ADA,acme,0012\nBERG BEN,globex,0013\n'
    const list = await repair(
      text,
      '# what is what\nname column: a; company column: b\ndrop columns: c\nkeep as is: b',
    )
    expect(list.columns).toEqual([
      { name: 'a', role: 'full_name', confidence: 1 },
      { name: 'b', role: 'company', confidence: 1 },
    ])
    expect(cells(list)[0]).toEqual(['Lindqvist Ada', 'acme'])
    expect((await repair(text, 'keep columns: c, a')).columns.map(({ name }) => name)).toEqual(['c', 'a'])
  })
  test('a column that is not there is named', async () => {
    await expect(repair('a,b\n1,2\n', 'keep columns: z')).rejects.toThrow(UnknownColumn)
  })
  test('what is no directive is told, with what was meant', () => {
    const { bad } = parseDirectives(
      'country: Narnia\nkeep column: a\nplease fix everything\ndate order: today',
    )
    expect(bad.map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(bad[1]?.message).toContain('Did you mean `keep columns`?')
  })
  test('no header', async () => {
    const list = await repair('name,company\nAda,Acme\n', 'header: none')
    expect(list.rows).toHaveLength(2)
  })
})

test('more than 20,000 rows are refused, or cut where that is asked for', async () => {
  const long = `id,name\n${Array.from({ length: 20_001 }, (_, index) => `${index},Member ${index}`).join('\n')}\n`
  await expect(repair(long)).rejects.toThrow('more than 20,000 rows')
  await expect(repair(`a,b\n1,"${'x\n'.repeat(1_000_000)}`)).rejects.toThrow('more than 20,000 rows')
  const cut = await repair(long, '', 100)
  expect(cut.rows).toHaveLength(100)
  expect(cut.notes).toContain('Only the first 100 rows were taken.')
})

test('a spreadsheet is read like any other list', async () => {
  const list = await repair(
    workbookOf([
      ['Report', null, null, null],
      ['Name', 'Email', 'Phone', 'Country'],
      ['BERG, ADA', 'ada@gmial.com', 4930901820, 'Germany'],
    ]),
  )
  expect(cells(list)).toEqual([['Ada Berg', 'ada@gmail.com', '+4930901820', 'Germany']])
  expect(list.format).toEqual({ kind: 'spreadsheet', sheet: 'People' })
})
