import { describe, expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
} from '../../../test/support/vendor.ts'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { github } from './github.ts'

const user = (login: string, more: object = {}) => ({
  login,
  id: 1,
  type: 'User',
  site_admin: false,
  html_url: `https://github.com/${login}`,
  avatar_url: `https://avatars.example/${login}`,
  name: null,
  company: null,
  blog: '',
  location: null,
  email: null,
  hireable: null,
  bio: null,
  twitter_username: null,
  public_repos: 3,
  followers: 7,
  ...more,
})

interface World {
  users?: Record<string, object>
  social?: Record<string, string[]>
  /** What a search finds, by its query. */
  found?: Record<string, string[]>
}

/** GitHub with these users; a list of accounts elsewhere is paged by two. */
async function open({ users = {}, social = {}, found = {} }: World) {
  const vendor = await vendorServer(({ path, query, headers }): VendorAnswer => {
    if (headers['authorization'] !== 'Bearer t') return { status: 401, json: { message: 'Bad credentials' } }
    if (path === '/search/users') {
      const items = (found[query['q'] ?? ''] ?? []).map((login) => ({ login, type: 'User', score: 1 }))
      return { json: { total_count: items.length, incomplete_results: false, items } }
    }
    const [, , login = '', part] = path.split('/')
    if (users[login] === undefined) return { status: 404, json: { message: 'Not Found' } }
    if (part === undefined) return { json: users[login] }
    const page = Number(query['page'] ?? 1)
    const all = social[login] ?? []
    const more = all.length > page * 2
    const next = `<${vendor.url}${path}?per_page=100&page=${page + 1}>; rel="next"`
    return {
      json: all.slice(page * 2 - 2, page * 2).map((url) => ({ provider: 'generic', url })),
      headers: more ? { link: `<${vendor.url}/x>; rel="first", ${next}` } : {},
    }
  })
  return { vendor, ...(await asked(vendor.url)) }
}

async function asked(baseUrl: string) {
  const opened = await openKind(github, { baseUrl, token: 't' })
  const call = vendorCall()
  return {
    takes: (question: Question<'codehost.account'>) => opened['codehost.account']!.takes!(question),
    find: (question: Question<'codehost.account'>) => opened['codehost.account']!.fetch(question, call),
  }
}

const ada: Extract<Question<'codehost.account'>, { of: 'person' }> = {
  of: 'person',
  name: 'Ada Lindqvist',
  slug: 'ada-lindqvist',
  profileUrl: null,
  emails: [],
  company: 'Acme Robotics',
  location: 'Stockholm, Sweden',
}
const byName = '"Ada Lindqvist" in:name type:user'

describe('an account', () => {
  test('comes with what it says of itself and every link it names, page after page', async () => {
    const { find, vendor } = await open({
      users: {
        ada: user('ada', {
          name: 'Ada',
          blog: 'ada.example/me',
          bio: 'Robots. www.pnet.example/in/ada-lindqvist, node.js',
          twitter_username: 'adal',
          company: '@acme',
          location: 'Stockholm',
        }),
      },
      social: { ada: ['https://a.example/1', 'https://a.example/2', 'https://ada.example/me'] },
    })
    expect(await find({ of: 'account', username: 'ada' })).toEqual({
      found: true,
      confidence: 1,
      answer: {
        accounts: [
          {
            username: 'ada',
            url: 'https://github.com/ada',
            type: 'person',
            name: 'Ada',
            bio: 'Robots. www.pnet.example/in/ada-lindqvist, node.js',
            company: '@acme',
            location: 'Stockholm',
            website: 'ada.example/me',
            email: null,
            followers: 7,
            repositories: 3,
            avatarUrl: 'https://avatars.example/ada',
            confidenceOutOf10: 10,
            rationale: 'The account with this name.',
            links: [
              'https://ada.example/me',
              'https://a.example/1',
              'https://a.example/2',
              'https://twitter.com/adal',
              'https://www.pnet.example/in/ada-lindqvist',
            ],
          },
        ],
      },
    })
    expect(vendor.requests.map(({ url }) => url)).toEqual([
      '/users/ada',
      '/users/ada/social_accounts?per_page=100',
      '/users/ada/social_accounts?per_page=100&page=2',
    ])
    expect(vendor.requests[0]?.headers).toMatchObject({
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    })
  })

  test('nobody has is not found, and a name cannot leave its place in the address', async () => {
    const { find, vendor } = await open({})
    for (const username of ['nobody', '../rate_limit', 'a/b?c=d#e', '..'])
      expect(await find({ of: 'account', username })).toEqual({ found: false })
    expect(vendor.requests.every(({ path }) => /^\/users\/[^/]+$/.test(path))).toBe(true)
  })
})

