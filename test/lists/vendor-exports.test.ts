import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recogniseList } from '../../src/capabilities/enrich/recognise.ts'
import { understandList } from '../../src/capabilities/enrich/understand-list.ts'
import { repairList } from '../../src/capabilities/repair/repair-list.ts'
import { questionOfRow } from '../../src/capabilities/repair/row-question.ts'
import { cellsByRole, companyOfRow, personOfRow } from '../../src/capabilities/resolve/index.ts'
import { guessMapping, parseMapping } from '../../src/corpus/import/index.ts'
import { csvLines } from '../../src/lib/csv-lines.ts'
import { defaultNetworkHosts } from '../../src/lib/network-url.ts'
import { vendorForms, type VendorForm } from './vendor-forms.ts'

const network = defaultNetworkHosts

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-vendors-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const tableOf = ({ columns }: VendorForm) =>
  csvLines([columns.map(([heading]) => heading), columns.map(([, cell]) => cell)])

interface Members {
  emailAddress?: string | undefined
  personName?: { value?: string | undefined } | undefined
  companyName?: { value?: string | undefined } | undefined
  companyDomain?: { value?: string | undefined } | undefined
}

/** What a question asks, of what a form says it asks. */
function expectAsked(question: Members | undefined, { asked }: VendorForm): void {
  expect(question?.emailAddress).toBe(asked.email)
  expect(question?.personName?.value).toBe(asked.name)
  expect(question?.companyName?.value).toBe(asked.company)
  if (asked.domain !== undefined) expect(question?.companyDomain?.value).toBe(asked.domain)
}

