import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { healDomain, healProfile, healUrl } from './heal-address.ts'
import { findDateOrder, healDate, type DateOrder } from './heal-date.ts'
import { healEmail } from './heal-email.ts'
import { healFullName, healNamePart } from './heal-name.ts'
import { healPhone, noEvidence } from './heal-phone.ts'
import { healText } from './heal-text.ts'
import { isOneCase, properCase } from './proper-case.ts'

const network = { hosts: ['pnet.example'] }

test.each([
  ['  two   words ', 'two words'],
  ['CafÃ© MÃ¼ller', 'Café Müller'],
  ['Itâ€™s', 'It’s'],
  ['ZoÃƒÂ«', 'Zoë'],
  ['Ã‰cole Ã\u0081lvarez', 'École Álvarez'],
  ['Zoë and CafÃ©', 'Zoë and Café'],
  ['São Paulo', 'São Paulo'],
  ['Â£5', '£5'],
  ['“LE CAFÉ”', '“LE CAFÉ”'],
  ["'90s", "'90s"],
  ['zero\u200bwidth\ufeff', 'zerowidth'],
  ['a\u00a0b\u2003c', 'a b c'],
  ['Tom &amp; Co', 'Tom & Co'],
  ['#N/A', ''],
  ['n/a', ''],
  ['-', ''],
  ["'+49 30 123", '+49 30 123'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
])('text %j -> %j', (from, to) => {
  const { value, changes } = healText(from)
  expect(value).toBe(to)
  expect(changes.length > 0).toBe(from !== to)
})

test('words for nothing that are names stay where a column holds names', () => {
  for (const name of ['Na', 'Null', 'None', 'Nan']) expect(healText(name, true).value).toBe(name)
  expect(healText('null').value).toBe('')
})

test('healing text twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const once = healText(text).value
      // A text may stand for nothing only once its spaces are gone, and then it is nothing.
      expect(healText(once).value.length).toBeLessThanOrEqual(once.length)
      for (const odd of ['\0', '\b', '\u200b', '\ufeff']) expect(once).not.toContain(odd)
    }),
  )
})

test.each([
  ['LINDQVIST, ADA', 'Ada Lindqvist'],
  ['Dr. Ada Lindqvist', 'Ada Lindqvist'],
  ['Ada Lindqvist, PhD, MBA', 'Ada Lindqvist'],
  ['prof. dr. hans-peter von der heide', 'Hans-Peter von der Heide'],
  ['Ludwig van Beethoven', 'Ludwig van Beethoven'],
  ["SEAN O'NEIL", "Sean O'Neil"],
  ['ronald mcdonald', 'Ronald McDonald'],
  ['Ada LINDQVIST', 'Ada Lindqvist'],
  ['VAN DER BERG, Łukasz', 'Łukasz van der Berg'],
  ['Ada VAN Dyke', 'Ada VAN Dyke'],
  ['Martin King, Jr.', 'Martin King Jr.'],
  ['JOHN SMITH III', 'John Smith III'],
  ['Ma Jack', 'Ma Jack'],
  ['DeShawn McKay', 'DeShawn McKay'],
  ['Ada (née Berg) Lindqvist (she/her)', 'Ada (née Berg) Lindqvist'],
  ['山田 太郎', '山田 太郎'],
  ['Ada Berg, Engineer', 'Ada Berg, Engineer'],
  ['Robert Stone (Bob)', 'Robert Stone (Bob)'],
  ['García Márquez, Gabriel', 'Gabriel García Márquez'],
  ['Don Johnson', 'Don Johnson'],
  ['Yo Yo Ma', 'Yo Yo Ma'],
  ['Louis VIII', 'Louis VIII'],
])('name %j -> %j', (from, to) => {
  expect(healFullName(from).value).toBe(to)
})

test('a part of a name', () => {
  expect(healNamePart('MÜLLER').value).toBe('Müller')
  expect(healNamePart('Mrs. Ann').value).toBe('Ann')
  expect(healNamePart('de la Cruz').value).toBe('de la Cruz')
})

