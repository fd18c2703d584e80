import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { foundLive, knownAt, liveAt, liveWorld, pageOf, type LiveTest } from '../../../../worlds/live.ts'

let service: LiveTest
beforeAll(async () => {
  service = await liveWorld()
})

const idsOf = (data: { postId: string }[]) => data.map(({ postId }) => postId)

describe('companyPostsLiveFetch 200', () => {
  test('answers the posts of the corpus with a warning where no source is set up', async () => {
    verifies('op.company-posts-live-fetch', 'live.posts', 'live.never-pretended')
    service.live.say({})
    const org = await service.org()
    for (const identifier of ['acme', '3001', 'https://pnet.example/company/acme']) {
      const { body } = await service.ask(org, 'company-posts', { identifier })
      expect(body.output).toEqual({
        live: false,
        liveStatus: 'no_source',
        observedAt: knownAt,
        source: null,
        hasMore: false,
        nextCursor: null,
        data: [
          {
            postId: '7001',
            author: {
              name: 'Acme',
              pnetUrl: null,
              pnetSlug: 'acme',
              profilePicture: null,
            },
            postedAt: {
              noEarlierThan: '2026-01-03T08:00:00.000Z',
              noLaterThan: '2026-01-03T08:00:00.000Z',
            },
            caption: 'We are hiring, again',
            subText: null,
            postUrl: null,
            video: null,
            imageUrls: ['https://img.example/1.jpg'],
            engagement: {
              numReactions: 5,
              numComments: 2,
              numShares: 1,
              reactionsByType: [
                { reactionType: 'LIKE', numReactions: 4, type: 'LIKE', count: 4 },
                { reactionType: 'LOVE', numReactions: 1, type: 'LOVE', count: 1 },
              ],
            },
          },
        ],
      })
      expect(body.warnings[0].message).toContain('not live')
      expect(body.chargeInfo).toMatchObject({ creditsCharged: 2 })
    }
  })

  test('a live page is written to the corpus, and its cursor goes on where the source ended', async () => {
    const post = (post_id: string, caption: string) => ({
      post_id,
      caption,
      posted_at: '2026-01-14T10:00:00Z',
    })
    service.live.say({
      posts: ({ cursor }) =>
        cursor === null
          ? pageOf([post('8001', 'First live')], 'place 2')
          : pageOf([post('8002', 'Second live')]),
    })
    const org = await service.org()
    const first = await service.ask(org, 'company-posts', { identifier: 'acme' })
    expect(first.body.output).toMatchObject({ live: true, observedAt: liveAt, source: 'wire' })
    expect(first.body.output.data).toMatchObject([{ postId: '8001', author: { pnetSlug: 'acme' } }])
    expect(first.body.warnings).toBeUndefined()
    const { cursor } = first.body.output
    const second = await service.ask(org, 'company-posts', {
      identifier: 'pnet.example/company/acme',
      cursor,
    })
    expect(idsOf(second.body.output.data)).toEqual(['8002'])
    expect(second.body.output.cursor).toBeUndefined()
    expect(service.live.asked.map(({ question }) => question)).toMatchObject([
      { by: { type: 'company', slug: 'acme' }, cursor: null },
      { by: { type: 'company', slug: 'acme' }, cursor: 'place 2' },
    ])
    expect(await service.captured(org)).toBe(4_000)
    service.live.say({})
    const known = await service.ask(org, 'company-posts', { identifier: '3001' })
    expect(idsOf(known.body.output.data).sort()).toEqual(['7001', '8001', '8002'])
  })

  test('a source that fails on a later page is a 503, not a page of the corpus; it costs nothing', async () => {
    service.live.say({ posts: () => pageOf([{ post_id: '8003' }], 'more') })
    const org = await service.org()
    const { body } = await service.ask(org, 'company-posts', { identifier: 'acme' })
    service.live.say({ posts: () => ({ state: 'unavailable' }) })
    const { cursor } = body.output
    const { status, headers } = await service.ask(org, 'company-posts', { identifier: 'acme', cursor })
    expect(status).toBe(503)
    expect(headers.get('retry-after')).toBe('30')
    expect(await service.captured(org)).toBe(2_000)
    const fallback = await service.ask(org, 'company-posts', { identifier: 'acme' })
    expect(fallback.body.output).toMatchObject({ live: false, liveStatus: 'unavailable' })
    expect(fallback.body.chargeInfo.method).toBe('free')
  })

  test('nothing known is an empty page, free', async () => {
    service.live.say({ posts: () => pageOf([]) })
    const org = await service.org()
    const { body } = await service.ask(org, 'company-posts', { identifier: 'nobody-inc' })
    expect(body.output).toMatchObject({ data: [], liveStatus: 'not_found', observedAt: null })
    expect(body.chargeInfo.method).toBe('free')
  })
})

