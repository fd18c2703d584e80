import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_NETWORK_HOSTS as network } from '../../lib/network-url.ts'
import { postIds } from './actor.ts'
import { companyPage, isMalformedPage, personPage } from './identify.ts'
import { momentOf } from './post-view.ts'

const member = 'ACoAABcdefghijklmnopqrstuv'

describe('pages', () => {
  test.each([
    ['ada-l', { slug: 'ada-l', key: 'slug ada-l', url: 'https://www.pnet.example/in/ada-l' }],
    [' ADA-L ', { slug: 'ada-l', key: 'slug ada-l' }],
    ['https://de.pnet.example/in/Ada-L?x=1', { slug: 'ada-l', tokens: ['slug:ada-l'] }],
    ['jos%C3%A9', { slug: 'josé' }],
    [member, { id: member, urn: member, tokens: [`uid:${member}`] }],
    [`urn:pnet:person:${member}`, { id: member, key: `id ${member}` }],
    ['501', { id: '501', slug: null, tokens: ['uid:501', 'slug:501'] }],
  ])('a profile by %s', (text, expected) => {
    expect(personPage(text, network)).toMatchObject({ type: 'person', ...expected })
  })

  test.each([
    ['acme', { slug: 'acme' }],
    ['https://www.pnet.example/school/tech', { slug: 'tech' }],
    ['pnet.example/company/0077/', { id: '77', tokens: ['org:77'] }],
    ['0077', { id: '77', tokens: ['org:77', 'slug:0077'] }],
  ])('a company by %s', (text, expected) => {
    expect(companyPage(text, network)).toMatchObject({ type: 'company', ...expected })
  })

  test.each(['', '  ', 'a b', 'a@b.example', '../x', 'https://elsewhere.example/in/a', 'a,b', 'a\0b'])(
    'neither by %j',
    (text) => {
      expect(isMalformedPage(personPage(text, network))).toBe(true)
      expect(isMalformedPage(companyPage(text, network))).toBe(true)
    },
  )

  test('whatever the text, the answer is a page with tokens without spaces, or malformed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const page of [personPage(text, network), companyPage(text, network)]) {
          if (isMalformedPage(page)) continue
          expect(page.tokens.length).toBeGreaterThan(0)
          for (const token of page.tokens) expect(token).not.toMatch(/[\s\0]/)
        }
      }),
    )
  })
})

test.each([
  ['7001', ['7001']],
  ['urn:pnet:activity:7001', ['7001', 'urn:pnet:activity:7001']],
  ['https://pnet.example/feed/update/urn:pnet:activity:7001/?x=1', ['7001', 'urn:pnet:activity:7001']],
  [
    'https://pnet.example/posts/ada_new-robots-activity-7123456789012345678-abcd',
    ['7123456789012345678', 'ada_new-robots-activity-7123456789012345678-abcd'],
  ],
])('a post by %s', (text, expected) => {
  expect(postIds(text).slice(0, expected.length)).toEqual(expected)
})

test.each([
  ['2026', '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ['2026-02', '2026-02-01T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
  ['2026-02-03', '2026-02-03T00:00:00.000Z', '2026-02-03T23:59:59.999Z'],
  ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.000Z', '2026-02-03T04:05:06.000Z'],
])('%s is between %s and %s', (given, noEarlierThan, noLaterThan) => {
  expect(momentOf(given)).toEqual({ noEarlierThan, noLaterThan })
})

test('what is no date is no moment', () => {
  expect([momentOf(null), momentOf('last week')]).toEqual([null, null])
})
