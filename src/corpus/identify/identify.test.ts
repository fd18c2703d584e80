import { describe, expect, test } from 'vitest'
import { Failure } from '../../operation/index.ts'
import {
  accepted,
  readAccount,
  companyNamed,
  companyReadings,
  entityNamed,
  isMalformed,
  malformed,
  pageIdentifier,
  personNamed,
  personReadings,
  slugOfUnknown,
  slugOrPageTokens,
} from './index.ts'

const network = { hosts: ['pnet.example'] }
const member = 'ACoAABcdefghijklmnopqrstuv'
const unknown = { slug: null, id: null }

describe('what sources are asked for', () => {
  test.each([
    [
      { identifier: 'pnetSlug', value: 'Ada-L' },
      { slug: 'ada-l', id: null },
    ],
    [
      { identifier: 'pnetSlug', value: 'https://pnet.example/in/Ada-L?x' },
      { slug: 'ada-l', id: null },
    ],
    [
      { identifier: 'pnetUrl', value: `pnet.example/in/${member}` },
      { slug: null, id: member },
    ],
    [
      { identifier: 'userID', value: '77' },
      { slug: null, id: '77' },
    ],
    [{ identifier: 'pnetUrl', value: 'https://elsewhere.example/in/ada' }, unknown],
    // A company's page would have asked the source for the person who has the company's slug.
    [{ identifier: 'pnetSlug', value: 'pnet.example/company/acme' }, unknown],
    [undefined, unknown],
  ])('of a person given by %j', (given, expected) => {
    expect(personNamed(given, network)).toEqual(expected)
  })

  test.each([
    [
      { identifier: 'pnetSlug', value: 'Acme' },
      { slug: 'acme', orgId: null },
    ],
    [
      { identifier: 'pnetUrl', value: 'pnet.example/school/0077' },
      { slug: null, orgId: '77' },
    ],
    [
      { identifier: 'pnetOrgID', value: '77' },
      { slug: null, orgId: '77' },
    ],
    [
      { identifier: 'pnetOrgId', value: '77' },
      { slug: null, orgId: '77' },
    ],
    [
      { identifier: 'pnetSlug', value: 'pnet.example/in/ada' },
      { slug: null, orgId: null },
    ],
  ])('of a company given by %j', (given, expected) => {
    expect(companyNamed(given, network)).toEqual(expected)
  })
})

describe('what a text of unknown kind may be', () => {
  test.each([
    ['https://pnet.example/in/ada', ['pnetUrl']],
    ['https://pnet.example/company/acme', []],
    ['https://elsewhere.example/in/ada', []],
    ['77', ['userID']],
    ['urn:li:member:77', ['userID']],
    [member, ['userID', 'pnetSlug']],
    ['ada-l', ['pnetSlug', 'userID']],
    ['Ada Lovelace', []],
    ['', []],
  ])('%j of a person', (text, expected) => expect(personReadings(text, network)).toEqual(expected))

  test.each([
    ['https://pnet.example/company/acme', ['pnetUrl']],
    ['https://pnet.example/in/ada', []],
    ['77', ['pnetOrgId', 'name']],
    ['www.acme.example/about', ['domain', 'name']],
    ['acme-robotics', ['pnetSlug', 'name']],
    ['Acme Robotics', ['name']],
    [' ', []],
  ])('%j of a company', (text, expected) => expect(companyReadings(text, network)).toEqual(expected))

  test.each([
    ['12', { id: '12' }],
    ['org:77', { tokens: ['org:77'] }],
    ['Acme.example', { tokens: ['slug:acme.example', 'dom:acme.example'] }],
    ['ada', { tokens: ['slug:ada'] }],
  ])('%j of an operator', (text, expected) => expect(entityNamed(text)).toEqual(expected))

  test('an address of e-mail is looked for by its digest alone', () => {
    const named = entityNamed('Ada@Acme.example')
    expect('tokens' in named && named.tokens).toEqual([expect.stringMatching(/^em:[\w-]{22}$/)])
  })

  test.each([
    ['pnet.example/in/Ada', 'ada'],
    ['Ada', 'ada'],
    ['77', null],
    ['pnet.example/company/acme', null],
  ])('the slug of %j that nobody has is %j', (text, slug) => {
    expect(slugOfUnknown(text, network)).toBe(slug)
  })
})

test.each([
  ['Ada', 'slug:ada'],
  ['https://pnet.example/in/Ada/', 'slug:ada'],
  // Found nobody before: the whole address was taken for a slug.
  [`https://pnet.example/in/${member}`, `uid:${member}`],
])('a person by slug or page, %s', (text, token) => expect(slugOrPageTokens(text, network)).toEqual([token]))

test.each(['pnet.example/company/acme', 'https://elsewhere.example/in/ada'])(
  'the address of no profile, %s, is refused: taken for a slug it found nobody, in silence',
  (text) => expect(slugOrPageTokens(text, network)).toMatchObject({ code: 'invalid_url' }),
)

test('a cell with a slash is an address', () => {
  expect([pageIdentifier('pnet.example/in/a'), pageIdentifier('a')]).toEqual([
    { identifier: 'pnetUrl', value: 'pnet.example/in/a' },
    { identifier: 'pnetSlug', value: 'a' },
  ])
})

test('an account is found by its handle however it is written', () => {
  const ada = { handle: 'ada', tokens: ['soc:microblog/ada'] }
  for (const text of ['ada', '@Ada', 'https://x.com/ada?s=20'])
    expect(readAccount('microblog', text)).toEqual(ada)
  const addresses = ['https://one.example/@ada', '@ada@one.example', 'https://two.example/@ada']
  expect(addresses.map((text) => (readAccount('microblog', text) as typeof ada).handle)).toEqual([
    'ada@one.example',
    'ada@one.example',
    'ada@two.example',
  ])
  expect(readAccount('microblog', 'not a handle')).toBe(malformed.handle)
})

test('what is malformed is a value, and a 400 at its path for whoever asks for one', () => {
  expect([isMalformed(malformed.domain), isMalformed(['dom:a.example']), isMalformed([])]).toEqual([
    true,
    false,
    false,
  ])
  expect(accepted(['dom:a.example'], 'at')).toEqual(['dom:a.example'])
  let thrown: unknown
  try {
    accepted(malformed.domain, 'company.domain')
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(Failure)
  expect((thrown as Failure).issues).toEqual([
    { path: 'company.domain', message: malformed.domain.expected, code: 'invalid_domain' },
  ])
})
