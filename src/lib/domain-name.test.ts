import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeDomain, registrableDomain } from './domain-name.ts'

describe('normalizeDomain', () => {
  test.each([
    ['acme.com', 'acme.com'],
    ['  ACME.Com.  ', 'acme.com'],
    ['www.acme.com', 'acme.com'],
    ['www.www.acme.com', 'acme.com'],
    ['https://www.Acme.com:8443/about?x=1#top', 'acme.com'],
    ['http:acme.com', 'acme.com'],
    ['HTTP:/acme.com', 'acme.com'],
    ['//cdn.acme.co.uk/x', 'cdn.acme.co.uk'],
    ['acme.com:80', 'acme.com'],
    ['acme.com/path@x', 'acme.com'],
    ['acme.com?utm=a@b', 'acme.com'],
    ['https://user:secret@acme.com/', 'acme.com'],
    ['ftp://acme.com', 'acme.com'],
    ['https:\\\\acme.com\\x', 'acme.com'],
    ['Bücher.de', 'xn--bcher-kva.de'],
    ['http://www.bücher.de/ä', 'xn--bcher-kva.de'],
    ['XN--BCHER-KVA.de', 'xn--bcher-kva.de'],
    ['b%C3%BCcher.de', 'xn--bcher-kva.de'],
    ['例え。テスト.jp', 'xn--r8jz45g.xn--zckzah.jp'],
    ['www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['github.io', 'github.io'],
    ['acme.github.io', 'acme.github.io'],
    ['acme.example', 'acme.example'],
    ['mail.acme.test', 'mail.acme.test'],
  ])('%s is %s', (input, host) => expect(normalizeDomain(input)).toBe(host))

  test.each([
    '',
    '   ',
    'acme',
    'com',
    'co.uk',
    'https://',
    'bob@acme.com',
    'mailto:bob@acme.com',
    'Bob <bob@acme.com>',
    '127.0.0.1',
    'http://10.0.0.1:80/',
    '0x7f.1',
    '１２７.0.0.1',
    '[::1]',
    'http://[2001:db8::1]/',
    'acme..com',
    '.acme.com',
    '-acme.com',
    'acme-.com',
    'acme_x.com',
    'acme com',
    'acme.com, beta.com',
    'acme.notatld',
    'report.localhost',
    'acme.123',
    'n/a',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
    'a'.repeat(10_000),
    'acme.com\u0000',
  ])('%j is no domain', (input) => expect(normalizeDomain(input)).toBeUndefined())

  test('is idempotent and never throws on any text', () => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.domain(),
      fc.string({ unit: 'binary' }),
      fc.webAuthority(),
      fc.emailAddress(),
    )
    fc.assert(
      fc.property(text, (input) => {
        const once = normalizeDomain(input)
        if (once === undefined) return
        expect(once).toMatch(/^[a-z0-9.-]+$/)
        expect(normalizeDomain(once)).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('every spelling of one site gives one domain', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/).filter((text) => text !== 'www')
    const parts = fc.record({
      scheme: fc.constantFrom('', 'http://', 'https://', 'HTTPS://', '//'),
      www: fc.constantFrom('', 'www.', 'WWW.'),
      tail: fc.constantFrom('', '/', '.', ':443', ':8080/a/b', '?q=1', '#x', './'),
      upper: fc.boolean(),
    })
    fc.assert(
      fc.property(label, parts, (name, { scheme, www, tail, upper }) => {
        const site = `${name}.com`
        expect(normalizeDomain(`${scheme}${www}${upper ? site.toUpperCase() : site}${tail}`)).toBe(site)
      }),
    )
  })

  test('an e-mail address is never taken for a site', () => {
    // Apart from local parts with / ? #, which are far more often the path of a URL: medium.com/@acme.
    const address = fc.emailAddress().filter((text) => !/[/?#]/.test(text))
    fc.assert(fc.property(address, (text) => void expect(normalizeDomain(text)).toBeUndefined()))
    expect(normalizeDomain('medium.com/@acme')).toBe('medium.com')
  })
})

describe('registrableDomain', () => {
  test.each([
    ['shop.eu.acme.co.uk', 'acme.co.uk'],
    ['https://www.acme.com/x', 'acme.com'],
    ['a.b.github.io', 'b.github.io'],
    ['github.io', 'github.io'],
    ['s3.amazonaws.com', 'amazonaws.com'],
    ['sub.acme.example', 'acme.example'],
    ['www.ck', 'www.ck'],
  ])('of %s is %s', (input, domain) => expect(registrableDomain(input)).toBe(domain))

  test('is undefined exactly where there is no domain, and else a tail of it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string()), (input) => {
        const host = normalizeDomain(input)
        const owner = registrableDomain(input)
        expect(owner === undefined).toBe(host === undefined)
        if (host !== undefined) expect(`.${host}`.endsWith(`.${owner}`)).toBe(true)
      }),
    )
  })
})
