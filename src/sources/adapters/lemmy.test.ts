import { describe, expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorServer,
  type VendorAnswer,
  type VendorRequest,
} from '../../../test/support/vendor.ts'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited } from '../failures.ts'
import { lemmy } from './lemmy.ts'

const creator = { id: 7, name: 'ada', display_name: 'Ada', avatar: null, actor_id: 'https://l.example/u/ada' }
const community = {
  id: 3,
  name: 'homebrewing',
  title: 'Home brewing',
  actor_id: 'https://l.example/c/homebrewing',
}

const postView = (id: number, more: object = {}) => ({
  post: {
    id,
    name: `Post ${id}`,
    body: 'Text',
    creator_id: 7,
    community_id: 3,
    removed: false,
    deleted: false,
    published: '2026-01-10T08:00:00.123456Z',
    ap_id: `https://l.example/post/${id}`,
    ...more,
  },
  creator,
  community,
  counts: {
    post_id: id,
    score: -2,
    upvotes: 1,
    downvotes: 3,
    comments: 5,
    published: '2026-01-10T08:00:00Z',
  },
})

const commentView = (id: number, path: string, more: object = {}) => ({
  comment: {
    id,
    post_id: 1,
    content: `C${id}`,
    path,
    published: '2026-01-11T08:00:00',
    removed: false,
    deleted: false,
    ...more,
  },
  creator,
  counts: { comment_id: id, score: 3, child_count: 1 },
})

async function open(answer: (request: VendorRequest) => VendorAnswer) {
  const vendor = await vendorServer(answer)
  const answers = await openKind(lemmy, { baseUrl: `${vendor.url}/`, token: 't' })
  return {
    vendor,
    search: (question: Question<'forum.search'>) => answers['forum.search']!.fetch(question, vendorCall()),
    posts: (question: Question<'forum.posts'>) => answers['forum.posts']!.fetch(question, vendorCall()),
    post: (question: Question<'forum.post'>) => answers['forum.post']!.fetch(question, vendorCall()),
    comments: (question: Question<'forum.comments'>) =>
      answers['forum.comments']!.fetch(question, vendorCall()),
    takes: answers['forum.post']!.takes!,
  }
}

describe('lemmy', () => {
  test('lists posts of a community and goes on where the server says', async () => {
    const { vendor, posts } = await open(() => ({
      json: { posts: [postView(1), postView(2, { removed: true })], next_page: 'P7' },
    }))
    const given = { forum: 'homebrewing', sort: 'top', timeframe: 'week', cursor: 'P3' } as const
    expect(await posts(given)).toEqual({
      found: true,
      answer: {
        uploads: [
          {
            upload_id: '1',
            type: 'thread',
            forum: 'homebrewing',
            title: 'Post 1',
            text: 'Text',
            url: null,
            permalink: 'https://l.example/post/1',
            thumbnail_url: null,
            author_handle: 'ada',
            author_account_id: '7',
            author_name: 'Ada',
            author_image_url: null,
            like_count: -2,
            comment_count: 5,
            published_at: '2026-01-10T08:00:00.123456Z',
          },
        ],
        cursor: 'P7',
      },
    })
    expect(vendor.requests[0]).toMatchObject({
      path: '/api/v3/post/list',
      query: { community_name: 'homebrewing', sort: 'TopWeek', page_cursor: 'P3', limit: '50' },
      headers: { authorization: 'Bearer t' },
    })
  })

  test('searches by pages; what is older than asked for is left out', async () => {
    const many = Array.from({ length: 50 }, (_, index) => postView(index))
    const old = postView(99, { published: '2020-01-01T00:00:00Z' })
    const { vendor, search } = await open(({ query }) => ({
      json: { type_: 'Posts', posts: query['page'] === '1' ? many : [old], comments: [] },
    }))
    const asked = { query: 'hops & malt', forum: null, sort: 'new', timeframe: 'year', cursor: null } as const
    expect(await search(asked)).toMatchObject({ answer: { cursor: '2' } })
    expect(await search({ ...asked, cursor: '2' })).toEqual({
      found: true,
      answer: { uploads: [], cursor: null },
    })
    expect(vendor.requests[0]?.query).toEqual({
      type_: 'Posts',
      q: 'hops & malt',
      sort: 'New',
      page: '1',
      limit: '50',
    })
  })

  test('answers a post and its comments, each with the one it answers', async () => {
    const { post, comments, takes } = await open(({ path }) =>
      path === '/api/v3/post'
        ? { json: { post_view: postView(1), community_view: {}, moderators: [], cross_posts: [] } }
        : {
            json: {
              comments: [
                commentView(5, '0.5'),
                commentView(6, '0.5.6'),
                commentView(8, '0.8', { deleted: true }),
              ],
            },
          },
    )
    const asked = { id: '1', url: null, cursor: null }
    expect(await post(asked)).toMatchObject({ answer: { uploads: [{ upload_id: '1', title: 'Post 1' }] } })
    expect(await comments(asked)).toMatchObject({
      answer: {
        replies: [
          { reply_id: '5', parent_id: null, text: 'C5', published_at: '2026-01-11T08:00:00Z' },
          { reply_id: '6', parent_id: '5', like_count: 3, reply_count: 1 },
        ],
        cursor: null,
      },
    })
    expect(takes(asked)).toBe(true)
    expect(takes({ ...asked, id: 'x1' })).toBe(false)
  })

  test('what is not there is not found; a limit is one', async () => {
    const { post, posts } = await open(({ path }) =>
      path === '/api/v3/post' ? { status: 400, json: { error: 'couldnt_find_post' } } : { status: 429 },
    )
    expect(await post({ id: '1', url: null, cursor: null })).toEqual({ found: false })
    const asked = { forum: 'a', sort: 'new', timeframe: 'all', cursor: null } as const
    await expect(posts(asked)).rejects.toThrow(SourceRateLimited)
  })
})