test.each([
  ['Ada@Acme.COM', 'ada@acme.com', ['case']],
  ['mailto:ada@acme.com', 'ada@acme.com', ['format']],
  ['Ada L <ada@acme.com>', 'ada@acme.com', ['format']],
  ['ada(at)acme.com', 'ada@acme.com', ['format']],
  ['ada@gmial.com', 'ada@gmail.com', ['typo']],
  ['ada@gmai.com', 'ada@gmail.com', ['typo']],
  ['ada@gmail.co', 'ada@gmail.com', ['typo']],
  ['ada@gmail.con', 'ada@gmail.com', ['typo']],
  ['ada@hotmial.com', 'ada@hotmail.com', ['typo']],
  ['ada@outlok.com', 'ada@outlook.com', ['typo']],
  ['ada@@acme.com', 'ada@acme.com', ['typo']],
  ['ada@acme..com', 'ada@acme.com', ['typo']],
  ['ada@acme,com', 'ada@acme.com', ['typo']],
  ['ada@acme.con', 'ada@acme.com', ['typo']],
  ['ada @ acme.com', 'ada@acme.com', ['format']],
  ['a@acme.com; B@acme.com', 'a@acme.com; b@acme.com', ['case']],
])('address %j -> %j', (from, to, changes) => {
  expect(healEmail(from)).toEqual({ value: to, changes })
})

test.each([
  'ada@mail.com',
  'ada@ymail.com',
  'ada@gmx.ch',
  'ada@email.com',
  'ada@live.fr',
  'ada@yahoo.co.uk',
  'ada@web.com',
])('the address %s is nobody’s slip', (address) =>
  expect(healEmail(address)).toEqual({ value: address, changes: [] }),
)

test.each(['olive.com', 'cloud.com', 'lives.com', 'al.com', 'gmall.com', 'yahoo.co', 'mit.ed', 'ol.com'])(
  'a name one letter off a provider’s is somebody’s: %s',
  (domain) => expect(healEmail(`ada@${domain}`).value).toBe(`ada@${domain}`),
)

test('a part of an address is not dropped with the space in it', () => {
  expect(healEmail('ada berg@acme.com')).toMatchObject({ value: 'ada berg@acme.com', problem: 'ambiguous' })
})

test.each(['nonsense', 'ada@', '@acme.com', 'ada@localhost', 'a b c'])(
  '%j is no address and stays as it is',
  (text) => {
    expect(healEmail(text)).toEqual({ value: text, changes: [], problem: 'invalid' })
  },
)

const from = (country: string | undefined) =>
  country === undefined ? noEvidence : { ...noEvidence, country }

test.each([
  ['0151 23456789', 'DE', '+4915123456789'],
  ['+49 (0)30 901820', undefined, '+4930901820'],
  ['0049 30 901820', undefined, '+4930901820'],
  ['(202) 555-0123', 'US', '+12025550123'],
  ['Tel.: 030/901820', 'DE', '+4930901820'],
  ['4930901820', 'DE', '+4930901820'],
  ['202-555-0123 ext. 12', 'US', '+12025550123 ext. 12'],
  ['2.025550123E+9', 'US', '+12025550123'],
  ['+12025550123;ext=12', undefined, '+12025550123 ext. 12'],
  ['tel:+1-202-555-0123;ext=0012', undefined, '+12025550123 ext. 0012'],
  ['+12025550123 x12', undefined, '+12025550123 ext. 12'],
  ['+12025550123x12', undefined, '+12025550123 ext. 12'],
  ['+1 202 555 0123 extn: 12', undefined, '+12025550123 ext. 12'],
  ['+12025550123 #12', undefined, '+12025550123 ext. 12'],
  ['2025550123#', 'US', '+12025550123'],
  ['2025550123 ext', 'US', '+12025550123'],
  ['030 901820 Durchwahl 12', 'DE', '+4930901820 ext. 12'],
  ['+33 1 42 68 53 00 poste 12', undefined, '+33142685300 ext. 12'],
  ['+12025550123;ext=12; +4930901820', undefined, '+12025550123 ext. 12; +4930901820'],
  ['+12025550123 ::: +4930901820', undefined, '+12025550123; +4930901820'],
  ['+12025550123; +4930901820', undefined, '+12025550123; +4930901820'],
])('phone %j of %s -> %s', (text, country, to) => {
  expect(healPhone(text, from(country)).value).toBe(to)
})