describe('profilePostsLiveFetch 200', () => {
  test('answers what a person wrote, with the post that is passed on; days that are known only as such', async () => {
    verifies('op.profile-posts-live-fetch', 'live.posts')
    service.live.say({})
    const org = await service.org()
    for (const identifier of ['ada-lindqvist', '501']) {
      const { body } = await service.ask(org, 'profile-posts', { identifier })
      expect(idsOf(body.output.data)).toEqual(['7002', '7003'])
      expect(body.output.data[0]).toMatchObject({
        postedAt: { noEarlierThan: '2026-01-05T00:00:00.000Z', noLaterThan: '2026-01-05T23:59:59.999Z' },
        resharedPost: { postId: '7001', caption: 'We are hiring, again' },
      })
      expect(body.output.data[1].resharedPost).toBeUndefined()
    }
  })

  test('pages of the corpus go on by cursor, without gap or repetition, and keep their reason', async () => {
    const posts = Array.from({ length: 120 }, (_, index) => ({
      post_id: `many-${index}`,
      author_type: 'person',
      author_pnet_slug: 'ben-okafor',
      posted_at: new Date(Date.UTC(2026, 0, 1, 0, index % 100)).toISOString(),
    }))
    await service.almanac.writer.write(
      'posts',
      posts.map((record, index) => ({ line: index + 1, record })),
      { source: 'test', observedAt: new Date(knownAt) },
    )
    service.live.say({ posts: () => ({ state: 'not_found' }) })
    const org = await service.org()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await service.ask(org, 'profile-posts', { identifier: 'ben-o', cursor })
      expect(body.output.liveStatus).toBe('not_found')
      seen.push(...idsOf(body.output.data))
      cursor = body.output.cursor
      service.live.say({})
    } while (cursor !== undefined)
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
    expect(await service.captured(org)).toBe(6_000)
  })
})

test('companyPostsLiveFetch 400 for what names no company, and for cursors of another question', async () => {
  service.live.say({ posts: () => foundLive({ lines: [{ post_id: '8004' }], next: 'more' }) })
  const [org, other] = [await service.org(), await service.org()]
  const { body } = await service.ask(org, 'company-posts', { identifier: 'acme' })
  const { cursor } = body.output
  const before = await service.captured(org)
  for (const wrong of [
    {},
    { identifier: 'https://pnet.example/in/ada-lindqvist' },
    { identifier: 'a b' },
    { identifier: 'globex', cursor },
    { identifier: 'acme', cursor: 'x' },
  ])
    expect((await service.ask(org, 'company-posts', wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect((await service.ask(org, 'profile-posts', { identifier: 'acme', cursor })).status).toBe(400)
  expect((await service.ask(other, 'company-posts', { identifier: 'acme', cursor })).status).toBe(400)
  expect(await service.captured(org)).toBe(before)
})

test('companyPostsLiveFetch 402 with an empty balance; the source is not asked', async () => {
  service.live.say({ posts: () => pageOf([{ post_id: '8005' }]) })
  const { status } = await service.ask(await service.org(1), 'company-posts', { identifier: 'acme' })
  expect(status).toBe(402)
  expect(service.live.asked).toEqual([])
})
