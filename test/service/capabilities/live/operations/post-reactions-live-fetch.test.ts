import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { reactionTypes } from '../../../../../src/corpus/records/index.ts'
import { liveWorld, pageOf, type LiveTest } from '../../../../worlds/live.ts'

let service: LiveTest
beforeAll(async () => {
  service = await liveWorld()
})

describe('postReactionsLiveFetch 200', () => {
  test('answers who reacted and how, the newest first', async () => {
    verifies('op.post-reactions-live-fetch', 'live.comments-and-reactions')
    service.live.say({})
    const org = await service.org()
    const { body } = await service.ask(org, 'post-reactions', { contentId: '7001' })
    expect(body.output.data).toMatchObject([
      { reactionType: 'FUNNY', postId: '7001', author: { pnetSlug: 'ada-lindqvist' } },
      {
        reactionType: 'LOVE',
        author: { pnetSlug: 'ben-okafor' },
        reactedAt: { noEarlierThan: '2026-01-04T08:00:00.000Z' },
      },
    ])
    expect(body.warnings).toHaveLength(1)
    expect(await service.captured(org)).toBe(2_000)
  })

  test('of each of the six types, live; one person has one reaction to a post', async () => {
    const lines = reactionTypes.map((reaction_type, index) => ({
      post_id: '7002',
      reaction_type,
      author_pnet_slug: `fan-${index}`,
    }))
    service.live.say({
      reactions: () => pageOf([...lines, { ...lines[0]!, reaction_type: 'LOVE' as const }]),
    })
    const org = await service.org()
    await service.ask(org, 'post-reactions', { contentId: '7002' })
    service.live.say({})
    const { body } = await service.ask(org, 'post-reactions', { contentId: '7002' })
    const found = body.output.data as { reactionType: string; author: { pnetSlug: string } }[]
    expect(found).toHaveLength(6)
    expect(found.find(({ author }) => author.pnetSlug === 'fan-0')?.reactionType).toBe('LOVE')
  })

  test('reactionType keeps reactions of one kind; a page without any is free', async () => {
    verifies('client.live.reaction-type', 'client.live.activity')
    service.live.say({})
    const org = await service.org()
    const of = async (reactionType: string) => {
      const { body } = await service.ask(org, 'post-reactions', { contentId: '7001', reactionType })
      return body.output.data
    }
    expect(await of('LOVE')).toMatchObject([
      { reactionType: 'LOVE', type: 'LOVE', target: 'post', reactor: { pnetSlug: 'ben-okafor' } },
    ])
    expect(await of('CELEBRATE')).toEqual([])
    expect(await service.captured(org)).toBe(2_000)
  })
})

test('profileReactionsLiveFetch 200 answers reactions of a person with their posts', async () => {
  verifies('op.profile-reactions-live-fetch')
  service.live.say({})
  const org = await service.org()
  const { body } = await service.ask(org, 'profile-reactions', { identifier: 'ada-lindqvist' })
  expect(body.output.data).toMatchObject([
    { reactionType: 'FUNNY', post: { postId: '7001', author: { pnetSlug: 'acme' } } },
  ])
  expect(body.output.reactions).toEqual(body.output.data)
  service.live.say({ reactions: () => pageOf([{ post_id: '7003', reaction_type: 'LIKE' }]) })
  const live = await service.ask(org, 'profile-reactions', { identifier: '501' })
  expect(live.body.output.live).toBe(true)
  expect(service.live.asked).toMatchObject([{ question: { of: 'actor', by: { type: 'person', id: '501' } } }])
})

test('postReactionsLiveFetch 400 without a contentId', async () => {
  const org = await service.org()
  expect((await service.ask(org, 'post-reactions', {})).body.issues[0].path).toBe('contentId')
  expect((await service.ask(org, 'profile-reactions', { identifier: '@' })).status).toBe(400)
})

test('postReactionsLiveFetch 402 with an empty balance', async () => {
  const { status } = await service.ask(await service.org(1), 'post-reactions', { contentId: '7001' })
  expect(status).toBe(402)
})
