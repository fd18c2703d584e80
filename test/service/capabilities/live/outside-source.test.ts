import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import {
  faults,
  localServer,
  testSource,
  type LocalServer,
  type ServerAnswer,
  type ServerRequest,
} from '../../../support/sources.ts'
import { openLiveTest, type LiveTest } from '../../../worlds/live.ts'

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
  const second = {
    ...entry,
    name: 'second',
    capabilities: ['person.live'],
    settings: {
      url: server.url,
      key: 'second',
    },
  }
  service = await openLiveTest({ sources: { kinds: [testSource], entries: [entry, second] } })
})

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
        expect(await service.captured(org)).toBe(2_000)
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
      expect(await service.captured(org)).toBe(0)
    },
  )
})

describe('what is not live', () => {
  test.each<[string, object]>([
    ['profile/single', { identifier: 'ada-lindqvist' }],
    ['company/single', { type: 'orgId', value: '3001' }],
  ])('%s: what no source has costs the record of the corpus that it is', async (suffix, body) => {
    verifies('live.never-pretended')
    answer = () => ({ status: 404 })
    const { body: answered, org } = await path(suffix).ask(body)
    expect(answered.output).toMatchObject({ live: false, liveStatus: 'not_found' })
    expect(answered.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 1 })
    expect(answered.advice[0]).toContain('SearchResult')
    expect(await service.captured(org)).toBe(1_000)
  })

  test.each([[[404, 503]], [[503, 404]]])(
    'sources that answer %j could not be read: it is not "not found", and free',
    async (statuses) => {
      answer = ({ headers }) => ({ status: statuses[headers.authorization === 'second' ? 1 : 0] as number })
      const known = await path('profile/single').ask({ identifier: 'ada-lindqvist' })
      expect(known.body.output).toMatchObject({ found: true, live: false, liveStatus: 'unavailable' })
      expect(known.body.warnings[0].message).toContain('could not be read')
      expect(await service.captured(known.org)).toBe(0)
      const unknown = await path('profile/single').ask({ identifier: 'nobody-at-all' })
      expect(unknown.body.output).toMatchObject({ found: false, liveStatus: 'unavailable' })
      expect(unknown.body.output.message).toContain('Try again later')
    },
  )

  test('a balance that covers one live fetch is enough', async () => {
    answer = () => ({ status: 404 })
    const org = await service.org(2)
    const { status } = await service.ask(org, 'profile/single', { identifier: 'ada-lindqvist' })
    expect(status).toBe(200)
    expect(await service.captured(org)).toBe(1_000)
  })
})

describe('an answer about somebody else', () => {
  const person = (record: object) => () => found({ record })
  const inCorpus = async (slug: string) => {
    const [record] = await service.almanac.search.lookup('people', {
      tokens: [`slug:${slug}`],
      perToken: 1,
      snapshot: await service.almanac.snapshots.newest('people'),
    })
    return record && (JSON.parse(record.body) as { name: string; primary_slug: string; headline: string })
  }

  test.each<[string, string, object]>([
    ['another known slug', 'ada-lindqvist', { primary_slug: 'ben-okafor', headline: 'Stolen' }],
    ['an unknown slug', 'ada-lindqvist', { primary_slug: 'zed-nobody', headline: 'Stolen' }],
    ['another page by its address', 'ada-lindqvist', { url: 'https://www.pnet.example/in/zed-nobody' }],
    ['the slug with another id', 'ada-lindqvist', { primary_slug: 'ada-lindqvist', user_id: '999' }],
    ['another id', '501', { user_id: '999', headline: 'Stolen' }],
    ['no identifier and another name', 'ada-lindqvist', { name: 'Zed Nobody', headline: 'Stolen' }],
  ])('%s: changes nothing, is no live answer, and free', async (_how, identifier, record) => {
    const before = [await inCorpus('ada-lindqvist'), await inCorpus('ben-okafor')]
    answer = person(record)
    const { body, org } = await path('profile/single').ask({ identifier })
    expect(body.output).toMatchObject({
      found: true,
      live: false,
      liveStatus: 'unavailable',
      source: null,
      profile: {
        primary_slug: 'ada-lindqvist',
        name: 'Ada Lindqvist',
      },
    })
    expect(body.warnings[0].message).toContain('could not be read')
    expect(body.chargeInfo.method).toBe('free')
    expect(await service.captured(org)).toBe(0)
    expect([await inCorpus('ada-lindqvist'), await inCorpus('ben-okafor')]).toEqual(before)
    expect(await inCorpus('zed-nobody')).toBeUndefined()
  })

  test('in place of somebody nobody knows makes nobody', async () => {
    answer = person({ primary_slug: 'zed-nobody', name: 'Zed Nobody' })
    for (const identifier of ['quite-unknown', '424242']) {
      const { body, org } = await path('profile/single').ask({ identifier })
      expect(body.output).toMatchObject({ found: false, liveStatus: 'unavailable' })
      expect(await service.captured(org)).toBe(0)
    }
    expect(await inCorpus('zed-nobody')).toBeUndefined()
    expect(await inCorpus('quite-unknown')).toBeUndefined()
  })

  test('of companies is refused as well; the same id under another slug is a page that was renamed', async () => {
    for (const record of [
      { pnet_primary_slug: 'globex', preferred_name: 'Globex' },
      { li_org_id: '9', li_headline: 'Stolen' },
      { domains: ['globex.example'], li_headline: 'Stolen' },
    ]) {
      answer = person(record)
      const { body, org } = await path('company/single').ask({ type: 'slug', value: 'acme' })
      expect(body.output).toMatchObject({ live: false, liveStatus: 'unavailable', company: { slug: 'acme' } })
      expect(await service.captured(org)).toBe(0)
    }
    answer = person({ li_org_id: '3001', pnet_primary_slug: 'acme-robots' })
    const { body } = await path('company/single').ask({ type: 'slug', value: 'acme' })
    expect(body.output).toMatchObject({ live: true, company: { slug: 'acme-robots', name: 'Acme' } })
  })

  test('a former slug that was asked for renames nobody', async () => {
    answer = person({ headline: 'Asked by a former slug' })
    const { body } = await path('profile/single').ask({ identifier: 'ben-o' })
    expect(body.output).toMatchObject({
      live: true,
      profile: { primary_slug: 'ben-okafor', headline: 'Asked by a former slug' },
    })
  })

  test('one that was seen in the future is refused, one a little ahead is of now', async () => {
    const headline = 'Seen ahead'
    const answered = (ms: number) => (): ServerAnswer => ({
      json: {
        found: true,
        answer: {
          record: {
            primary_slug: 'ada-lindqvist',
            headline,
          },
        },
        observedAt: new Date(service.clock.now() + ms).toISOString(),
      },
    })
    answer = answered(3_600_000)
    const late = await path('profile/single').ask({ identifier: 'ada-lindqvist' })
    expect(late.body.output).toMatchObject({ live: false, liveStatus: 'unavailable' })
    expect(late.body.output.profile.headline).not.toBe(headline)
    expect(await service.captured(late.org)).toBe(0)
    answer = answered(60_000)
    const { body } = await path('profile/single').ask({ identifier: 'ada-lindqvist' })
    const now = new Date(service.clock.now()).toISOString()
    expect(body.output).toMatchObject({ live: true, observedAt: now, profile: { headline } })
  })
})
