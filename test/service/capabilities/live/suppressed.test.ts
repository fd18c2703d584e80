import { expect, test } from 'vitest'
import { foundLive, openLiveTest, pageOf } from '../../../worlds/live.ts'

const token = 'operator-token-of-the-tests'
const service = await openLiveTest({ settings: { ALMANAC_OPERATOR_TOKEN: token } })
const operate = (route: string, body: object) =>
  service.send(route, { body, headers: { authorization: `Bearer ${token}` } })

const quiet = { author_type: 'person' as const, author_pnet_slug: 'quiet-one', author_name: 'Quiet One' }
const comment = { comment_id: 'q1', post_id: '7001', text: 'Said quietly', ...quiet }
const reaction = { post_id: '7001', reaction_type: 'SUPPORT' as const, ...quiet }

test('suppressed people are in no answer, with what they wrote, whatever a live source says', async () => {
  const options = { source: 'test', observedAt: new Date(service.clock.now()) }
  const { writer } = service.almanac
  await writer.write(
    'people',
    [{ line: 1, record: { primary_slug: 'quiet-one', name: 'Quiet One' } }],
    options,
  )
  await writer.write('comments', [{ line: 1, record: comment }], options)
  await writer.write('reactions', [{ line: 1, record: reaction }], options)
  const org = await service.org()
  const onPost = async () =>
    (await service.ask(org, 'post-comments', { contentId: '7001' })).text +
    (await service.ask(org, 'post-reactions', { contentId: '7001' })).text
  service.live.say({})
  expect(await onPost()).toMatch(/quietly.*SUPPORT/s)
  const profiles = ['quiet-one']
  const exported = await operate('POST /v1/privacy/export', { profiles })
  expect(exported.body.output.people).toMatchObject([
    { posts: [], comments: [{ text: 'Said quietly' }], reactions: [{ reaction_type: 'SUPPORT' }] },
  ])
  expect((await operate('POST /v1/privacy/suppressions', { profiles })).status).toBe(200)
  expect(await onPost()).not.toMatch(/quiet|SUPPORT/i)
  service.live.say({
    comments: () => pageOf([comment, { comment_id: 'q2', post_id: '7001', text: 'Aloud' }]),
    reactions: () => pageOf([reaction, { ...reaction, author_pnet_slug: 'loud-one', author_name: 'Loud' }]),
    'person.live': () => foundLive({ primary_slug: 'quiet-one', name: 'Quiet One' }),
  })
  const live = await onPost()
  expect(live).toMatch(/Aloud.*loud-one/s)
  expect(live).not.toMatch(/quiet/i)
  const spent = await service.captured(org)
  const { body } = await service.ask(org, 'profile/single', { identifier: 'quiet-one' })
  expect(body.output).toMatchObject({ found: false, live: false, observedAt: null })
  expect(await service.captured(org)).toBe(spent)
})
