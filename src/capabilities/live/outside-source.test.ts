import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import {
  faults,
  localServer,
  testSource,
  type LocalServer,
  type ServerAnswer,
  type ServerRequest,
} from '../../../test/support/sources.ts'
import { openLiveTest, type LiveTest } from '../../../test/worlds/live.ts'

let service: LiveTest
let server: LocalServer
let answer: (request: ServerRequest) => ServerAnswer

const found = (given: object): ServerAnswer => ({ json: { found: true, answer: given } })
const path = (suffix: string) => ({
  ask: async (body: object) => {
    const org = await service.org()
    return { org, ...(await service.ask(org, suffix, body)) }
  },
})

beforeAll(async () => {
  server = await localServer((request) => answer(request))
  const capabilities = ['person.live', 'company.live', 'posts', 'comments', 'reactions', 'post.search']
  const entry = { source: 'test-source', capabilities, timeoutMs: 1_000, settings: { url: server.url } }
  service = await openLiveTest({ sources: { kinds: [testSource], entries: [entry] } })
}, 60_000)

beforeEach(() => {
  // A circuit that a fault opened is closed again by then.
  service.clock.advance(86_400_000)
  server.requests.length = 0
})

describe('configured sources', () => {
  test('answer each live operation, are asked anew each time, and what they answer is kept', async () => {
    verifies('live.profile', 'live.company', 'live.posts', 'live.comments-and-reactions', 'live.post-search')
    answer = ({ path }) => {
      const post = { post_id: '9001', caption: 'From the wire', observed_at: 'garbage' }
      const answers: Record<string, object> = {
        '/person.live': { record: { headline: 'Wired' } },
        '/company.live': { record: { li_headline: 'Wired robots' } },
        '/posts': { posts: [post], cursor: 'p2' },
        '/post.search': { posts: [post] },
        '/comments': { comments: [{ comment_id: 'w1', post_id: '7001', text: 'Hm', num_reactions: 2 }] },
        '/reactions': { reactions: [{ post_id: '7001', reaction_type: 'LIKE', author_pnet_slug: 'zoe' }] },
      }
      return found(answers[path] ?? {})
    }
    const asked: [string, object, object][] = [
      ['profile/single', { identifier: 'ada-lindqvist' }, { profile: { headline: 'Wired', user_id: '501' } }],
      [
        'company/single',
        { type: 'orgId', value: '3001' },
        { company: { headline: 'Wired robots', name: 'Acme' } },
      ],
      ['company-posts', { identifier: 'acme' }, { data: [{ postId: '9001' }], cursor: expect.any(String) }],
      ['profile-posts', { identifier: 'ben-o' }, { data: [{ postId: '9001' }] }],
      ['posts/search', { keywords: 'wire' }, { posts: [{ postId: '9001' }] }],
      ['post-comments', { contentId: '7001' }, { data: [{ commentId: 'w1', post: { postId: '7001' } }] }],
      ['profile-comments', { identifier: 'ben-o' }, { data: [{ commentId: 'w1' }] }],
      [
        'post-reactions',
        { contentId: '7001' },
        { data: [{ reactionType: 'LIKE', author: { pnetSlug: 'zoe' } }] },
      ],
      ['profile-reactions', { identifier: 'zoe' }, { data: [{ reactionType: 'LIKE' }] }],
    ]
    for (const [suffix, body, expected] of asked) {
      for (const _time of [1, 2]) {
        const { body: answered, org } = await path(suffix).ask(body)
        expect(answered.output, suffix).toMatchObject({ live: true, source: 'test-source', ...expected })
        expect(await service.spent(org)).toBe(2_000)
      }
    }
    expect(server.requests).toHaveLength(2 * asked.length)
    expect(server.requests.map((request) => request.body)).toMatchObject([
      ...Array.from({ length: 2 }, () => ({ slug: 'ada-lindqvist', userId: null })),
      ...Array.from({ length: 2 }, () => ({ orgId: '3001', historicalHeadcount: false })),
      ...Array.from({ length: 2 }, () => ({ by: { type: 'company', slug: 'acme' }, cursor: null })),
      ...Array.from({ length: 2 }, () => ({ by: { type: 'person', slug: 'ben-o' } })),
      ...Array.from({ length: 2 }, () => ({ keywords: ['wire'], recency: null })),
      ...Array.from({ length: 2 }, () => ({ of: 'post', postId: '7001' })),
      ...Array.from({ length: 2 }, () => ({ of: 'actor', by: { slug: 'ben-o' } })),
      ...Array.from({ length: 2 }, () => ({ of: 'post', postId: '7001' })),
      ...Array.from({ length: 2 }, () => ({ of: 'actor', by: { slug: 'zoe' } })),
    ])
    answer = () => ({ status: 404 })
    const { body } = await path('post-comments').ask({ contentId: '7001' })
    expect(body.output).toMatchObject({ live: false, liveStatus: 'not_found' })
    expect(body.output.data.map((each: { commentId: string }) => each.commentId)).toContain('w1')
  })

  test.each(Object.entries(faults))(
    'one that %s: the corpus answers, says so, and it is free',
    async (_how, fault) => {
      verifies('live.never-pretended')
      answer = () => fault.answer
      const { body, org } = await path('profile/single').ask({ identifier: 'ada-lindqvist' })
      expect(body.output).toMatchObject({ found: true, live: false, liveStatus: 'unavailable' })
      expect(body.warnings[0].message).toContain('could not be read')
      expect(await service.spent(org)).toBe(0)
    },
  )
})
