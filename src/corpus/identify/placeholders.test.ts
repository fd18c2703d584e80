import { describe, expect, test } from 'vitest'
import { defaultNetworkHosts as network } from '../../lib/network-url.ts'
import {
  readAccount,
  companyPage,
  companyReadings,
  companyTokens,
  domainTokens,
  emailTokens,
  readHost,
  isMalformed,
  mailboxTokens,
  malformed,
  personPage,
  personReadings,
  personTokens,
  phoneTokens,
} from './index.ts'

describe('a question by what stands for nothing is as if nothing were given', () => {
  test.each([
    'N/A',
    '0',
    'null',
    '\\N',
    '-',
    'https://www.linkedin.com/in/unavailable',
    'https://linkedin.com/in/',
  ])('of a person: %s', (text) => {
    for (const kind of ['pnetSlug', 'pnetUrl', 'userID'] as const)
      expect(personTokens(kind, text, network)).toEqual([])
    expect(isMalformed(personPage(text, network))).toBe(true)
    expect(personReadings(text, network)).toEqual([])
  })
  test.each([
    'n/a',
    '(blank)',
    '#REF!',
    'https://www.linkedin.com/company/unavailable',
    'linkedin.com/feed/',
  ])('of a company: %s', (text) => {
    for (const kind of ['pnetSlug', 'pnetUrl', 'pnetOrgId'] as const)
      expect(companyTokens(kind, text, network)).toEqual([])
    expect(isMalformed(companyPage(text, network))).toBe(true)
    expect(companyReadings(text, network)).toEqual([])
  })
  test('of an organization: 0', () => {
    expect(companyTokens('pnetOrgId', '0', network)).toEqual([])
    expect(companyTokens('pnetOrgId', '999999', network)).toEqual(['org:999999'])
  })
  test('by an account', () => {
    expect([readAccount('microblog', '@none'), readAccount('microblog', 'n/a')]).toEqual([
      malformed.handle,
      malformed.handle,
    ])
  })
  test('by a number', () => {
    expect(phoneTokens('+10000000000')).toBe(malformed.phone)
  })
})

test('a mailbox that look-ups by address refuse finds nobody, and is left out of lists all the same', () => {
  for (const address of ['info@acme.com', 'noemail@noemail.com', '12345678@qq.com'])
    expect([emailTokens(address), mailboxTokens(address).length]).toEqual([[], 1])
  expect(emailTokens('ada@acme.com')).toEqual(mailboxTokens('ada@acme.com'))
})

describe('a host that many share', () => {
  test.each([
    ['github.com', ['dom:github.com']],
    ['https://github.com/larkpress', ['soc:codehost/larkpress']],
    ['facebook.com/shopA', ['soc:social/shopa']],
    ['https://www.google.com/maps/place/x', []],
    ['sites.google.com', ['dom:sites.google.com']],
    ['acme.wordpress.com', ['dom:acme.wordpress.com']],
    ['shop.acme.com', ['dom:shop.acme.com', 'dom:acme.com']],
    ['n/a', []],
  ])('%s is asked for as %j', (text, tokens) => expect(domainTokens(text)).toEqual(tokens))

  test('a page there is no domain', () => {
    expect(readHost('facebook.com/shopA')).toBe(malformed.sharedDomain)
    expect(readHost('facebook.com')).toEqual({ sort: 'dom', value: 'facebook.com' })
    expect(readHost('https://acme.com/shop')).toEqual({ sort: 'dom', value: 'acme.com' })
  })
})
