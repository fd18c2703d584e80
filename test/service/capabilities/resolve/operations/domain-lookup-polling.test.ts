import { beforeAll, expect, test } from 'vitest'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { domainLookupPolling } from '../../../../../src/capabilities/resolve/operations/domain-lookup-polling.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const poll = 'POST /v1/domain-lookup/polling'

test('200: a run is followed to its end', async () => {
  const org = await resolve.service.org(100)
  const send = (route: string, body: object) => resolve.service.send(route, { key: org.rawKey, body })
  const started = await send('POST /v1/domain-lookup/trigger', { companyInfo: [{ name: 'Globex' }] })
  const { domainAgentRunId } = started.body.output
  expect((await send(poll, { domainAgentRunId })).body.output.status).toBe('NOT_STARTED')
  await resolve.service.almanac.jobs.workNow()
  expect((await send(poll, { domainAgentRunId })).body.output).toMatchObject({ status: 'DONE' })
  const forged = await send(poll, { domainAgentRunId, cursor: 'x' })
  expect(forged.status).toBe(400)
})

test("404 for an unknown run, another organization's and one of another kind alike", async () => {
  const [mine, other] = await Promise.all([resolve.service.org(100), resolve.service.org(100)])
  const send = (key: string, route: string, body: object) => resolve.service.send(route, { key, body })
  const started = await send(mine.rawKey, 'POST /v1/domain-lookup/trigger', {
    companyInfo: [{ name: 'Globex' }],
  })
  const social = await send(mine.rawKey, 'POST /v1/social-media-lookup/trigger', {
    pnetUrl: 'pnet.example/in/x',
  })
  const answers = await Promise.all([
    send(other.rawKey, poll, started.body.output),
    send(mine.rawKey, poll, { domainAgentRunId: social.body.output.runId }),
    send(mine.rawKey, poll, { domainAgentRunId: 'task_0000000000000000000000' }),
  ])
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})

test('400 without a run', async () => {
  const answer = await resolve.ask(poll, {})
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe('domainAgentRunId')
})

test('may be asked 60 times a minute', () => {
  expect(domainLookupPolling.limit).toEqual({ max: 60, windowSeconds: 60 })
})
