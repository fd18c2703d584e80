import { describe, expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
} from '../../../test/support/vendor.ts'
import { SourceRateLimited } from '../failures.ts'
import { mastodon } from './mastodon.ts'

// The form of https://docs.joinmastodon.org/entities/Account, with members that are not read.
const documented = {
  id: '23634',
  username: 'ada',
  acct: 'ada',
  display_name: 'Ada Lindqvist ',
  locked: false,
  bot: false,
  group: false,
  created_at: '2017-02-08T00:00:00.000Z',
  note: '<p>Robots &amp; more at <a href="https://m.example/@acme" class="u-url mention">@<span>acme</span></a>.<br />See <a href="https://blog.example/a?b=1&amp;c=2" rel="nofollow">blog</a></p>',
  url: 'https://m.example/@ada',
  avatar: 'https://m.example/a.png',
  followers_count: 547,
  following_count: 404,
  statuses_count: 28,
  last_status_at: '2026-01-17',
  emojis: [],
  fields: [
    { name: 'Pronouns', value: 'she/her', verified_at: null },
    {
      name: 'Work',
      value:
        '<a href="https://acme.example" rel="nofollow me"><span class="invisible">https://</span>acme.example</a>',
      verified_at: '2019-11-10T10:31:10.744+00:00',
    },
  ],
}

async function open(answer: VendorAnswer | (() => VendorAnswer), settings: object = {}) {
  const vendor = await vendorServer(typeof answer === 'function' ? answer : () => answer)
  const answering = (await openKind(mastodon, { baseUrl: `${vendor.url}/`, ...settings }))[
    'microblog.account'
  ]!
  return {
    vendor,
    takes: answering.takes!,
    ask: (handle: string, server: string | null = null) => answering.fetch({ handle, server }, vendorCall()),
  }
}

describe('mastodon', () => {
  test('answers who an account says it is, and which addresses name it in turn', async () => {
    const { vendor, ask } = await open({ json: documented }, { token: 't' })
    expect(await ask('ada')).toEqual({
      found: true,
      answer: {
        account: {
          handle: 'ada',
          url: 'https://m.example/@ada',
          name: 'Ada Lindqvist',
          bio: 'Robots & more at @acme.\nSee blog',
          website: 'https://acme.example',
          avatarUrl: 'https://m.example/a.png',
          followers: 547,
          links: ['https://acme.example', 'https://blog.example/a?b=1&c=2'],
          verifiedLinks: ['https://acme.example'],
        },
      },
    })
    expect(vendor.requests).toMatchObject([
      { path: '/api/v1/accounts/lookup', query: { acct: 'ada' }, headers: { authorization: 'Bearer t' } },
    ])
  })

  test('asks for accounts of other servers by both names', async () => {
    const { vendor, ask, takes } = await open({ json: { ...documented, acct: 'Ada@Other.example' } })
    expect(await ask('ada', 'other.example')).toMatchObject({ found: true })
    expect(await ask('ada', '127.0.0.1')).toEqual({ found: false })
    expect(vendor.requests.map(({ query }) => query['acct'])).toEqual(['ada@other.example', 'ada'])
    expect(takes({ handle: 'ada.b', server: null })).toBe(false)
    expect(takes({ handle: 'ada.b', server: 'other.example' })).toBe(true)
    expect(takes({ handle: 'ада', server: null })).toBe(false)
  })

  test.each<[string, VendorAnswer]>([
    ['nobody', { status: 404, json: { error: 'Record not found' } }],
    ['suspended', { json: { ...documented, suspended: true } }],
    ['somebody else', { json: { ...documented, acct: 'adam' } }],
  ])('%s is not found', async (_what, answer) => {
    expect(await (await open(answer)).ask('ada')).toEqual({ found: false })
  })

  test('waits as long as its limit says', async () => {
    const until = new Date(vendorNowMs + 90_000).toISOString()
    const { ask } = await open({ status: 429, headers: { 'x-ratelimit-reset': until }, json: {} })
    const failure = await ask('ada').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SourceRateLimited)
    expect((failure as SourceRateLimited).retryAfterMs).toBe(90_000)
  })

  test('garbage is a failure', async () => {
    await expect((await open({ json: { id: 1 } })).ask('ada')).rejects.toThrow()
  })
})