describe('of a person', () => {
  test('is certain by the public address, which is asked for first', async () => {
    const { find, vendor } = await open({
      found: { '"ada@acme.example" in:email type:user': ['ada'] },
      users: { ada: user('ada', { email: 'Ada@acme.example' }) },
    })
    expect(await find({ ...ada, emails: ['ada@acme.example'] })).toMatchObject({
      confidence: 1,
      answer: { accounts: [{ username: 'ada', confidenceOutOf10: 10, rationale: /e-mail/ }].map(expectLike) },
    })
    expect(vendor.requests.filter(({ path }) => path === '/search/users')).toHaveLength(1)
  })

  test('is certain by an address of the host itself', async () => {
    const { find } = await open({ users: { ada: user('ada') } })
    const answer = await find({ ...ada, emails: ['12345+ada@users.noreply.github.com'] })
    expect(answer).toMatchObject({ found: true, confidence: 1 })
  })

  test('is certain by a link to the profile, likely by name, company and place, a guess by the name', async () => {
    const { find } = await open({
      found: { [byName]: ['namesake', 'likely', 'linked', 'org', 'other', 'elsewhere'] },
      users: {
        namesake: user('namesake', { name: 'Ada Lindqvist' }),
        likely: user('likely', { name: 'Ada Lindqvist', company: '@acme-robotics', location: 'Stockholm' }),
        linked: user('linked', { name: 'ada l.' }),
        org: user('org', { name: 'Ada Lindqvist', type: 'Organization' }),
        other: user('other', { name: 'Bob' }),
        elsewhere: user('elsewhere', { name: 'Ada Lindqvist', company: 'Globex' }),
      },
      social: { linked: ['https://www.pnet.example/in/ada-lindqvist/'] },
    })
    const answer = await find(ada)
    expect(
      answer.found && answer.answer.accounts.map((each) => [each.username, each.confidenceOutOf10]),
    ).toEqual([
      ['linked', 10],
      ['likely', 9],
      ['namesake', 4],
    ])
  })

  test('is less likely when several agree as well', async () => {
    const { find } = await open({
      found: { [byName]: ['a', 'b'] },
      users: {
        a: user('a', { name: 'Ada Lindqvist', company: 'Acme Robotics' }),
        b: user('b', { name: 'Ada Lindqvist', company: 'Acme Robotics' }),
      },
    })
    const answer = await find(ada)
    expect(answer.found && answer.answer.accounts[0]).toMatchObject({ confidenceOutOf10: 5 })
    expect(answer.found && answer.answer.accounts[0]?.rationale).toMatch(/2 accounts/)
  })

  test('what is asked for stays a phrase of the search', async () => {
    const { find, vendor } = await open({})
    expect(await find({ ...ada, name: 'Ada" type:org in:login "\\' })).toEqual({ found: false })
    expect(vendor.requests[0]?.query['q']).toBe('"Ada type:org in:login" in:name type:user')
  })

  test('without a name or address is not asked', async () => {
    const { takes } = await open({})
    expect(takes({ ...ada, name: null })).toBe(false)
    expect(takes({ ...ada, name: null, emails: ['a@b.example'] })).toBe(true)
  })
})

