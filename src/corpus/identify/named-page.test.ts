import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultNetworkHosts as network } from '../../lib/network-url.ts'
import { isMalformed } from './malformed.ts'
import { companyPage, personPage } from './named-page.ts'
import { postIds } from './post.ts'

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
      expect(isMalformed(personPage(text, network))).toBe(true)
      expect(isMalformed(companyPage(text, network))).toBe(true)
    },
  )

  test('whatever the text, the answer is a page with tokens without spaces, or malformed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const page of [personPage(text, network), companyPage(text, network)]) {
          if (isMalformed(page)) continue
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
