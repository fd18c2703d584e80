import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { familiesWorld, type FamiliesTest } from '../../../../worlds/families.ts'

let service: FamiliesTest
beforeAll(async () => {
  service = await familiesWorld()
  const thread = { platform: 'forum', forum: 'r/HomeBrewing', author_handle: 'ada' }
  await service.load('uploads', [
    {
      ...thread,
      upload_id: 't1',
      title: 'Which hops?',
      like_count: 4,
      comment_count: 9,
      published_at: '2026-01-14',
    },
    {
      ...thread,
      upload_id: 't2',
      title: 'Hops again',
      like_count: 90,
      comment_count: 1,
      published_at: '2025-03-01',
    },
    {
      ...thread,
      upload_id: 't3',
      title: 'Malt',
      text: 'and hops',
      like_count: -3,
      published_at: '2026-01-10',
    },
    { ...thread, forum: 'wine', upload_id: 't4', title: 'Hops in wine', published_at: '2026-01-01' },
  ])
  const reply = { platform: 'forum', upload_id: 't1', author_handle: 'ben' }
  await service.load('replies', [
    { ...reply, reply_id: 'r1', text: 'Citra', like_count: 1, published_at: '2026-01-14T10:00:00Z' },
    { ...reply, reply_id: 'r2', text: 'Saaz', like_count: 8, published_at: '2026-01-14T11:00:00Z' },
    {
      ...reply,
      reply_id: 'r3',
      parent_id: 'r1',
      text: 'Why?',
      like_count: 20,
      published_at: '2026-01-14T12:00:00Z',
    },
    {
      ...reply,
      reply_id: 'r4',
      parent_id: 'r3',
      text: 'Fruit',
      like_count: 2,
      published_at: '2026-01-14T13:00:00Z',
    },
  ])
})

const nothing = () => undefined
const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)
const forum = async (path: string, body: object) => service.ask(await service.org(), `forum/${path}`, body)

describe('of an import', () => {
  test.each([
    ['new', 'all', ['t1', 't3', 't4', 't2']],
    ['top', 'all', ['t2', 't1', 't4', 't3']],
    ['comment_count', 'month', ['t1', 't3', 't4']],
    ['new', 'day', ['t1']],
  ])('forumSearch 200 sorted by %s of %s', async (sort, timeframe, ids) => {
    verifies('op.forum-search', 'family.forum')
    service.vendor.say(nothing)
    const { body } = await forum('search', { query: 'hops', sort, timeframe })
    const found = idsOf(body.output.posts)
    // What is equal in what is sorted by may come in any order.
    expect(found.toSorted()).toEqual(ids.toSorted())
    expect(found[0]).toBe(ids[0])
    expect(body.output).toMatchObject({ live: false, liveStatus: 'not_found' })
  })

  test('forumSubforumSearch and forumSubforumPosts 200 stay in their forum', async () => {
    verifies('forum.of-import', 'op.forum-subforum-search', 'op.forum-subforum-posts', 'family.forum')
    service.vendor.say(nothing)
    const searched = await forum('subforum/search', { forum: 'homebrewing', query: 'hops', sort: 'new' })
    expect(idsOf(searched.body.output.posts)).toEqual(['t1', 't3', 't2'])
    const listed = await forum('subforum/posts', { forum: 'R/HomeBrewing', sort: 'top' })
    expect(listed.body.output.posts[0]).toMatchObject({
      id: 't2',
      title: 'Hops again',
      author: 'ada',
      forum: 'homebrewing',
      score: 90,
    })
    expect(idsOf((await forum('subforum/posts', { forum: 'wine' })).body.output.posts)).toEqual(['t4'])
  })

  test('forumPostComments 200 answers the post and its comments depth first', async () => {
    verifies('op.forum-post-comments', 'family.forum')
    service.vendor.say(nothing)
    for (const body of [
      { postId: 't1' },
      { postUrl: 'https://forum.example/r/homebrewing/comments/t1/which/' },
    ]) {
      const { output, chargeInfo } = (await forum('post/comments', body)).body
      expect(output.post).toMatchObject({ id: 't1', title: 'Which hops?', commentCount: 9 })
      expect(idsOf(output.comments)).toEqual(['r2', 'r1', 'r3', 'r4'])
      expect(output.comments[2]).toMatchObject({
        parentCommentId: 'r1',
        author: 'ben',
        bodyText: 'Why?',
        score: 20,
      })
      expect(chargeInfo).toMatchObject({ creditsCharged: 2 })
    }
    const { output, chargeInfo } = (await forum('post/comments', { postId: 'none' })).body
    expect(output).toMatchObject({ post: null, comments: [] })
    expect(chargeInfo.method).toBe('free')
  })
})