test.each([
  ['4.91512E+12', 'DE'],
  ['12345', 'DE'],
  ['call me', 'US'],
])('phone %j cannot be told and stays as it is', (text, country) => {
  expect(healPhone(text, from(country))).toEqual({ value: text, changes: [], problem: 'invalid' })
})

test('a number that may be several stays as it is, with its readings', () => {
  expect(healPhone('030 901820', noEvidence)).toMatchObject({
    value: '030 901820',
    changes: [],
    problem: 'ambiguous',
    readings: expect.arrayContaining(['+4930901820 (DE)']),
  })
  // A Chinese mobile number, or one of Arkansas.
  expect(healPhone('15015550123', noEvidence)).toMatchObject({
    value: '15015550123',
    problem: 'ambiguous',
    readings: expect.arrayContaining(['+15015550123 (US)', '+8615015550123 (CN)']),
  })
  const { readings } = healPhone('(212) 736-5000', { ...noEvidence, others: ['DE'] })
  expect(readings).toContain('+12127365000 (US)')
})

describe('dates', () => {
  const read = (order?: DateOrder, isBirth = false) => ({ order, isBirth, year: 2026 })
  const cases: [string, DateOrder | undefined, string][] = [
    ['2024-01-31', undefined, '2024-01-31'],
    ['31.01.2024', undefined, '2024-01-31'],
    ['31/1/24', undefined, '2024-01-31'],
    ['03.04.2024', 'dmy', '2024-04-03'],
    ['1/31/2024', undefined, '2024-01-31'],
    ['03/04/2024', 'dmy', '2024-04-03'],
    ['03/04/2024', 'mdy', '2024-03-04'],
    ['2024/3/4', 'mdy', '2024-03-04'],
    ['24-03-04', 'ymd', '2024-03-04'],
    ['4. März 2024', undefined, '2024-03-04'],
    ['March 4th, 2024', undefined, '2024-03-04'],
    ['4 de marzo de 2024', undefined, '2024-03-04'],
    ['Mon, 04 Mar 2024 10:30:00 GMT', undefined, '2024-03-04T10:30:00Z'],
    ['04-Mar-24', undefined, '2024-03-04'],
    ['20240304', undefined, '2024-03-04'],
    ['3/4/2024 2:05 PM', 'mdy', '2024-03-04T14:05'],
    ['2024-03-04 12:00 AM', undefined, '2024-03-04T00:00'],
    ['2024-03-04T10:30:00Z', undefined, '2024-03-04T10:30:00Z'],
    ['2024-03-04 10:30:00.250+0200', undefined, '2024-03-04T10:30:00.250+02:00'],
    ['4.3.2024 10:30 -05:00', 'dmy', '2024-03-04T10:30-05:00'],
    ['29.02.2024', undefined, '2024-02-29'],
    ['01/02/70', 'dmy', '1970-02-01'],
  ]
  test.each(cases)('%j read as %s is %s', (from, order, to) =>
    expect(healDate(from, read(order)).value).toBe(to),
  )
  test.each([
    '30.02.2024',
    '29.02.2023',
    '13/13/2024',
    '2024-13-01',
    'soon',
    '2024-03-04 25:00',
    '2024-03-04 13:05 AM',
    'Tue, 04 Mar 2024',
    'before 4 March 2024',
  ])('%j is none', (text) => {
    expect(healDate(text, read('dmy'))).toMatchObject({ value: text, problem: expect.any(String) })
  })
  test('what could be either is left, and told', () => {
    expect(healDate('03/04/2024', read())).toEqual({
      value: '03/04/2024',
      changes: [],
      problem: 'ambiguous',
      readings: ['2024-04-03', '2024-03-04'],
    })
    expect(healDate('24-03-04', read()).readings).toEqual(['2004-03-24', '2024-03-04'])
  })
  test('of two centuries the only one that can be', () => {
    expect(healDate('12/31/49', read(undefined, true)).value).toBe('1949-12-31')
    expect(healDate('12/31/49', read()).readings).toEqual(['1949-12-31', '2049-12-31'])
    expect(healDate('12/31/24', read(undefined, true)).readings).toEqual(['1924-12-31', '2024-12-31'])
    expect(healDate('12/31/24', read()).value).toBe('2024-12-31')
    expect(healDate('12/31/71', read()).value).toBe('1971-12-31')
  })
  test('a column tells its order by one cell', () => {
    expect(findDateOrder(['01/02/2024', '25/02/2024'])).toBe('dmy')
    expect(findDateOrder(['01/02/2024', '02/25/2024'])).toBe('mdy')
    expect(findDateOrder(['01/02/2024'])).toBeUndefined()
    expect(findDateOrder(['25/02/2024', '02/25/2024', '01/02/2024'])).toBeUndefined()
  })
  test('every day of a century reads back in every order', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2035-12-31'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10)
          const [y, m, d] = iso.split('-') as [string, string, string]
          expect(healDate(`${d}/${m}/${y}`, read('dmy')).value).toBe(iso)
          expect(healDate(`${Number(m)}-${Number(d)}-${y}`, read('mdy')).value).toBe(iso)
          expect([iso, `${d}.${m}.${y.slice(2)}`]).toContain(
            healDate(`${d}.${m}.${y.slice(2)}`, read('dmy')).value,
          )
          expect(healDate(iso, read('mdy')).value).toBe(iso)
        },
      ),
    )
  })
})

