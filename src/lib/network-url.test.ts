import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReservedSlug, networkUrl, normalizeSlug, parseNetworkUrl, readPersonPage } from './network-url.ts'

const network = { hosts: ['pnet.example', 'pnet.test'] }
const member = 'ACoAAAB1cD3xYzKqLmNoPqRsTuVwXyZ0123456'

describe('parseNetworkUrl', () => {
  test.each([
    ['https://www.pnet.example/in/ann-lee', { kind: 'person', slug: 'ann-lee' }],
    ['http://pnet.example/in/ann-lee/', { kind: 'person', slug: 'ann-lee' }],
    ['pnet.example/in/Ann-Lee?locale=de_DE', { kind: 'person', slug: 'ann-lee' }],
    ['www.pnet.test/in/ann-lee#x', { kind: 'person', slug: 'ann-lee' }],
    ['//de.pnet.example/in/ann-lee', { kind: 'person', slug: 'ann-lee' }],
    ['HTTPS://UK.PNET.EXAMPLE/IN/ANN-LEE/', { kind: 'person', slug: 'ann-lee' }],
    ['https://pnet.example:443/in/ann-lee/details/experience/', { kind: 'person', slug: 'ann-lee' }],
    ['https://pnet.example//in//ann-lee', { kind: 'person', slug: 'ann-lee' }],
    ['pnet.example/in/jos%C3%A9-garc%c3%ada', { kind: 'person', slug: 'josé-garcía' }],
    ['pnet.example/in/jose%CC%81', { kind: 'person', slug: 'josé' }],
    ['pnet.example/in/%E7%8E%8B%E4%BC%9F-1', { kind: 'person', slug: '王伟-1' }],
    [`pnet.example/in/${member}`, { kind: 'person', id: member }],
    ['pnet.example/pub/ann-lee', { kind: 'person', slug: 'ann-lee' }],
    ['pnet.example/pub/ann-lee/5/a50/82', { kind: 'person', slug: 'ann-lee-82a505' }],
    ['pnet.example/pub/ann-lee/a7/3b/b50', { kind: 'person', slug: 'ann-lee-b5003ba7' }],
    ['  https://pnet.example/company/Acme-Inc./about/ ', { kind: 'company', slug: 'acme-inc.' }],
    ['m.pnet.example/company/acme', { kind: 'company', slug: 'acme' }],
    ['pnet.example/showcase/acme-cloud/', { kind: 'company', slug: 'acme-cloud' }],
    ['pnet.example/organization/1441', { kind: 'company', id: '1441' }],
    ['pnet.example/mwlite/in/ann-lee', { kind: 'person', slug: 'ann-lee' }],
    ['pnet.example/comm/company/acme', { kind: 'company', slug: 'acme' }],
    [`pnet.example/sales/lead/${member},NAME_SEARCH,aBcD`, { kind: 'person', id: member }],
    ['pnet.example/sales/company/1441?x=1', { kind: 'company', id: '1441' }],
    ['pnet.example/company/1441', { kind: 'company', id: '1441' }],
    ['pnet.example/company/001441/', { kind: 'company', id: '1441' }],
    ['pnet.example/school/mit', { kind: 'school', slug: 'mit' }],
    ['pnet.example/school/1503', { kind: 'company', id: '1503' }],
  ])('%s', (input, ref) => expect(parseNetworkUrl(input, network)).toEqual(ref))

  test.each([
    '',
    'ann-lee',
    'pnet.example',
    'https://pnet.example/',
    'https://pnet.example/in/',
    'https://pnet.example/feed/update/1',
    'https://pnet.example/sales/lead/ann-lee',
    'https://pnet.example/mwlite/feed',
    'https://pnet.example/pub/dir/ann/lee',
    'https://pnet.example/pub/ann-lee/5/a50',
    'https://other.example/in/ann-lee',
    'https://notpnet.example/in/ann-lee',
    'https://pnet.example.evil.com/in/ann-lee',
    'https://learning.pnet.example/in/ann-lee',
    'https://pnet.example@evil.com/in/ann-lee',
    'https://evil.com/pnet.example/in/ann-lee',
    'ftp://pnet.example/in/ann-lee',
    'https://pnet.example/in/a%2Fb',
    'https://pnet.example/in/%2e%2e',
    'https://pnet.example/in/a%00b',
    `https://pnet.example/in/${'a'.repeat(201)}`,
    `https://pnet.example/in/${'a'.repeat(5000)}`,
  ])('%s names nothing', (input) => expect(parseNetworkUrl(input, network)).toBeUndefined())

  test('reads back every URL that networkUrl writes', () => {
    const slug = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      // Begins with a letter: marks alone and words for nothing name nobody.
      .map((text) => normalizeSlug(`b${text}`))
      .filter((text) => text !== '' && !/[/\\?#%\p{Cc}]/u.test(text) && !/^(\.+|\d+)$/.test(text))
    const kind = fc.constantFrom('person', 'company', 'school')
    fc.assert(
      fc.property(kind, slug, (page, text) => {
        expect(parseNetworkUrl(networkUrl(page, text, network), network)).toEqual(
          isReservedSlug(page, text) ? undefined : { kind: page, slug: text },
        )
      }),
    )
  })

  test('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const ref = parseNetworkUrl(`pnet.example/in/${text}`, network)
        expect(ref?.kind ?? 'person').toBe('person')
      }),
    )
  })
})

describe('normalizeSlug', () => {
  test('is idempotent on any text', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('%25', '%2525', '%', '%41', '%E4', '%2541'),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const once = normalizeSlug(parts.join(''))
        expect(normalizeSlug(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('an encoded slug equals the plain one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeSlug(encodeURIComponent(text))).toBe(normalizeSlug(text))
      }),
    )
  })
})

test('networkUrl writes the canonical https form and needs a host', () => {
  expect(networkUrl('company', 'Acme Müller')).toBe('https://www.pnet.example/company/acme%20m%C3%BCller')
  expect(networkUrl('school', 'mit', { hosts: ['www.PNET.test'] })).toBe('https://www.pnet.test/school/mit')
  expect(() => networkUrl('person', 'x', { hosts: [] })).toThrow(RangeError)
})

test.each([
  ['https://www.pnet.example/in/Ada-X/?a=b', 'ada-x'],
  ['//uk.elsewhere.example/in/ada', 'ada'],
  ['https://pnet.example/pub/ann-lee/5/a50/82', 'ann-lee-82a505'],
  ['https://pnet.example/company/acme', undefined],
  ['https://pnet.example/blog/in/ada', undefined],
  ['pnet.example/in/ada', 'ada'],
  ['in/ada', undefined],
  [null, undefined],
])('personPageOf %s names %s', (url, page) => {
  expect(readPersonPage(url)).toBe(page)
})
