import { expect, test } from 'vitest'
import { plainHeading, senseOfHeading } from './heading-sense.ts'

const senseOf = (heading: string) => senseOfHeading(plainHeading(heading))

test.each([
  'EA Email',
  'PA Phone',
  'Secretary Email',
  'Assistenz E-Mail',
  'Sekretariat Telefon',
  'Kundenbetreuer',
  'Sender Email',
  'From Email',
  'Inviter Email',
  'Our Contact',
  'Internal Contact',
  'KAM Email',
])('%s is of people beside the record', (heading) => expect(senseOf(heading)?.whose).toBe('others'))

test.each([
  'Holding Company',
  'Ultimate Parent Name',
  'Muttergesellschaft',
  'Konzern',
  'Société mère',
  'Empresa matriz',
])('%s is the firm above', (heading) => expect(senseOf(heading)?.whose).toBe('others'))

test.each(['AP Email', 'Accounts Payable Email', 'Rechnungsempfänger', 'Email facturation', 'Debitor'])(
  '%s is of whom bills go to',
  (heading) => expect(senseOf(heading)?.whose).toBe('others'),
)

test.each([
  'Email Provider',
  'Email Host',
  'E-Mail geprüft',
  'Estado del correo',
  'Verificación de correo',
  'Estado do e-mail',
  'Stato email',
  'Email vérifié',
])('%s tells of an address and is none', (heading) => expect(senseOf(heading)?.whose).toBe('others'))

test.each(['N° client', 'No client', 'Nº cliente', 'Cod. cliente', 'Num. compte'])(
  '%s is a number and no firm',
  (heading) => expect(senseOf(heading)).toMatchObject({ meaning: undefined, whose: 'others' }),
)

test.each(['Kunden-ID', 'Kunde ID', 'ID clientes'])('%s is the id of a firm', (heading) =>
  expect(senseOf(heading)).toMatchObject({ meaning: 'id', whose: 'company' }),
)

test.each([
  'Employee Growth',
  'Employee Growth %',
  'Headcount Change (6m)',
  'Revenue Growth Rate',
  'Revenue per Employee',
  'Umsatzwachstum',
  'Mitarbeiterwachstum',
  'Evolution effectif',
])('%s is no number of the record itself', (heading) => expect(senseOf(heading)?.whose).toBe('others'))

test.each([
  ['Date Founded', 'founded'],
  ['Incorporation Date', 'founded'],
  ['Gründungsdatum', 'founded'],
  ['Firma Name', 'company'],
  ['Reception Phone', 'phone'],
  ['Estado', 'state'],
  ['No. of employees', 'employees'],
  ['Numéro de téléphone', 'phone'],
  ['Code postal', 'postal code'],
  ['Internal ID', 'id'],
  ['Client', 'company'],
  ['Kunde', 'company'],
] as const)('%s stays what it is: %s', (heading, meaning) => {
  const sense = senseOf(heading)
  expect([sense?.meaning, sense?.whose === 'others']).toEqual([meaning, false])
})

test.each([
  ['Эл. почта', 'email'],
  ['Должность', 'title'],
  ['Количество сотрудников', 'employees'],
  ['Выручка', 'revenue'],
  ['电子邮件', 'email'],
  ['公司名称', 'company'],
  ['员工人数', 'employees'],
  ['メールアドレス', 'email'],
  ['会社名', 'company'],
  ['従業員数', 'employees'],
  ['이메일', 'email'],
  ['회사명', 'company'],
  ['E-posta', 'email'],
  ['Çalışan Sayısı', 'employees'],
  ['Počet zaměstnanců', 'employees'],
  ['البريد الإلكتروني', 'email'],
  ['דוא"ל', 'email'],
])('%s is known by its own language', (heading, meaning) => {
  expect(senseOf(heading)).toMatchObject({ meaning, whose: expect.stringMatching(/row|company/) })
})
