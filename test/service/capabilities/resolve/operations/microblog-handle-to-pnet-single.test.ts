import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, resolveOperatorToken, type ResolveTest } from '../../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})
beforeEach(() => {
  resolve.microblogs.failWith(undefined)
  resolve.microblogs.asked.length = 0
})

const ask = (body: object) => resolve.ask('POST /v1/microblog-handle-to-pnet/single', body)

test.each(['@adal', 'AdaL', 'https://micro.example/AdaL?s=20'])(
  '200: %s is a person, for 2 credits',
  async (handle) => {
    verifies('op.microblog-handle-to-pnet-single', 'microblog-handle.shape', 'family.microblog')
    const { body } = await ask({ handle })
    expect(body.output).toEqual({
      found: true,
      handle: 'adal',
      type: 'person',
      pnetUrl: 'https://www.pnet.example/in/ada-lindqvist',
      name: 'Ada Lindqvist',
      confidence: 0.95,
      evidence: ['handle: the same'],
      source: 'corpus',
      account: null,
    })
    expect(resolve.microblogs.asked).toEqual([])
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
  },
)

test.each(['https://one.example/@adal', '@adal@one.example', 'one.example/users/adal'])(
  '200: %s is of another server than the adal that is known, and free',
  async (handle) => {
    const { output, chargeInfo } = (await ask({ handle })).body
    expect(output).toMatchObject({ found: false, handle: 'adal@one.example' })
    expect(chargeInfo.method).toBe('free')
  },
)

test('200: a company has accounts, too', async () => {
  const { output } = (await ask({ handle: 'globex' })).body
  expect(output).toMatchObject({ type: 'company', pnetUrl: 'https://www.pnet.example/company/globex' })
})

test('200: an unknown handle, and one too unsure, is free', async () => {
  for (const body of [{ handle: 'nobody' }, { handle: 'adal', minConfidence: 0.99 }, { handle: 'ada-l' }]) {
    const answer = (await ask(body)).body
    expect(answer.output).toMatchObject({ found: false, pnetUrl: null })
    expect(answer.chargeInfo.method).toBe('free')
  }
})

describe('200: whom the corpus does not know, a source is asked for', () => {
  const page = (path: string) => `https://www.pnet.example/${path}`

  test('an account and a page that name each other are one’s', async () => {
    verifies('microblog.of-source')
    const { body } = await ask({ handle: '@Grace_M' })
    expect(body.output).toEqual({
      found: true,
      handle: 'grace_m',
      type: 'person',
      pnetUrl: page('in/grace-muller'),
      name: 'Grace Müller',
      confidence: 0.97,
      evidence: ['link: account and page name each other'],
      source: 'mastodon',
      account: {
        handle: 'grace_m',
        url: 'https://social.example/@grace_m',
        displayName: 'Grace M.',
        bio: 'Sales',
        externalUrl: page('in/grace-muller'),
        profileImageUrl: null,
        followerCount: null,
        links: [page('in/grace-muller')],
        verifiedLinks: [page('in/grace-muller')],
      },
    })
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
    expect(resolve.microblogs.asked).toEqual(['/api/v1/accounts/lookup?acct=grace_m'])
  })

  test.each([
    ['globex@social.example', 'company', 'company/globex', 'mastodon'],
    ['https://social.example/@globex@social.example', 'company', 'company/globex', 'mastodon'],
    // A handle at a domain of one's own is proven by the domain; the first source is not asked for one with a dot.
    ['@acme.example', 'company', 'company/acme-robotics', 'bluesky'],
    ['https://bsky.app/profile/acme.example', 'company', 'company/acme-robotics', 'bluesky'],
    // Neither the name alone nor the website alone, but both.
    ['wei', 'person', 'in/wei-chen', 'bluesky'],
  ])('%s is a %s', async (handle, type, path, source) => {
    verifies('microblog.of-source')
    const { output, chargeInfo } = (await ask({ handle })).body
    expect(output).toMatchObject({ found: true, type, pnetUrl: page(path), source })
    expect(output.confidence).toBeLessThan(0.95)
    expect(chargeInfo).toMatchObject({ creditsCharged: 2 })
  })

  test.each([
    ['a name alone is anybody’s', 'robert', 'Robert Miller'],
    ['who links to two pages names neither as their own', 'fan', 'A Fan'],
  ])('%s: the account is shown, for nothing', async (_what, handle, displayName) => {
    const { output, chargeInfo } = (await ask({ handle })).body
    expect(output).toMatchObject({ found: false, pnetUrl: null, source: null, account: { displayName } })
    expect(chargeInfo.method).toBe('free')
  })

  test('sources that fail are told, and cost nothing', async () => {
    resolve.microblogs.failWith(500)
    const { output, chargeInfo, warnings } = (await ask({ handle: 'someone_new' })).body
    expect(output).toMatchObject({ found: false, account: null })
    expect(warnings).toMatchObject([{ field: 'handle', message: expect.stringContaining('ask again later') }])
    expect(chargeInfo.method).toBe('free')
    // The second was asked, too: `_` is in no handle of it, so another name.
    await ask({ handle: 'someonenew' })
    expect(resolve.microblogs.asked.at(-1)).toContain('actor=someonenew.bsky.social')
  })

  test('whoever is suppressed is nobody, whatever a source says', async () => {
    const suppressed = await resolve.service.send('POST /v1/privacy/suppressions', {
      body: { profiles: ['who-left'] },
      headers: { authorization: `Bearer ${resolveOperatorToken}` },
    })
    expect(suppressed.status).toBe(200)
    const { output, chargeInfo } = (await ask({ handle: 'gone' })).body
    expect(resolve.microblogs.asked).toEqual([expect.stringContaining('acct=gone')])
    expect(output).toMatchObject({ found: false, name: null, account: null })
    expect(chargeInfo.method).toBe('free')
  })
})

test.each([{}, { handle: '' }, { handle: 'two words' }, { handle: 'https://social.example/' }])(
  '400 for %j',
  async (body) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe('handle')
  },
)
