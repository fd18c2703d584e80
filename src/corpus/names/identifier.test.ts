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

test.each([
  ["'00123", '00123'],
  ['‘4711’', '4711'],
  ['４５６', '456'],
  ['٤٧١١', '4711'],
  ['12345.0', '12345'],
  ['\u200b4711\u00a0', '4711'],
  ['ＡＢ１', 'AB1'],
])('a spreadsheet wrote %j for the id %s', (text, id) => {
  expect(identifierOf.id(text)).toEqual({ value: id })
})
test.each(['1.10', '7.0.1', "O'Neil-1", 'v2.0', "l'id", '+4711'])('the id %s stays as it is', (text) => {
  expect(identifierOf.id(text)).toEqual({ value: text })
})
test.each(["'0", "'", '０００', '0.0', "'#NV"])('%j is no id, however it is marked', (text) => {
  expect(identifierOf.id(text)).toEqual({ why: 'placeholder' })
})

test.each([
  'firstname.lastname@acme.com',
  'vorname.nachname@acme.de',
  'max.mustermann@acme.de',
  'your@email.com',
  'h***@acme.com',
  '**@acme.com',
  'deleted_user@acme.com',
])('%s is a pattern, or hidden, and nobody’s', (address) => {
  expect(identifierOf.email(address)).toEqual({ why: 'placeholder' })
})
test.each([
  'info-berlin@acme.de',
  'office.wien@acme.at',
  'sales-emea@acme.com',
  'assistant.ceo@acme.com',
  'sekretariat.vogt@acme.de',
  'assistant@acme.com',
  'demo@acme.com',
])('%s is of a branch or an office', (address) => {
  expect(identifierOf.email(address)).toEqual({ why: 'shared' })
})
test.each(['contessa.rossi@acme.it', 'anna.info@acme.com', 'presley.ann@acme.com'])(
  '%s is somebody',
  (address) => {
    expect(identifierOf.email(address)).toEqual({ value: address })
  },
)

test.each(['+919876543210', '+8613800138000', '+33 6 12 34 56 78', '+31612345678', '+5511987654321'])(
  '%s is what a country fills in',
  (text) => expect(identifierOf.phone(text)).toEqual({ why: 'placeholder' }),
)

test.each([
  ['https://www.facebook.com/pages/Acme/123', 'microblog'],
  ['instagram.com/acme', 'social'],
  ['https://twitter.com/acme', 'photo'],
  ['https://vm.tiktok.com/ZMabc/', 'video'],
  ['https://youtu.be/dQw4', 'channel'],
])('%s is no account of %s', (text, platform) => {
  expect(identifierOf.handle(text, platform)).toEqual({ why: 'malformed' })
})
test.each(['@username', 'yourhandle', 'https://x.com/yourcompany'])('%s is an example', (text) => {
  expect(identifierOf.handle(text, 'microblog')).toEqual({ why: 'placeholder' })
})
test.each([
  ['https://twitter.com/Acme', 'microblog', 'acme'],
  ['https://x.com/acme', 'twitter', 'acme'],
  ['https://one.example/@ada', 'microblog', 'ada@one.example'],
  ['https://m.facebook.com/acme', 'social', 'acme'],
])('%s on %s is %s', (text, platform, handle) => {
  expect(identifierOf.handle(text, platform)).toEqual({ value: handle })
})
