import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { familiesWorld, type FamiliesTest } from '../../../../worlds/families.ts'

let service: FamiliesTest
beforeAll(async () => {
  service = await familiesWorld()
  const { author_handle, ...photo } = { platform: 'photo', author_handle: 'ada.l' }
  await service.load('accounts', [
    {
      ...photo,
      handle: '@Ada.L',
      account_id: '901',
      author_name: 'Ada',
      follower_count: 12,
      upload_count: 3,
      author_pnet_url: 'https://pnet.example/in/ada-l',
    },
  ])
  await service.load('uploads', [
    {
      ...photo,
      author_handle,
      upload_id: '11',
      shortcode: 'Cx1',
      text: 'Morning #Coffee',
      like_count: 5,
      published_at: '2026-01-02',
    },
    {
      ...photo,
      author_handle,
      upload_id: '12',
      type: 'reel',
      view_count: 70,
      published_at: '2026-01-03T10:00:00Z',
    },
    { ...photo, author_handle: 'ben', upload_id: '13', published_at: '2026-01-04' },
  ])
  await service.load('replies', [
    {
      ...photo,
      reply_id: 'c1',
      upload_id: '11',
      text: 'Nice',
      author_handle: 'Ben',
      published_at: '2026-01-03',
    },
    {
      ...photo,
      reply_id: 'c2',
      upload_id: '11',
      parent_id: 'c1',
      text: 'Thanks',
      published_at: '2026-01-04',
    },
  ])
})

const nothing = () => undefined
const photo = (path: string, body: object, org = service.org()) =>
  org.then((own) => service.ask(own, `photo/${path}`, body))

describe('of an import', () => {
  test('photoProfile 200 answers the account by handle or address', async () => {
    verifies('photo.of-import', 'op.photo-profile', 'family.photo')
    service.vendor.say(nothing)
    const asked = [
      { handle: 'ada.l' },
      { handle: '@ADA.L' },
      { profileUrl: 'https://www.photo.example/ada.l/?x=1' },
      { profileUrl: 'photo.example/ada.l' },
    ]
    for (const body of asked) {
      const { status, body: answer } = await photo('profile', body)
      expect(status).toBe(200)
      expect(answer.output).toMatchObject({
        id: '901',
        handle: 'ada.l',
        displayName: 'Ada',
        followerCount: 12,
        postCount: 3,
        bio: null,
        pnetUrl: 'https://pnet.example/in/ada-l',
        live: false,
        liveStatus: 'not_found',
      })
      expect(answer.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 2 })
      expect(answer.warnings).toHaveLength(1)
    }
  })

  test('photoUserPosts and photoUserReels 200 answer the newest first', async () => {
    verifies('op.photo-user-posts', 'op.photo-user-reels', 'family.photo')
    service.vendor.say(nothing)
    const { body: posts } = await photo('user-posts', { handle: 'ada.l' })
    expect(posts.output.posts).toMatchObject([
      { id: '12', isVideo: true, playCount: 70 },
      { id: '11', shortcode: 'Cx1', caption: 'Morning #Coffee', likeCount: 5, isVideo: false },
    ])
    const { body: reels } = await photo('user-reels', { handle: 'ada.l' })
    expect(reels.output.reels.map(({ id }: { id: string }) => id)).toEqual(['12'])
  })

  test('photoPostDetails and photoPostComments 200 by address, id or shortcode', async () => {
    verifies('op.photo-post-details', 'op.photo-post-comments', 'family.photo')
    service.vendor.say(nothing)
    const asked = [
      { postUrl: 'https://photo.example/p/Cx1/' },
      { postUrl: 'https://photo.example/ada.l/reel/Cx1' },
      { postUrl: 'Cx1' },
      { postId: '11' },
    ]
    for (const body of asked) {
      const { body: details } = await photo('post-details', body)
      expect(details.output.post).toMatchObject({ id: '11', shortcode: 'Cx1', user: { handle: 'ada.l' } })
      const { body: comments } = await photo('post-comments', body)
      expect(comments.output.comments).toMatchObject([
        { id: 'c2', parentCommentId: 'c1', user: null },
        { id: 'c1', text: 'Nice', user: { id: 'ben', handle: 'ben' } },
      ])
    }
  })

  test('nothing found is free: 404 for one, an empty page for many', async () => {
    service.vendor.say(nothing)
    const org = await service.org()
    const { status, body } = await service.ask(org, 'photo/profile', { handle: 'nobody' })
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', issues: [{ path: 'handle' }] })
    const posts = await service.ask(org, 'photo/user-posts', { handle: 'nobody' })
    expect(posts.body).toMatchObject({ output: { posts: [] }, chargeInfo: { method: 'free' } })
    expect(await service.captured(org)).toBe(0)
  })
})

