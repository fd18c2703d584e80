import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { knownAt, liveWorld, pageOf, type LiveTest } from '../../../../worlds/live.ts'

let service: LiveTest
beforeAll(async () => {
  service = await liveWorld()
})

describe('postCommentsLiveFetch 200', () => {
  test('answers comments on a post, by its id, URN or address, the newest first', async () => {
    verifies('op.post-comments-live-fetch', 'live.comments-and-reactions', 'live.never-pretended')
    service.live.say({})
    const org = await service.org()
    for (const contentId of ['7001', 'urn:pnet:activity:7001', 'https://pnet.example/posts/7001/?a=b']) {
      const { body } = await service.ask(org, 'post-comments', { contentId })
      expect(body.output).toMatchObject({ live: false, liveStatus: 'no_source', observedAt: knownAt })
      expect(body.output.data).toMatchObject([
        {
          commentId: 'k2',
          postId: '7001',
          parentCommentId: 'k1',
          text: 'Gladly',
          engagement: {
            numReactions: 3,
            numReplies: null,
          },
        },
        {
          commentId: 'k1',
          parentCommentId: null,
          engagement: { numReplies: 1 },
          author: {
            name: 'Ada',
            pnetSlug: 'ada-lindqvist',
            headline: 'Engineer',
          },
          post: {
            postId: '7001',
            caption: 'We are hiring, again',
            author: { name: 'Acme' },
          },
        },
      ])
      expect(body.warnings).toHaveLength(1)
    }
    expect(await service.captured(org)).toBe(6_000)
  })

  test('live comments are written to the corpus and answered from there later', async () => {
    const line = { comment_id: 'k9', post_id: '7002', text: 'From afar', author_pnet_slug: 'ben-okafor' }
    service.live.say({ comments: () => pageOf([line]) })
    const org = await service.org()
    const { body } = await service.ask(org, 'post-comments', { contentId: '7002' })
    expect(service.live.asked).toEqual([
      { capability: 'comments', question: { of: 'post', postId: '7002', cursor: null } },
    ])
    expect(body.output).toMatchObject({ live: true, data: [{ commentId: 'k9', text: 'From afar' }] })
    service.live.say({})
    const later = await service.ask(org, 'post-comments', { contentId: '7002' })
    expect(later.body.output).toMatchObject({ live: false, data: [{ commentId: 'k9' }] })
  })

  test('a post without comments is an empty page, free', async () => {
    const { body } = await service.ask(await service.org(), 'post-comments', { contentId: '7003' })
    expect(body.output.data).toEqual([])
    expect(body.chargeInfo.method).toBe('free')
  })
})

test('profileCommentsLiveFetch 200 answers what a person wrote under any of their slugs', async () => {
  verifies('op.profile-comments-live-fetch')
  service.live.say({})
  const org = await service.org()
  const { body } = await service.ask(org, 'profile-comments', { identifier: 'ben-okafor' })
  expect(body.output.data.map((each: { commentId: string }) => each.commentId).sort()).toEqual(['k2', 'k9'])
  service.live.say({ comments: () => pageOf([{ comment_id: 'k10', post_id: '7003', text: 'Mine' }]) })
  const live = await service.ask(org, 'profile-comments', { identifier: 'ada-lindqvist' })
  expect(live.body.output.data).toMatchObject([
    { commentId: 'k10', author: { pnetSlug: 'ada-lindqvist' }, post: { postId: '7003' } },
  ])
})

test('postCommentsLiveFetch 400 without a contentId, and for an unknown cursor', async () => {
  const org = await service.org()
  for (const wrong of [{}, { contentId: '' }, { contentId: 7 }, { contentId: '7001', cursor: 'x' }])
    expect((await service.ask(org, 'post-comments', wrong)).status).toBe(400)
  expect((await service.ask(org, 'profile-comments', { identifier: 'no profile' })).status).toBe(400)
  expect(await service.captured(org)).toBe(0)
})

test('postCommentsLiveFetch 402 with an empty balance', async () => {
  const { status } = await service.ask(await service.org(1), 'post-comments', { contentId: '7001' })
  expect(status).toBe(402)
})
