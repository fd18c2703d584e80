import { describe, expect, test } from 'vitest'
import { defaultNetworkHosts } from '../../lib/network-url.ts'
import type { ListKind } from './members.ts'
import { namedColumns, recogniseList, UnclearList } from './recognise.ts'
import { understandList } from './understand-list.ts'

const network = defaultNetworkHosts

/** What a list is looked up by: `domain Website`. */
async function used(kind: ListKind, text: string, by: string[] = []): Promise<string[]> {
  const list = await understandList({ bytes: Buffer.from(text) }, { network, named: namedColumns(by) })
  return recogniseList(list.columns, { as: kind, by }).used.map(({ key, name }) => `${key} ${name}`)
}

const refusal = async (kind: ListKind, text: string, by: string[] = []) => {
  const error = await used(kind, text, by).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(UnclearList)
  return (error as UnclearList).message
}

describe('columns are recognised', () => {
  test.each<[string, ListKind, string, string[]]>([
    [
      'of a CRM',
      'companies',
      'Account,Website,Owner\nAcme Inc,https://acme.com/x,Kim\nGlobex,globex.com,Kim\n',
      ['domain Website', 'name Account'],
    ],
    [
      'in German',
      'companies',
      'Firma;Webseite;Ort\nAcme GmbH;acme.com;Köln\nBeta AG;www.beta.de;Bonn\n',
      ['domain Webseite', 'name Firma'],
    ],
    ['of domains alone, without a header', 'companies', 'acme.com\nglobex.com\nbeta.de\n', ['domain domain']],
    ['of names alone', 'companies', 'Name\nAcme\nGlobex\n', ['name Name']],
    [
      'of pages of the network',
      'companies',
      'Company Page\npnet.example/company/acme\npnet.example/company/globex\n',
      ['url Company Page'],
    ],
    [
      'of addresses, as the companies they are of',
      'companies',
      'E-Mail\na@acme.com\nb@globex.com\n',
      ['email E-Mail'],
    ],
    [
      'of people',
      'people',
      'First Name,Last Name,Company,Email\nAda,Lindqvist,Acme,ada@acme.com\nBen,Berg,Globex,ben@globex.com\n',
      ['email Email', 'first_name First Name', 'last_name Last Name', 'company Company'],
    ],
    [
      'of people by profile',
      'people',
      'Profile,Title\nhttps://pnet.example/in/ada,CTO\npnet.example/in/ben,CFO\n',
      ['url Profile', 'title Title'],
    ],
  ])('%s', async (_what, kind, text, columns) => {
    expect(await used(kind, text)).toEqual(columns)
  })

  test('and where they are named', async () => {
    const text = 'foo,bar\nAcme,acme.com\nGlobex,globex.com\n'
    expect(await used('companies', text, ['name=FOO', 'domain'])).toEqual(['name foo', 'domain bar'])
    expect(await used('companies', 'Acme\nGlobex\n', ['name'])).toEqual(['name column_1'])
    expect(await used('people', 'Vorname,Nachname,x\nAda,Lindqvist,1\n', ['name'])).toEqual([
      'first_name Vorname',
      'last_name Nachname',
    ])
  })

  test.each([
    ['Company,Website\nAcme,acme.com\nGlobex,globex.com\n', 'companies'],
    ['Profile\npnet.example/in/ada\npnet.example/in/ben\n', 'people'],
    ['First Name,Last Name,City\nAda,Lindqvist,Oslo\nBen,Berg,Bonn\n', 'people'],
  ])('with what the rows are, where they can be one thing alone: %j', async (text, kind) => {
    const list = await understandList({ bytes: Buffer.from(text) }, { network })
    expect(recogniseList(list.columns, { as: undefined, by: [] }).kind).toBe(kind)
  })

  test('and what may be something else is left aside, and told', async () => {
    const bytes = Buffer.from('Domain,Billing company,Shipping company\nacme.com,A,B\nglobex.com,C,D\n')
    const list = await understandList({ bytes }, { network })
    const { used: columns, notes } = recogniseList(list.columns, { as: 'companies', by: [] })
    expect(columns.map(({ key }) => key)).toEqual(['domain'])
    expect(notes).toEqual([
      expect.stringMatching(/"Billing company", "Shipping company", which may hold the name/),
    ])
  })
})

describe('what is in doubt is refused with what to say', () => {
  test.each<[string, ListKind, string, { by: string[]; message: RegExp }]>([
    [
      'nothing that names anybody',
      'companies',
      'Note,Amount\nx y,12\nz,13\n',
      { by: [], message: /No column clearly identifies the companies.*url, domain, name, email/ },
    ],
    [
      'two columns alike',
      'companies',
      'Company,Company name\nA,B\nC,D\n',
      { by: [], message: /name=COLUMN/ },
    ],
    [
      'a contact beside no company',
      'companies',
      'Contact Name,City\nAda Lindqvist,Oslo\nBen Berg,Bonn\n',
      { by: [], message: /No column clearly/ },
    ],
    [
      'an unknown key',
      'companies',
      'Company\nA\n',
      { by: ['phone'], message: /"phone" is not a key for companies/ },
    ],
    ['a key twice', 'companies', 'Company\nA\n', { by: ['name', 'name=x'], message: /requested twice/ }],
    [
      'a column that is not there',
      'companies',
      'Company,City\nA,Oslo\n',
      { by: ['name=Firma'], message: /no column "Firma"; it has "Company", "City"/ },
    ],
    [
      'a key nothing looks like',
      'companies',
      'Company,City\nA,Oslo\n',
      { by: ['domain'], message: /No column looks like the domain/ },
    ],
    [
      'a company alone for a person',
      'people',
      'Company,City\nA,Oslo\n',
      { by: ['company'], message: /is not enough/ },
    ],
    [
      'a first name alone',
      'people',
      'First Name,City\nAda,Oslo\nBen,Bonn\n',
      { by: [], message: /No column clearly/ },
    ],
  ])('%s', async (_what, kind, text, { by, message }) => {
    expect(await refusal(kind, text, by)).toMatch(message)
  })

  test('companies or people', async () => {
    const list = await understandList(
      { bytes: Buffer.from('Email\na@acme.com\nb@globex.com\n') },
      { network },
    )
    expect(() => recogniseList(list.columns, { as: undefined, by: [] })).toThrow(
      'companies or people. Say which',
    )
  })

  test('lines above the header', async () => {
    const text = 'Report of May,,\n\nCompany,Website,City\nAcme,acme.com,Oslo\nGlobex,globex.com,Bonn\n'
    const list = await understandList({ bytes: Buffer.from(text) }, { network })
    expect(list).toMatchObject({ headings: ['Company', 'Website', 'City'], rowCount: 2 })
    expect(list.notes).toEqual([
      'The header is on line 3. A line above the list is left out: "Report of May".',
    ])
    const between = `Anna,anna.example,Rome\n${text.slice(text.indexOf('Company'))}`
    const unsure = understandList({ bytes: Buffer.from(between) }, { network })
    await expect(unsure).rejects.toThrow('The header seems to be on line 2')
    const told = await understandList({ bytes: Buffer.from(text) }, { network, header: 'first' })
    expect(told).toMatchObject({ hasHeader: true, rowCount: 4 })
  })
})
