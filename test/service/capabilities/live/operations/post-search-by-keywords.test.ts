import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { liveWorld, pageOf, type LiveTest } from '../../../../worlds/live.ts'

let service: LiveTest
beforeAll(async () => {
  service = await liveWorld()
})

const search = async (body: object, credits?: number) => {
  const org = await service.org(credits)
  return { org, ...(await service.ask(org, 'posts/search', body)) }
}
const idsOf = (posts: { postId: string }[]) => posts.map(({ postId }) => postId)

describe('postSearchByKeywords 200', () => {
  test('finds posts that hold one of the keywords, the newest first', async () => {
    verifies('op.post-search-by-keywords', 'live.post-search')
    service.live.say({})
    const { body, org } = await search({ keywords: 'are hiring, NEW ROBOTS,, zzyzx ' })
    expect(idsOf(body.output.posts)).toEqual(['7002', '7001', '7003'])
    expect(body.output).toMatchObject({ live: false, liveStatus: 'no_source' })
    expect(await service.captured(org)).toBe(2_000)
    expect(idsOf((await search({ keywords: 'hiring robots' })).body.output.posts)).toEqual([])
  })

  test.each([
    ['Day', 0],
    ['Week', 0],
    ['Month', 2],
    ['Quarter', 2],
    ['HalfYear', 2],
    ['Year', 3],
  ])('of the last %s', async (recency, count) => {
    verifies('live.post-search')
    // Posts of January 3rd and 5th and of last March; it is the 15th of January.
    const { body } = await search({ keywords: 'robots,hiring', recency })
    expect(body.output.posts).toHaveLength(count)
  })

  test('a live source is asked for the keywords one by one, and answers pages', async () => {
    service.live.say({
      'post.search': ({ cursor }) =>
        pageOf([{ post_id: `s-${cursor}`, caption: 'Unheard' }], cursor === null ? 'two' : null),
    })
    const { body, org } = await search({ keywords: 'unheard, of', recency: 'Week' })
    const { cursor } = body.output
    const second = await service.ask(org, 'posts/search', { keywords: 'unheard,of', recency: 'Week', cursor })
    expect(service.live.asked.map(({ question }) => question)).toEqual([
      { keywords: ['unheard', 'of'], recency: 'Week', cursor: null },
      { keywords: ['unheard', 'of'], recency: 'Week', cursor: 'two' },
    ])
    expect(second.body.output).toMatchObject({ live: true, posts: [{ postId: 's-two' }] })
    service.live.say({})
    expect((await search({ keywords: 'unheard' })).body.output.posts).toHaveLength(2)
  })
})

test('postSearchByKeywords 400 for no words, too many, and other recencies', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `w${index}`).join(',')
  for (const wrong of [{}, { keywords: '' }, { keywords: ' , ,!' }, { keywords: many }]) {
    const { status, body } = await search(wrong)
    expect(status).toBe(400)
    expect(body.issues[0].path).toBe('keywords')
  }
  expect((await search({ keywords: 'a', recency: 'Decade' })).status).toBe(400)
})

test('postSearchByKeywords 402 with an empty balance', async () => {
  expect((await search({ keywords: 'hiring' }, 1)).status).toBe(402)
})
