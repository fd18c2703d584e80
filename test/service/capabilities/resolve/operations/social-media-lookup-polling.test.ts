import { beforeAll, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const poll = 'POST /v1/social-media-lookup/polling'

test('200: without a result until the run is done; free', async () => {
  verifies('op.social-media-lookup-polling')
  const org = await resolve.service.org(100)
  const send = (route: string, body: object) => resolve.service.send(route, { key: org.rawKey, body })
  const started = await send('POST /v1/social-media-lookup/trigger', {
    pnetUrl: 'pnet.example/in/ada-lindqvist',
  })
  const before = (await send(poll, started.body.output)).body
  expect(before).toMatchObject({
    output: { status: 'NOT_STARTED', result: null },
    chargeInfo: { method: 'free' },
  })
  await resolve.service.almanac.jobs.workNow()
  expect((await send(poll, started.body.output)).body.output).toMatchObject({
    status: 'DONE',
    result: { found: true },
  })
})

test('404 for an unknown run', async () => {
  expect((await resolve.ask(poll, { runId: 'task_0000000000000000000000' })).status).toBe(404)
})

test('400 without a run', async () => {
  expect((await resolve.ask(poll, {})).body.issues[0].path).toBe('runId')
})