describe('of a company', () => {
  const acme: Question<'codehost.account'> = {
    of: 'company',
    name: 'Acme Robotics',
    domain: 'www.acme.example',
    slug: 'acme-robotics',
  }
  const byCompany = '"Acme Robotics" in:name type:org'
  const org = { type: 'Organization' }

  test('is found without a search where the name of the account is that of the domain', async () => {
    const { find, vendor } = await open({
      users: { acme: user('acme', { ...org, name: 'Acme Robotics Inc.', blog: 'https://acme.example' }) },
    })
    expect(await find(acme)).toMatchObject({
      confidence: 0.9,
      answer: { accounts: [{ username: 'acme', type: 'company', confidenceOutOf10: 9 }] },
    })
    expect(vendor.requests.some(({ path }) => path === '/search/users')).toBe(false)
  })

  test('is found by name, best by website, and not another company’s or an employee’s', async () => {
    const { find } = await open({
      found: { [byCompany]: ['acme-hq', 'acme-shop', 'acme'] },
      users: {
        'acme-hq': user('acme-hq', { ...org, name: 'Acme Robotics', blog: 'acme.example' }),
        'acme-shop': user('acme-shop', { ...org, name: 'Acme Robotics', blog: 'acme-shop.example' }),
        acme: user('acme', { name: 'A. C. Me', blog: 'https://acme.example' }),
      },
    })
    const answer = await find(acme)
    expect(
      answer.found && answer.answer.accounts.map((each) => [each.username, each.confidenceOutOf10]),
    ).toEqual([
      ['acme-hq', 9],
      ['acme', 3],
      ['acme-shop', 1],
    ])
  })
})

describe('failures', () => {
  const reset = String(vendorNowMs / 1_000 + 90)
  test.each<[VendorAnswer, unknown, number | undefined]>([
    [{ status: 401, json: { message: 'Bad credentials' } }, SourceRefused, undefined],
    [{ status: 403, json: { message: 'Resource not accessible' } }, SourceRefused, undefined],
    [
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, json: {} },
      SourceRateLimited,
      90_000,
    ],
    [{ status: 403, headers: { 'retry-after': '61' }, json: {} }, SourceRateLimited, 61_000],
    [
      { status: 403, json: { message: 'You have exceeded a secondary rate limit' } },
      SourceRateLimited,
      60_000,
    ],
    [{ status: 429, headers: { 'retry-after': '5' }, text: '' }, SourceRateLimited, 5_000],
    [{ status: 503, text: '' }, SourceUnavailable, undefined],
    [{ status: 301, headers: { location: 'https://elsewhere.example' } }, SourceUnavailable, undefined],
    [{ text: '{' }, SourceUnavailable, undefined],
    [{ json: { name: 'no login' } }, SourceUnavailable, undefined],
    [{ json: { ...user('x'), followers: 'many' } }, SourceUnavailable, undefined],
  ])('%j', async (answer, failure, retryAfterMs) => {
    const vendor = await vendorServer(() => answer)
    const failed = (await asked(vendor.url)).find({ of: 'account', username: 'x' })
    await expect(failed).rejects.toThrow(failure as typeof SourceRefused)
    if (retryAfterMs !== undefined) await expect(failed).rejects.toMatchObject({ retryAfterMs })
  })

  test('a search that means nothing finds nothing; a next page elsewhere is not followed', async () => {
    const invalid = await vendorServer(() => ({ status: 422, json: { message: 'Validation Failed' } }))
    expect(await (await asked(invalid.url)).find(ada)).toEqual({ found: false })
    const leading = await vendorServer(({ path }) =>
      path === '/users/x'
        ? { json: user('x') }
        : { json: [], headers: { link: '<https://elsewhere.example/p2>; rel="next"' } },
    )
    await expect((await asked(leading.url)).find({ of: 'account', username: 'x' })).rejects.toThrow(
      SourceUnavailable,
    )
  })
})

const expectLike = <T extends { rationale: RegExp }>({ rationale, ...rest }: T) => ({
  ...rest,
  rationale: expect.stringMatching(rationale) as unknown,
})
