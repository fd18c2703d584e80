import { describe, expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorNowMs,
  vendorServer,
  type VendorAnswer,
} from '../../../test/support/vendor.ts'
import { SourceRateLimited, SourceUnavailable } from '../failures.ts'
import { bluesky } from './bluesky.ts'

// The form of app.bsky.actor.defs#profileViewDetailed, with members that are not read.
const documented = {
  did: 'did:plc:abcdefghijklmnopqrstuvwx',
  handle: 'ada.bsky.social',
  displayName: 'Ada Lindqvist',
  description: 'Robots. www.pnet.example/in/ada-lindqvist',
  avatar: 'https://cdn.example/ada.jpg',
  associated: { lists: 0, feedgens: 0, labeler: false },
  followersCount: 12,
  followsCount: 3,
  postsCount: 4,
  indexedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2024-01-01T00:00:00.000Z',
  labels: [],
}

async function open(answer: VendorAnswer) {
  const vendor = await vendorServer(() => answer)
  const answering = (await openKind(bluesky, { baseUrl: vendor.url }))['microblog.account']!
  return {
    vendor,
    takes: answering.takes!,
    ask: (handle: string, server: string | null = null) => answering.fetch({ handle, server }, vendorCall()),
  }
}

describe('bluesky', () => {
  test('answers who an account says it is; a handle without a dot is one of the usual domain', async () => {
    const { vendor, ask } = await open({ json: documented })
    expect(await ask('ada')).toEqual({
      found: true,
      answer: {
        account: {
          handle: 'ada.bsky.social',
          url: 'https://bsky.app/profile/ada.bsky.social',
          name: 'Ada Lindqvist',
          bio: 'Robots. www.pnet.example/in/ada-lindqvist',
          website: null,
          avatarUrl: 'https://cdn.example/ada.jpg',
          followers: 12,
          links: ['https://www.pnet.example/in/ada-lindqvist'],
          verifiedLinks: [],
        },
      },
    })
    expect(vendor.requests).toMatchObject([
      { path: '/xrpc/app.bsky.actor.getProfile', query: { actor: 'ada.bsky.social' } },
    ])
  })

  test('a handle at a domain of its own is proven by it', async () => {
    const { ask } = await open({
      json: { ...documented, handle: 'acme.example', website: 'https://shop.example' },
    })
    expect(await ask('acme.example', 'bsky.app')).toMatchObject({
      answer: { account: { website: 'https://shop.example', verifiedLinks: ['https://acme.example'] } },
    })
  })

  test.each<[string, VendorAnswer]>([
    ['nobody', { status: 400, json: { error: 'InvalidRequest', message: 'Profile not found' } }],
    [
      'taken down',
      { status: 400, json: { error: 'AccountTakedown', message: 'Account has been suspended' } },
    ],
    ['shown to members alone', { json: { ...documented, labels: [{ val: '!no-unauthenticated' }] } }],
    ['a handle that is another’s by now', { json: { ...documented, handle: 'handle.invalid' } }],
  ])('%s is not found', async (_what, answer) => {
    expect(await (await open(answer)).ask('ada')).toEqual({ found: false })
  })

  test('what it does not understand is a failure, and a limit is one', async () => {
    const odd = await open({
      status: 400,
      json: { error: 'InvalidRequest', message: 'Params must have actor' },
    })
    await expect(odd.ask('ada')).rejects.toThrow(SourceUnavailable)
    const reset = String(vendorNowMs / 1_000 + 60)
    const limited = await open({ status: 429, headers: { 'ratelimit-reset': reset }, json: {} })
    const failure = await limited.ask('ada').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SourceRateLimited)
    expect((failure as SourceRateLimited).retryAfterMs).toBe(60_000)
  })

  test('is not asked for what cannot be a handle, nor for accounts of other servers', async () => {
    const { takes } = await open({ json: documented })
    expect(takes({ handle: 'ada', server: null })).toBe(true)
    for (const handle of ['ada_b', 'a..b', 'ada.1']) expect(takes({ handle, server: null })).toBe(false)
    expect(takes({ handle: 'ada', server: 'm.example' })).toBe(false)
  })
})
