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
