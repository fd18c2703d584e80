import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identifierOf, isNobodysEmail, readValue } from './identifier.ts'
import { isGeneralPage, parseNetworkUrl } from '../../lib/network-url.ts'

test.each([
  'me',
  'unavailable',
  'undefined',
  'null',
  'None',
  'n/a',
  'NA',
  '-',
  '0',
  '',
  'https://www.linkedin.com/in/me',
])('no person has the slug %j', (text) =>
  expect(readValue(identifierOf.slug('person', text))).toBeUndefined(),
)
test.each([
  ['Ada-L', 'ada-l'],
  ['https://de.linkedin.com/in/Ada-L/', 'ada-l'],
  ['nada', 'nada'],
  ['messi', 'messi'],
])('%s is %s', (text, slug) => expect(readValue(identifierOf.slug('person', text))).toBe(slug))

test.each([
  'https://www.linkedin.com/in/',
  'https://www.linkedin.com/',
  'linkedin.com',
  'https://www.linkedin.com/in/unavailable',
  'https://www.linkedin.com/feed/',
  'https://www.linkedin.com/in/me/',
  'https://www.linkedin.com/in/null',
  'https://www.linkedin.com/company/unavailable',
  'https://www.linkedin.com/company/',
  'https://www.linkedin.com/search/results/people/?keywords=ada',
  'https://www.linkedin.com/login',
])('%s is nobody’s page', (url) => {
  expect([isGeneralPage(url), parseNetworkUrl(url)]).toEqual([true, undefined])
})
test.each([
  'https://www.linkedin.com/in/ada-l',
  'https://www.linkedin.com/company/me',
  'https://www.linkedin.com/profile/view?id=12345',
  'https://acme.example/in/',
  'https://www.linkedin.com/sales/lead/ACwAAAbcdefghijklmnopqrst,NAME',
])('%s may be somebody’s', (url) => expect(isGeneralPage(url)).toBe(false))

test.each([
  'noemail@noemail.com',
  'none@none.com',
  'na@na.com',
  'unknown@unknown.com',
  'noreply@acme.com',
  'ada@test.com',
])('nobody reads %s', (address) =>
  expect([isNobodysEmail(address), identifierOf.email(address)]).toEqual([true, { why: 'placeholder' }]),
)
test.each([
  'info@acme.com',
  'me@ada-lindqvist.com',
  '12345678@qq.com',
  'ada@mailinator.com',
  'test@acme.com',
])('%s is a contact and names no person', (address) =>
  expect([isNobodysEmail(address), identifierOf.email(address)]).toEqual([false, { why: 'shared' }]),
)
test('an address of one person is it', () => {
  expect(identifierOf.email(' Ada.L@Acme.com ')).toEqual({ value: 'ada.l@acme.com' })
})

test.each([
  '000-000-0000',
  '0000000000',
  '+10000000000',
  '+49 000 00000000',
  '123456789',
  '1111111',
  'n/a',
  '+12345678901',
])('%s is no telephone number', (text) => expect(identifierOf.phone(text)).toEqual({ why: 'placeholder' }))
test.each(['+491234567890', '+11234567890', '+33 1 23 45 67 89', '+5511999999999'])(
  '%s fills in a number of another country',
  (text) => expect(identifierOf.phone(text)).toEqual({ why: 'placeholder' }),
)
test.each(['+12025550123', '+18002222222', '+4930123456', '+491701234567', '+441234567891'])(
  '%s is a telephone number',
  (text) => expect(identifierOf.phone(text)).toEqual({ value: text }),
)

test('the network numbers one by one, so that numbers that fill elsewhere are its own', () => {
  const read = (text: string) => readValue(identifierOf.networkId(text))
  expect(['999999', '11111111', ' 42 ', '0', '999999999', 'n/a', '1.2E+08'].map(read)).toEqual([
    '999999',
    '11111111',
    '42',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('of a URN its end decides', () => {
  expect(readValue(identifierOf.networkId('urn:pnet:member:0'))).toBeUndefined()
  expect(readValue(identifierOf.networkId('urn:pnet:member:4711'))).toBe('urn:pnet:member:4711')
})

test('answers for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      for (const read of [
        identifierOf.slug('company', text),
        identifierOf.id(text),
        identifierOf.domain(text, [text]),
        identifierOf.email(text),
        identifierOf.phone(text),
        identifierOf.handle(text, 'social'),
        identifierOf.account(text),
      ])
        expect('value' in read || 'why' in read).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each(['profile', 'edit', '404', 'not-found', 'out-of-network', 'nicht-vorhanden', 'signup'])(
  '/in/%s is nobody',
  (slug) => {
    const read = [slug, `https://www.linkedin.com/in/${slug}/`].map((text) =>
      readValue(identifierOf.slug('person', text)),
    )
    expect(read).toEqual([undefined, undefined])
  },
)

test('pages of packages are told apart by the package', () => {
  const read = (url: string) => readValue(identifierOf.account(url))
  expect(read('https://www.npmjs.com/package/acme')).toBe('npmjs.com/acme')
  expect(read('https://pypi.org/project/acme/')).toBe('pypi.org/acme')
  expect(read('https://www.npmjs.com/package/')).toBeUndefined()
})
