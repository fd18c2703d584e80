import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatKey } from '../keys/index.ts'
import { redact } from './redact.ts'
import { allowedMs } from '../../../test/support/machine-pace.ts'

describe('redact', () => {
  it('masks keys and personal data and keeps the shape', () => {
    const body = {
      apiKey: formatKey('live'),
      profileIdentifier: { identifier: 'pnetSlug', value: 'jane-doe' },
      emailAddress: 'jane@example.com',
      personName: { value: 'Jane Doe', looseMatch: true },
      companyName: { value: 'Acme' },
      companyDomain: { value: 'acme.example' },
      phoneNumber: 4_915_112_345,
      inlineCsv: 'name\nJane Doe',
      sourceUrl: 'https://bucket.example/list.csv?signature=x',
      phone_numbers: ['+49 151 12345', null],
      numProfiles: 3,
    }
    expect(redact(body)).toEqual({
      apiKey: '[redacted]',
      profileIdentifier: { identifier: '[redacted]', value: '[redacted]' },
      emailAddress: '[redacted]',
      personName: { value: '[redacted]', looseMatch: true },
      companyName: { value: 'Acme' },
      companyDomain: { value: 'acme.example' },
      phoneNumber: '[redacted]',
      inlineCsv: '[redacted]',
      sourceUrl: '[redacted]',
      phone_numbers: ['[redacted]', null],
      numProfiles: 3,
    })
  })

  it('masks the names of people where people are listed, and keeps those of companies and lists', () => {
    const body = {
      name: 'My list',
      people: [{ identifier: 'pnetUrl', value: 'https://pnet.example/in/jane' }],
      profiles: [{ name: 'Jane', companyName: 'Acme', pnetUrl: 'x' }],
      companies: [{ identifier: 'domain', value: 'acme.example', name: 'Acme' }],
    }
    expect(redact(body)).toEqual({
      name: 'My list',
      people: [{ identifier: 'pnetUrl', value: '[redacted]' }],
      profiles: [{ name: '[redacted]', companyName: 'Acme', pnetUrl: '[redacted]' }],
      companies: [{ identifier: 'domain', value: 'acme.example', name: 'Acme' }],
    })
  })

  it('masks keys, e-mail addresses and profile links inside other text, member names included', () => {
    const key = formatKey('test')
    expect(
      redact({ query: `jane.doe+x@mail.example.co.uk or https://www.pnet.example/in/jane-doe?x=1 (${key})` }),
    ).toEqual({
      query: '[redacted] or https://www.pnet.example/in/[redacted]?x=1 ([redacted])',
    })
    expect(redact({ [key]: 1 })).toEqual({ '[redacted]': 1 })
    expect(redact([`Bearer ${key}`])).toEqual(['Bearer [redacted]'])
  })

  it('lets no key and no address through, wherever they are', () => {
    const secret = fc.constantFrom(formatKey('live'), formatKey('test'), 'someone@example.org')
    const { tree } = fc.letrec((tie) => ({
      leaf: fc.oneof(secret, fc.string(), fc.integer(), fc.constant(null)),
      tree: fc.oneof(
        { maxDepth: 5 },
        tie('leaf'),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string(), secret), tie('tree'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(tree, (body) => {
        expect(JSON.stringify(redact(body)) ?? '').not.toMatch(/alm_(live|test)_|someone@/)
      }),
    )
  })

  it('does not change what it is given, and takes no prototype from it', () => {
    const body = JSON.parse('{"__proto__":{"email":"a@b.example"},"emails":["a@b.example"]}') as object
    const before = JSON.stringify(body)
    const copy = redact(body)
    expect(JSON.stringify(body)).toBe(before)
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"email":"[redacted]"},"emails":["[redacted]"]}')
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  it('stays quick on a megabyte of what looks like an address', () => {
    for (const text of [
      'a'.repeat(1_000_000),
      'a@'.repeat(500_000),
      `${'a.'.repeat(500_000)}@`,
      '/in/'.repeat(250_000),
    ]) {
      const startedMs = performance.now()
      redact({ query: text })
      // Quadratic matching would take minutes.
      expect(performance.now() - startedMs).toBeLessThan(allowedMs(5_000))
    }
  })
})
