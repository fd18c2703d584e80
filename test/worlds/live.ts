import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import { world } from './world.ts'
import type { TestOrganization } from '../support/platform.ts'
import type {
  NativeCompany,
  NativePerson,
  NativePost,
  NativePostComment,
  NativePostReaction,
} from '../../src/corpus/records/index.ts'
import type { LiveAnswer } from '../../src/sources/index.ts'
import type { LiveCapability, LiveQuestions, LiveSource } from '../../src/capabilities/live/live-source.ts'

type Script = {
  [C in LiveCapability]?: (
    question: LiveQuestions[C]['question'],
    signal: AbortSignal,
  ) => LiveAnswer<LiveQuestions[C]['answer']> | Promise<LiveAnswer<LiveQuestions[C]['answer']>>
}

/** A live source that answers what a test tells it to, and nothing else. */
export interface ScriptedSource extends LiveSource {
  /** What it answers from now on; what is left out is not set up. */
  say(script: Script): void
  /** Questions so far. */
  asked: { capability: LiveCapability; question: object }[]
}

export function scriptedSource(): ScriptedSource {
  let script: Script = {}
  const asked: ScriptedSource['asked'] = []
  return {
    asked,
    say(next) {
      script = next
      asked.length = 0
    },
    async ask(capability, question, signal, refuses) {
      asked.push({ capability, question })
      const answer = (await script[capability]?.(question as never, signal)) ?? { state: 'no_source' }
      const isOther = answer.state === 'found' && refuses?.(answer.answer as never) !== undefined
      return (isOther ? { state: 'unavailable' } : answer) as never
    },
  }
}

/** When the live source of these tests saw what it answers. */
export const liveAt = '2026-01-15T11:59:00.000Z'
/** When the corpus of these tests was true. */
export const knownAt = '2026-01-10T00:00:00.000Z'

export const foundLive = <T>(answer: T): LiveAnswer<T> => ({
  state: 'found',
  answer,
  source: 'wire',
  observedAt: liveAt,
  confidence: 0.9,
})
export const pageOf = <L>(lines: L[], next: string | null = null) => foundLive({ lines, next })

export const testPeople: NativePerson[] = [
  {
    primary_slug: 'ada-lindqvist',
    name: 'Ada Lindqvist',
    user_id: '501',
    headline: 'Engineer',
    follower_count: 10,
    experiences: [
      {
        pnet_company_id: '3001',
        company_name: 'Acme',
        title: 'Engineer',
        is_current: true,
      },
    ],
  },
  { primary_slug: 'ben-okafor', name: 'Ben Okafor', slugs: ['ben-o'] },
]

export const testCompanies: NativeCompany[] = [
  {
    li_org_id: '3001',
    pnet_primary_slug: 'acme',
    preferred_name: 'Acme',
    domains: ['acme.example'],
    websites: ['https://acme.example'],
    li_headline: 'Robots',
    li_description: 'We make robots',
    employee_count_consensus: {
      gte: 100,
      lte: 100,
    },
    li_follower_count: 900,
    founded_on_consensus: '2001-05-01',
    li_industries: [
      {
        id: '12',
        name: 'Machinery',
        primary: true,
      },
    ],
    standard_industries: ['Manufacturing'],
    li_specialties: ['robots'],
    naics_codes: ['333248'],
    primary_role: 'company',
    stock_info_consensus: {
      ticker: 'ACM',
      exchange: 'XNAS',
    },
    location_consensus: {
      city: 'Bonn',
      country_code: 'DEU',
    },
    li_locations: [
      {
        is_primary: true,
        location: {
          city: 'Bonn',
          country_code: 'DEU',
        },
      },
      {
        location: {
          city: 'Lyon',
          country_code: 'FRA',
        },
      },
      {
        location: {
          city: 'Jena',
          country_code: 'DEU',
        },
      },
    ],
  },
]

const day = (dayOfMonth: number) => `2026-01-0${dayOfMonth}T08:00:00.000Z`

export const testPosts: NativePost[] = [
  {
    post_id: '7001',
    author_type: 'company',
    author_name: 'Acme',
    author_pnet_slug: 'acme',
    company: {
      li_org_id: '3001',
      pnet_primary_slug: 'acme',
      domain: null,
      name: 'Acme',
    },
    posted_at: day(3),
    caption: 'We are hiring, again',
    num_reactions: 5,
    num_comments: 2,
    num_shares: 1,
    reactions_by_type: {
      LIKE: 4,
      LOVE: 1,
      CURIOUS: 9,
    },
    image_urls: ['https://img.example/1.jpg'],
  },
  {
    post_id: '7002',
    author_type: 'person',
    author_name: 'Ada',
    author_pnet_slug: 'ada-lindqvist',
    posted_at: '2026-01-05',
    caption: 'New robots',
    reshared_post_id: '7001',
  },
  {
    post_id: '7003',
    author_type: 'person',
    author_name: 'Ada',
    author_pnet_slug: 'ada-lindqvist',
    posted_at: '2025-03-01T00:00:00Z',
    caption: 'Old robots are hiring',
  },
]

export const testComments: NativePostComment[] = [
  {
    comment_id: 'k1',
    post_id: '7001',
    author_type: 'person',
    author_pnet_slug: 'ada-lindqvist',
    author_name: 'Ada',
    author_headline: 'Engineer',
    text: 'Join us',
    posted_at: day(4),
    num_replies: 1,
  },
  {
    comment_id: 'k2',
    post_id: '7001',
    parent_id: 'k1',
    author_type: 'person',
    text: 'Gladly',
    author_pnet_slug: 'ben-o',
    posted_at: day(5),
    num_reactions: 3,
  },
]

export const testReactions: NativePostReaction[] = [
  {
    post_id: '7001',
    reaction_type: 'LOVE',
    author_type: 'person',
    author_pnet_slug: 'ben-okafor',
    reacted_at: day(4),
  },
  {
    post_id: '7001',
    reaction_type: 'FUNNY',
    author_type: 'person',
    author_pnet_slug: 'ada-lindqvist',
    reacted_at: day(6),
  },
]

export interface LiveTest extends TestAlmanac {
  live: ScriptedSource
  /** POST to a path below /v1/pnet-live-fetch/. */
  ask(
    org: TestOrganization,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>
}

/** The service with the records above and a scripted live source, or what `given` sets up in its place. */
export async function openLiveTest(options: Parameters<typeof testAlmanac>[0] = {}): Promise<LiveTest> {
  const live = scriptedSource()
  const service = await testAlmanac(
    options.sources === undefined ? { ...options, liveSource: live } : options,
  )
  await service.write('companies', testCompanies, knownAt)
  await service.write('people', testPeople, knownAt)
  await service.write('posts', testPosts, knownAt)
  await service.write('comments', testComments, knownAt)
  await service.write('reactions', testReactions, knownAt)
  return {
    ...service,
    live,
    ask: (org, path, body, headers = {}) =>
      service.send(`POST /v1/pnet-live-fetch/${path}`, { key: org.rawKey, body, headers }),
  }
}

/** The same for all files of a worker. */
export const liveWorld = world(() => openLiveTest({ sandbox: true }))
