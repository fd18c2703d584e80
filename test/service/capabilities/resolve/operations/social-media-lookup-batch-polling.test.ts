import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const poll = 'POST /v1/social-media-lookup/batch/poll'

test('200: results a page at a time', async () => {
  const org = await resolve.service.org(100)
  const send = (route: string, body: object) => resolve.service.send(route, { key: org.rawKey, body })
  const people = ['wei-chen', 'ada-lindqvist', 'x'].map((slug) => ({ pnetUrl: `pnet.example/in/${slug}` }))
  verifies('client.lookup.social-stats')
  const started = (await send('POST /v1/social-media-lookup/batch/trigger', { people })).body.output
  const { runId } = started
  expect(started).toMatchObject({ numPeopleEnqueued: 3, numDuplicatesSkipped: 0 })
  await resolve.service.almanac.jobs.workNow()
  const first = (await send(poll, { runId, pageSize: 2 })).body.output
  expect(first.results).toHaveLength(2)
  expect(first.overallStats).toEqual({ totalPeople: 3, numCompleted: 3, numFailed: 0, numRemaining: 0 })
  const rest = (await send(poll, { runId, pageSize: 2, nextPageToken: first.nextPageToken })).body.output
  expect(rest.results).toHaveLength(1)
  expect(rest.nextPageToken).toBeNull()
  expect((await send(poll, { runId, nextPageToken: 'forged' })).status).toBe(400)
})

test('404 for an unknown run', async () => {
  expect((await resolve.ask(poll, { runId: 'task_0000000000000000000000' })).status).toBe(404)
})