describe('of a source', () => {
  const vendorAccount = { username: 'Zoe', id: '77', full_name: 'Zoe Z', followers: 5, verified: true }

  test('photoProfile 200 is live, and the corpus has it later', async () => {
    verifies('photo.of-source', 'family.photo')
    service.vendor.say(({ path }) => (path === '/users/zoe' ? { json: vendorAccount } : undefined))
    const { body } = await photo('profile', { handle: 'zoe' })
    expect(body.output).toMatchObject({
      live: true,
      source: 'pictures',
      id: '77',
      handle: 'zoe',
      isVerified: true,
    })
    expect(service.vendor.asked[0]?.headers['authorization']).toBe('Bearer k')
    service.vendor.say(nothing)
    const { body: later } = await photo('profile', { handle: 'zoe' })
    expect(later.output).toMatchObject({ live: false, displayName: 'Zoe Z' })
  })

  test('another account than was asked for is not taken', async () => {
    service.vendor.say(() => ({ json: vendorAccount }))
    const { status } = await photo('profile', { handle: 'somebody.else' })
    expect(status).toBe(503)
  })

  test('photoUserPosts 200 goes on where the page ended; the token is of that question and organization', async () => {
    verifies('family.photo')
    service.vendor.say(({ path }) => ({
      json: path.includes('after=two')
        ? { items: [{ id: '92', code: 'Z2' }] }
        : { items: [{ id: '91', taken_at: 1_767_225_600 }], next: 'two' },
    }))
    const org = await service.org()
    const ask = (body: object, who = org) => service.ask(who, 'photo/user-posts', body)
    const first = (await ask({ handle: 'zoe' })).body.output
    expect(first.posts).toMatchObject([{ id: '91', publishedAt: '2026-01-01', user: { handle: 'zoe' } }])
    const { nextPageToken } = first
    const second = await ask({ handle: 'zoe', nextPageToken })
    expect(second.body.output).toMatchObject({ posts: [{ id: '92' }], live: true, hasMore: false })
    expect(await service.captured(org)).toBe(4_000)
    const refused = [
      await ask({ handle: 'ada.l', nextPageToken }),
      await ask({ handle: 'zoe', nextPageToken }, await service.org()),
      await ask({ handle: 'zoe', nextPageToken: `${nextPageToken}x` }),
      await service.ask(org, 'photo/user-reels', { handle: 'zoe', nextPageToken }),
    ]
    for (const { status, body } of refused) {
      expect(status).toBe(400)
      expect(body.issues).toMatchObject([{ path: 'nextPageToken' }])
    }
    expect(await service.captured(org)).toBe(4_000)
  })

  test('what the corpus answers because a source failed is free, and 503 where it has nothing', async () => {
    service.vendor.say(() => ({ status: 500, json: {} }))
    const org = await service.org()
    const { body } = await service.ask(org, 'photo/post-details', { postId: '11' })
    expect(body).toMatchObject({ output: { liveStatus: 'unavailable' }, chargeInfo: { method: 'free' } })
    expect((await service.ask(org, 'photo/post-details', { postId: '404' })).status).toBe(503)
    expect(await service.captured(org)).toBe(0)
  })
})

test.each([
  ['profile', {}, 'handle'],
  ['profile', { handle: 'no handle' }, 'handle'],
  ['profile', { handle: 'https://photo.example/ada.l' }, 'handle'],
  ['profile', { profileUrl: 'https://elsewhere.example/ada.l' }, 'profileUrl'],
  ['profile', { profileUrl: 'https://evilphoto.example/ada.l' }, 'profileUrl'],
  ['profile', { profileUrl: 'https://photo.example/' }, 'profileUrl'],
  ['user-posts', { handle: 'ada.l', profileUrl: 'https://photo.example/ada.l' }, 'profileUrl'],
  ['user-reels', { handle: '' }, 'handle'],
  ['user-posts', { handle: 7 }, 'handle'],
  ['post-details', {}, 'postId'],
  ['post-details', { postUrl: 'https://elsewhere.example/p/Cx1' }, 'postUrl'],
  ['post-details', { postUrl: 'https://photo.example/ada.l' }, 'postUrl'],
  ['post-comments', { postUrl: 'Cx1', postId: '11' }, 'postUrl'],
  ['post-comments', { postId: 'a b' }, 'postId'],
])('photo %s of %j is 400 at %s, and asks and charges nothing', async (path, body, member) => {
  service.vendor.say(nothing)
  const org = await service.org()
  const { status, body: answer } = await service.ask(org, `photo/${path}`, body)
  expect(status).toBe(400)
  expect(answer.issues[0].path).toBe(member)
  expect(await service.captured(org)).toBe(0)
  expect(service.vendor.asked).toEqual([])
})
