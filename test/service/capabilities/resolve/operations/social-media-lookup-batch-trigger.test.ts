import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const start = 'POST /v1/social-media-lookup/batch/trigger'

test('200: many people, in order, charged for those with an account', async () => {
  verifies(
    'op.social-media-lookup-batch-trigger',
    'op.social-media-lookup-batch-polling',
    'social-lookup.poll',
  )
  const org = await resolve.service.org(100)
  const send = (route: string, body: object) => resolve.service.send(route, { key: org.rawKey, body })
  const people = ['wei-chen', 'ada-lindqvist', 'nobody', 'ADA-lindqvist'].map((slug) => ({
    pnetUrl: `pnet.example/in/${slug}`,
    clientReferenceId: slug,
  }))
  const started = await send(start, { people, platforms: ['microblog'] })
  expect(started.body.chargeInfo.method).toBe('charging-later')
  await resolve.service.almanac.jobs.workNow()
  const pollRoute = 'POST /v1/social-media-lookup/batch/poll'
  const { output, chargeInfo } = (await send(pollRoute, started.body.output)).body
  expect(output).toMatchObject({ status: 'DONE', nextPageToken: null })
  expect(
    output.results.map(({ clientReferenceId, found }: { clientReferenceId: string; found: boolean }) => [
      clientReferenceId,
      found,
    ]),
  ).toEqual([
    ['wei-chen', false],
    ['ada-lindqvist', true],
    ['nobody', false],
    // In another spelling: answered again, charged once.
    ['ADA-lindqvist', true],
  ])
  expect(chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 3 })
})

test('400 for no people, 401 of them, and an unknown platform', async () => {
  const person = { pnetUrl: 'pnet.example/in/x' }
  for (const [body, path] of [
    [{ people: [] }, 'people'],
    [{ people: Array.from({ length: 401 }, () => person) }, 'people'],
    [{ people: [person], platforms: ['x', 'y'] }, 'platforms[1]'],
  ] as const) {
    const answer = await resolve.ask(start, body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
  }
})

test('402 unless the balance covers all of them', async () => {
  const poor = await resolve.service.org(5)
  const body = { people: [{ pnetUrl: 'pnet.example/in/a' }, { pnetUrl: 'pnet.example/in/b' }] }
  expect((await resolve.service.send(start, { key: poor.rawKey, body })).status).toBe(402)
})
