import { beforeAll, expect, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import {
  createWorld,
  generateComments,
  generateJobPostings,
  generateNews,
  generatePosts,
  generateReactions,
} from '../../../../src/corpus/sample/index.ts'
import { loadSample } from '../../../../src/corpus/sample-load/index.ts'
import { dayNumber } from '../../../../src/corpus/search-index/index.ts'
import { openMedia, type MediaKind, type MediaQuestion } from '../../../../src/corpus/media/index.ts'

const { db, engine, almanac } = await testAlmanac()
const media = openMedia(almanac.search)
const size = { seed: 2, companies: 120, people: 900, asOf: '2026-11-01' }
const world = createWorld(size)
const posts = [...generatePosts(world)]
const news = [...generateNews(world)]
const postings = [...generateJobPostings(world)]

beforeAll(() => loadSample({ db, engine }, { world: size, onPublished: () => almanac.snapshots.refresh() }))

const comments = [...generateComments(world)]
const reactions = [...generateReactions(world)]

type Named = Partial<Record<'job_id' | 'comment_id' | 'article_id' | 'post_id', string>> & {
  reaction_id?: string | null | undefined
}
const idsOf = (records: Named[]) =>
  records
    .map((each) => each.job_id ?? each.comment_id ?? each.reaction_id ?? each.post_id ?? each.article_id)
    .sort()

async function all<K extends MediaKind>(kind: K, question: MediaQuestion) {
  const records: Awaited<ReturnType<(typeof media)[K]>>['records'][number][] = []
  let page = await media[kind](question, { limit: 7 })
  for (;;) {
    records.push(...(page.records as typeof records))
    if (page.next === undefined) break
    page = await media[kind](question, { limit: 7, after: page.next, snapshot: page.snapshot })
  }
  expect(await media.count(kind, question)).toBe(records.length)
  return records
}

test('of a company, by any of its identifiers or its entity, newest first', async () => {
  const company = news[0]!.companies![0]!
  const wanted = idsOf(news.filter((each) => each.companies?.[0]?.li_org_id === company.li_org_id))
  const [found] = await almanac.search.lookup('companies', {
    tokens: [`org:${company.li_org_id}`],
    snapshot: await almanac.snapshots.newest('companies'),
    perToken: 1,
  })
  for (const clue of [
    { orgId: company.li_org_id! },
    { slug: company.pnet_primary_slug! },
    { domain: `https://www.${company.domain}/` },
    { id: found!.id },
  ]) {
    const records = await all('news', { companies: [clue] })
    expect(idsOf(records)).toEqual(wanted)
    const times = records.map((each) => each.published_at)
    expect(times).toEqual(times.toSorted().reverse())
  }
  const jobs = postings.filter((each) => each.company?.li_org_id === company.li_org_id)
  expect(idsOf(await all('postings', { companies: [{ id: found!.id }], statuses: ['active'] }))).toEqual(
    idsOf(jobs.filter((each) => each.status === 'active')),
  )
  expect(await all('news', { companies: [] })).toEqual([])
  expect(await all('news', { companies: [{}] })).toEqual([])
})

test('of people and companies by author, with reactions, words and days', async () => {
  const written = posts.find((each) => each.author_type === 'person')!
  const ofAuthor = posts.filter((each) => each.author_pnet_slug === written.author_pnet_slug)
  expect(idsOf(await all('posts', { people: [{ slug: written.author_pnet_slug! }] }))).toEqual(
    idsOf(ofAuthor),
  )
  const popular = posts.filter((each) => each.num_reactions! >= 50)
  expect(idsOf(await all('posts', { leastReactions: 50 }))).toEqual(idsOf(popular))
  const hiring = posts.filter((each) => /we are hiring/i.test(each.caption!))
  expect(idsOf(await all('posts', { phrases: ['WE ARE hiring', 'zzyzx'] }))).toEqual(idsOf(hiring))
  expect(hiring.length).toBeGreaterThan(0)
  const [first, last] = ['2026-05-01', '2026-06-30'].map((day) => dayNumber(day)) as [number, number]
  const inMonths = posts.filter(({ posted_at }) => posted_at! >= '2026-05-01' && posted_at! < '2026-07-01')
  expect(idsOf(await all('posts', { days: { first, last } }))).toEqual(idsOf(inMonths))
})

test('comments and reactions by post and by whose they are, newest first', async () => {
  const { post_id } = comments.find((each) =>
    comments.some((other) => other !== each && other.post_id === each.post_id),
  )!
  const onPost = await all('comments', { posts: [post_id] })
  expect(idsOf(onPost)).toEqual(idsOf(comments.filter((each) => each.post_id === post_id)))
  const times = onPost.map((each) => each.posted_at)
  expect(times).toEqual(times.toSorted().reverse())
  const toPost = reactions.filter((each) => each.post_id === post_id)
  expect(idsOf(await all('reactions', { posts: [post_id, 'unknown'] }))).toEqual(idsOf(toPost))
  const slug = reactions[0]!.author_pnet_slug!
  const [person] = await almanac.search.lookup('people', {
    tokens: [`slug:${slug}`],
    snapshot: await almanac.snapshots.newest('people'),
    perToken: 1,
  })
  const theirs = idsOf(reactions.filter((each) => each.author_pnet_slug === slug))
  for (const clue of [{ slug }, { id: person!.id }])
    expect(idsOf(await all('reactions', { people: [clue] }))).toEqual(theirs)
  const thanks = comments.filter((each) => each.text === 'Thank you for sharing.')
  expect(idsOf(await all('comments', { phrases: ['thank you'] }))).toEqual(idsOf(thanks))
  expect(await all('comments', { posts: [] })).toEqual([])
})

test('news by sentiment; what was written since an earlier read', async () => {
  const bad = news.filter((each) => each.sentiment === 'negative')
  expect(idsOf(await all('news', { sentiments: ['negative'] }))).toEqual(idsOf(bad))
  const { snapshot } = await media.news({}, { limit: 1 })
  const changed = { ...news[3]!, sentiment: 'neutral', observed_at: '2026-11-05' }
  const fresh = { article_id: 'fresh', title: 'Fresh' }
  await almanac.writer.write(
    'news',
    [changed, fresh].map((record, line) => ({ line, record })),
    { source: 'test', observedAt: new Date('2026-11-05') },
  )
  expect(idsOf(await all('news', { afterCommit: snapshot.number }))).toEqual(idsOf([changed, fresh]))
  const before = await almanac.snapshots.at('news', snapshot.number)
  const then = await media.news({}, { limit: 1000, snapshot: before })
  expect(idsOf(then.records)).toEqual(idsOf(news))
})