describe('of a source', () => {
  const creator = { id: 7, name: 'zoe', display_name: null }
  const view = (id: number) => ({
    post: {
      id,
      name: `Live ${id}`,
      published: '2026-01-15T08:00:00Z',
      ap_id: `https://l.example/post/${id}`,
    },
    creator,
    community: { name: 'live' },
    counts: { score: 1, comments: 2 },
  })
  const comment = (id: number, path: string) => ({
    comment: { id, content: `c${id}`, path, published: '2026-01-15T09:00:00Z' },
    creator,
    counts: { score: 0, child_count: 0 },
  })

  test('a Lemmy server is asked for searches, posts and comments', async () => {
    verifies('forum.of-source', 'family.forum')
    service.vendor.say(({ path }) => {
      if (path.startsWith('/api/v3/search')) return { json: { posts: [view(1)] } }
      if (path.startsWith('/api/v3/post?')) return { json: { post_view: view(1) } }
      if (path.startsWith('/api/v3/comment/list'))
        return { json: { comments: [comment(3, '0.3'), comment(4, '0.4'), comment(5, '0.3.5')] } }
      return undefined
    })
    const { body } = await forum('search', { query: 'anything' })
    expect(body.output).toMatchObject({ live: true, source: 'lemmy', posts: [{ id: '1', forum: 'live' }] })
    const thread = (await forum('post/comments', { postId: '1' })).body.output
    expect(thread).toMatchObject({ live: true, post: { id: '1', title: 'Live 1' } })
    expect(idsOf(thread.comments)).toEqual(['3', '5', '4'])
    service.vendor.say(nothing)
    const later = (await forum('post/comments', { postId: '1' })).body.output
    expect(later).toMatchObject({ live: false, post: { id: '1' } })
    expect(idsOf(later.comments).toSorted()).toEqual(['3', '4', '5'])
  })

  test('an entry that cannot be read is left out with a warning, and the others are answered and paid', async () => {
    const uploads = [{ upload_id: 'o1' }, { title: 'no id' }, { upload_id: 'o3', like_count: 'many' }]
    service.vendor.say(({ path }) => (path.startsWith('/forum.posts') ? { json: { uploads } } : undefined))
    const org = await service.org()
    const ask = () => service.ask(org, 'forum/subforum/posts', { forum: 'oddities' })
    const { body } = await ask()
    expect(idsOf(body.output.posts)).toEqual(['o1'])
    expect(body.output).toMatchObject({ live: true, liveStatus: 'live' })
    expect(body.warnings).toEqual([
      {
        field: 'live',
        message: 'The live source answered, but 2 entries of its answer could not be read and are left out.',
      },
    ])
    expect(await service.captured(org)).toBe(2_000)
    // Where none can be read the source has failed.
    uploads.shift()
    expect((await ask()).body.output).toMatchObject({ live: false, liveStatus: 'unavailable' })
    expect(await service.captured(org)).toBe(2_000)
  })

  test('a vendor answers first in the order of the file; the token is of the question', async () => {
    verifies('family.forum')
    service.vendor.say(({ path }) =>
      path.startsWith('/forum.posts') ? { json: { uploads: [{ upload_id: 'v1' }], next: 'two' } } : undefined,
    )
    const org = await service.org()
    const ask = (body: object) => service.ask(org, 'forum/subforum/posts', body)
    const { body } = await ask({ forum: 'brewers', sort: 'new' })
    expect(body.output).toMatchObject({ source: 'clips', posts: [{ id: 'v1', forum: 'brewers' }] })
    const { nextPageToken } = body.output
    expect((await ask({ forum: 'brewers', sort: 'new', nextPageToken })).status).toBe(200)
    for (const other of [
      { forum: 'brewers', sort: 'top' },
      { forum: 'wine', sort: 'new' },
    ]) {
      const { status, body: refused } = await ask({ ...other, nextPageToken })
      expect(status).toBe(400)
      expect(refused.issues).toMatchObject([{ path: 'nextPageToken' }])
    }
    expect(await service.captured(org)).toBe(4_000)
  })
})

test.each([
  ['search', {}, 'query'],
  ['search', { query: ' ' }, 'query'],
  ['search', { query: '!!' }, 'query'],
  ['search', { query: 'hops', sort: 'best' }, 'sort'],
  ['search', { query: 'hops', timeframe: 'decade' }, 'timeframe'],
  ['subforum/posts', {}, 'forum'],
  ['subforum/posts', { forum: 'no forum' }, 'forum'],
  ['subforum/search', { forum: 'https://elsewhere.example/r/x', query: 'hops' }, 'forum'],
  ['post/comments', { postUrl: 'https://elsewhere.example/r/a/comments/t1' }, 'postUrl'],
  ['post/comments', { postUrl: 'https://forum.example/r/homebrewing' }, 'postUrl'],
  ['post/comments', { postUrl: 't1', postId: 't1' }, 'postUrl'],
  ['post/comments', {}, 'postId'],
])('forum %s of %j is 400 at %s, and asks and charges nothing', async (path, body, member) => {
  service.vendor.say(nothing)
  const org = await service.org()
  const { status, body: answer } = await service.ask(org, `forum/${path}`, body)
  expect(status).toBe(400)
  expect(answer.issues[0].path).toBe(member)
  expect(await service.captured(org)).toBe(0)
  expect(service.vendor.asked).toEqual([])
})