describe.each(vendorForms.map((form) => [form.name, form] as const))('%s', (name, form) => {
  test('import --guess', async () => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.csv`)
    await writeFile(file, tableOf(form))
    const { columns } = await guessMapping(file, { kind: form.kind, source: 'crm' })
    // A column without a value in any row is none.
    const told = form.columns.filter(([, cell]) => cell !== '')
    expect(Object.fromEntries(columns.map(({ column, meaning }) => [column, meaning]))).toEqual(
      Object.fromEntries(told.map(([heading, , meaning]) => [heading, meaning])),
    )
  })

  test('enrich', async () => {
    const list = await understandList({ bytes: Buffer.from(tableOf(form)) }, { network, header: 'first' })
    const { used } = recogniseList(list.columns, { as: form.kind, by: [] })
    const cells = form.columns.map(([, cell]) => cell)
    const cell = cellsByRole(
      used,
      used.map(({ index }) => cells[index]),
    )
    const question = form.kind === 'people' ? personOfRow(cell, network) : companyOfRow(cell, network)
    expectAsked(question as Members, form)
  })

  test('repair', async () => {
    const list = await repairList(Buffer.from(tableOf(form)), {
      directives: {},
      network,
      nowMs: Date.UTC(2026, 0, 1),
    })
    const question = questionOfRow(list.columns, list.rows[0]?.cells ?? [], network)
    if (form.kind === 'people')
      expectAsked('asked' in question ? (question.asked as Members) : undefined, form)
  })
})

test('several values in one cell are each one, whatever divides them', async () => {
  const sites = join(folder, 'sites.csv')
  await writeFile(
    sites,
    'Name,Website\nUmber,umber.example; umber-shop.example\nPelta,"https://pelta.example, https://pelta-eu.example"\n' +
      'Quoin,quoin.example / quoin.example.org\nRill,"rill.example\nrill-two.example"\n',
  )
  const guessed = await guessMapping(sites, { kind: 'companies', source: 'crm' })
  const { map } = parseMapping(guessed.yaml, 'sites.map.yaml')
  const domainsOf = (row: object) => (map(row, '2026-01-01') as { domains?: string[] }).domains
  expect(domainsOf({ Name: 'Umber', Website: 'umber.example; umber-shop.example' })).toEqual([
    'umber.example',
    'umber-shop.example',
  ])
  expect(domainsOf({ Name: 'P', Website: 'https://pelta.example, https://pelta-eu.example' })).toEqual([
    'pelta.example',
    'pelta-eu.example',
  ])
  expect(domainsOf({ Name: 'Q', Website: 'quoin.example / quoin.example.org' })).toHaveLength(2)
  expect(domainsOf({ Name: 'R', Website: 'rill.example\nrill-two.example' })).toHaveLength(2)
  const people = join(folder, 'people.csv')
  await writeFile(
    people,
    'Name,Email,Mobile\nAda Holm,a@holm.example ::: ada@home.example,"+47 912 34 567; +47 912 34 568"\n',
  )
  const contacts = parseMapping((await guessMapping(people, { kind: 'people', source: 'crm' })).yaml, 'p')
  expect(
    contacts.map(
      {
        Name: 'Ada Holm',
        Email: 'a@holm.example ::: ada@home.example',
        Mobile: '+47 912 34 567; +47 912 34 568',
      },
      '2026-01-01',
    ),
  ).toMatchObject({
    emails: [{ email: 'a@holm.example' }, { email: 'ada@home.example' }],
    phone_numbers: [
      { number: '+47 912 34 567', type: 'mobile' },
      { number: '+47 912 34 568', type: 'mobile' },
    ],
  })
})

test('below groups of columns the lower line is the header, and a name is of whom its group says', async () => {
  const file = join(folder, 'groups.csv')
  const head = 'Person,,Firma,\nVorname,Nachname,Name,E-Mail\n'
  await writeFile(file, `${head}Tom,Wald,Wald AG,tom@wald.example\nUta,Feld,Feld AG,uta@feld.example\n`)
  const guessed = await guessMapping(file, { kind: 'people', source: 'crm' })
  const { map } = parseMapping(guessed.yaml, 'groups.map.yaml')
  const row = {
    'Person Vorname': 'Tom',
    'Person Nachname': 'Wald',
    'Firma Name': 'Wald AG',
    'Firma E-Mail': 'tom@wald.example',
  }
  expect(map(row, '2026-01-01')).toMatchObject({
    name: 'Tom Wald',
    emails: [{ email: 'tom@wald.example' }],
    experiences: [{ company_name: 'Wald AG' }],
  })
})

test('a column is what its values are, however many cells stand for nothing', async () => {
  const cells = ['\u200enoa@bar.example\u200e', 'なし', 'ｒｉｔａ＠ｂａｒ.example', 'k. A.', 'keine Angabe']
  const text = csvLines([['氏名', 'メール'], ...cells.map((cell, index) => [`Noa Bar${index}`, cell])])
  const list = await understandList({ bytes: Buffer.from(text) }, { network })
  const { used } = recogniseList(list.columns, { as: 'people', by: [] })
  expect(used.map(({ name }) => name)).toEqual(['メール', '氏名'])
})

describe('dealings with a record, and people beside it, are used for nothing', () => {
  const aside =
    'Contact Owner Email|Account Owner|Account Manager|Manager|Manager Email|Assistant|Assistant Email|Assigned To|Created By|' +
    'Modified By|SDR|CSM|Email Status|Email Confidence|Email Verification|Email Opt Out|Email Source|Lead Source|Phone Status|' +
    'Account Number|Customer Number|Referred by|Spouse|Spouse Email|Emergency contact|Billing contact email|Owner ID|Parent ID|' +
    'Company ID|Account ID|Organization ID|Parent Account ID|E-Mail des Betreuers|Kontaktinhaber|Notfallkontakt|Kundennummer|' +
    "Rechnungs-E-Mail|E-mail du propriétaire|Statut de l'e-mail|Correo del propietario|Contacto de emergencia|" +
    'Email del responsabile|Codice cliente|E-mail do proprietário|E-mail eigenaar|Klantnummer|E-mail opiekuna|Numer klienta'
  test.each(aside.split('|'))('%s', async (heading) => {
    const rows = ['Zora', 'Yves', 'Xenia'].map((name, index) => [
      name,
      'Nowhere',
      'keep@ours.example',
      index === 0 ? '' : `${name.toLowerCase()}@nowhere.example`,
    ])
    const text = csvLines([['First Name', 'Last Name', heading, 'Email'], ...rows])
    const file = join(folder, 'aside.csv')
    await writeFile(file, text)
    const { columns } = await guessMapping(file, { kind: 'people', source: 'crm' })
    expect(columns.map(({ meaning }) => meaning)).toEqual(['first name', 'last name', undefined, 'email'])
    const list = await understandList({ bytes: Buffer.from(text) }, { network })
    const { used } = recogniseList(list.columns, { as: 'people', by: [] })
    expect(used.map(({ name }) => name)).not.toContain(heading)
    const repaired = await repairList(Buffer.from(text), { directives: {}, network, nowMs: 0 })
    const question = questionOfRow(repaired.columns, repaired.rows[0]?.cells ?? [], network)
    expect(JSON.stringify(question)).not.toContain('ours.example')
    expect(repaired.rows.every(({ duplicateOf }) => duplicateOf === undefined)).toBe(true)
  })
})