test.each([
  ['https://WWW.Acme.com/about?x=1', 'acme.com'],
  ['acme.com globex.com', 'acme.com globex.com'],
  ['ww.com', 'ww.com'],
  ['ACME.COM', 'acme.com'],
  ['info@acme.com', 'acme.com'],
  ['htp://acme.com', 'acme.com'],
])('domain %j -> %s', (from, to) => expect(healDomain(from).value).toBe(to))

test.each([
  ['www.acme.com/', 'https://www.acme.com'],
  ['HTTP://Acme.com/A?utm_source=x&b=1', 'http://acme.com/A?b=1'],
  ['https//acme.com/x', 'https://acme.com/x'],
  ['wwww.acme.com', 'https://www.acme.com'],
])('url %j -> %s', (from, to) => expect(healUrl(from).value).toBe(to))

test.each([
  'javascript:alert(1)',
  'ftp://acme.com/x',
  'https://user:pw@acme.com',
  'no address',
  'https://10.0.0.1/x',
])('url %j is none', (text) =>
  expect(healUrl(text)).toEqual({ value: text, changes: [], problem: 'invalid' }),
)

test('pages of the network in one spelling', () => {
  expect(healProfile('de.pnet.example/in/Ada-L/?x=1', 'person', network).value).toBe(
    'https://www.pnet.example/in/ada-l',
  )
  expect(healProfile('ada-l', 'person', network)).toEqual({ value: 'ada-l', changes: [] })
  expect(healProfile('https://pnet.example/company/acme', 'person', network).problem).toBe('invalid')
  expect(healProfile('https://elsewhere.example/in/ada', 'person', network).problem).toBe('invalid')
})

test('case where a text has none', () => {
  expect(properCase('ACME ROBOTICS GMBH')).toBe('Acme Robotics GmbH')
  expect(properCase('vp of sales')).toBe('VP of Sales')
  expect(isOneCase('eBay')).toBeUndefined()
  expect(isOneCase('42')).toBeUndefined()
})
