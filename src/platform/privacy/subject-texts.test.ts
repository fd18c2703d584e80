import { expect, test } from 'vitest'
import { hashedEmail, hashedPhone } from '../../lib/hashed-identifier.ts'
import { subjectOfTexts, type Subject } from './subject-texts.ts'

const ada = subjectOfTexts({
  emails: ['Ada.L@home.example'],
  phoneNumbers: ['+4915123456789'],
  pages: ['ada', 'zoë-x'],
  people: ['77'],
  names: ['Ada Lindqvist'],
}) as Subject

test.each([
  '{"emails":["ADA.L@home.example"]}',
  '{"work_emails":"x@y.example; ada.l@home.example"}',
  'a,ada.l@home.example\r\n',
  '"+4915123456789; +1"',
  '{"slug":"Ada"}',
  'Name,ada,x',
  '"https://www.pnet.example/in/ada"',
  '"pnet.example/in/ada/?x=1"',
  '"https://www.pnet.example/in/zo%C3%AB-x"',
  '{"personId":"77"}',
])('%s is about the person', (text) => {
  expect(ada.isIn(text)).toBe(true)
})

test.each([
  '{"emails":["my.ada.l@home.example","ada.l@home.example.org"]}',
  '"+49151234567890"',
  '{"summary":"ada, the language"}',
  '"https://www.pnet.example/in/ada-lovelace"',
  '{"personId":"770"}',
  '{"name":"Ada Lindqvist"}',
])('%s is not', (text) => {
  expect(ada.isIn(text)).toBe(false)
})

test('hashes of lists for ad platforms name the person, other hashes do not', () => {
  const hash = hashedEmail('ada.l@home.example', 'google') ?? ''
  expect(ada.isIn(`a,${hash}\r\n`)).toBe(true)
  expect(ada.isIn(`${hashedPhone('+4915123456789', 'meta')}`)).toBe(true)
  expect(ada.isIn(`a,0${hash}\r\n`)).toBe(false)
  expect(ada.isIn(hashedEmail('bea@home.example', 'google') ?? '')).toBe(false)
  expect(ada.patterns).toContain(`%${hash}%`)
})

test('a name alone tells for what can be asked again only', () => {
  expect(ada.mayBeIn('{"name":"Ada Lindqvist"}')).toBe(true)
  expect(ada.mayBeIn('{"text":"Ada Lindqvist wrote"}')).toBe(false)
})

test('without identifiers there is nobody to look for', () => {
  const none = { emails: [' '], phoneNumbers: [], pages: [], people: [], names: ['Ada'] }
  expect(subjectOfTexts(none)).toBeUndefined()
})

const investor = subjectOfTexts({
  emails: [],
  phoneNumbers: [],
  pages: ['ada'],
  people: [],
  names: [],
  mentions: [
    { name: 'Ada Lindqvist', record: ['501', 'acme.example'] },
    { name: 'Ada Lindqvist', record: ['502'] },
  ],
}) as Subject

test('the name that a record of somebody else gives is the person beside that record, and in no other line', () => {
  for (const text of [
    '501,Acme,"Ada Lindqvist; Fund One"\n',
    '{"companyId":"502","values":["Ada Lindqvist"]}',
    '{"domain":"ACME.example","summary":"has a new investor: Ada Lindqvist"}',
  ])
    expect(investor.isIn(text), text).toBe(true)
  for (const text of [
    '503,Other,Ada Lindqvist\n501,Acme,Fund One\n',
    '{"companyId":"5011","x":"Ada Lindqvist"}',
  ])
    expect(investor.isIn(text), text).toBe(false)
  expect(investor.patterns).toContain('%ada lindqvist%')
})

test.each([
  'slug=ada',
  '<slug>ADA</slug>',
  "{'slug': 'ada'}",
  'email=ada.l%40home.example',
  '<email>ada.l&#64;home.example</email>',
  'called +49 151 2345-6789',
  'called 0151 / 23456789',
  '"prospectId": "77"',
  'Ada Lindqvist was added',
  'name=Ada+Lindqvist',
])('%s, as somebody else writes, could be about the person', (text) => {
  expect(ada.couldBeIn(text)).toBe(true)
})

test.each(['{"ok":true,"status":77}', 'adaptor', 'Bea Lindqvist', 'my.ada.l@home.example.org'])(
  '%s could not',
  (text) => {
    const bea = subjectOfTexts({
      emails: ['ada.l@home.example'],
      phoneNumbers: [],
      pages: ['ada-x'],
      people: ['77'],
      names: ['Ada Lindqvist'],
    }) as Subject
    expect(bea.couldBeIn(text)).toBe(false)
  },
)
