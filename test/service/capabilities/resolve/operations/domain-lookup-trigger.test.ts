import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openResolveTest, type ResolveTest } from '../../../../worlds/resolve.ts'
import { domainLookupTrigger } from '../../../../../src/capabilities/resolve/operations/domain-lookup-trigger.ts'

let resolve: ResolveTest
beforeAll(async () => {
  resolve = await openResolveTest()
})

const start = 'POST /v1/domain-lookup/trigger'
const poll = 'POST /v1/domain-lookup/polling'

async function lookUp(companyInfo: object[], more: object = {}) {
  const org = await resolve.service.org(1_000)
  const send = (route: string, body: object) => resolve.service.send(route, { key: org.rawKey, body })
  const started = await send(start, { companyInfo, ...more })
  expect(started.status, started.text).toBe(200)
  const { domainAgentRunId } = started.body.output
  const before = (await send(poll, { domainAgentRunId })).body
  await resolve.service.almanac.jobs.workNow()
  return {
    started: started.body,
    before,
    after: (await send(poll, { domainAgentRunId })).body,
    send,
    domainAgentRunId,
  }
}

describe('200', () => {
  test('finds domains by name and place, with confidence and rationale, for 3 credits each', async () => {
    verifies('op.domain-lookup-trigger', 'op.domain-lookup-polling', 'domain-lookup.poll')
    const { started, before, after } = await lookUp([
      { name: 'Globex Inc' },
      { name: 'Twin Peaks', country: 'United Kingdom', city: 'Leeds', findEmailDomains: true },
      { name: 'Twin Peaks' },
      { name: 'Nobody Ltd' },
    ])
    expect(started.chargeInfo.method).toBe('charging-later')
    expect(before.output).toEqual({
      status: 'NOT_STARTED',
      data: [],
      nextCursor: expect.any(String),
      hasMore: true,
    })
    expect(before.chargeInfo.method).toBe('free')
    const [globex, leeds, either, nobody] = after.output.data
    expect(after.output).toMatchObject({ status: 'DONE', nextCursor: null, hasMore: false })
    expect(globex).toMatchObject({
      companyName: 'Globex Inc',
      bestDomain: 'globex.example',
      allDomains: ['globex.example', 'joint.example'],
      emailDomains: [],
    })
    expect(globex.confidence).toBeGreaterThan(7)
    expect(leeds).toMatchObject({
      bestDomain: 'peaks-b.example',
      rationale: expect.stringMatching(/city: the same/),
    })
    expect(leeds.emailDomains[0]).toMatchObject({ emailDomain: 'peaks-mail.example', confidence: 9 })
    expect(either).toMatchObject({ bestDomain: null, rationale: expect.stringMatching(/^Too unsure/) })
    expect(either.confidence).toBeLessThan(5)
    expect(nobody).toMatchObject({ bestDomain: null, confidence: 0 })
    expect(after.chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 6 })
  })

  test('results come a page at a time, in order', async () => {
    const names = ['Globex', 'Nobody', 'Acme Robotics', 'Globex Labs', 'Nobody']
    const { send, domainAgentRunId } = await lookUp(names.map((name) => ({ name })))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await send(poll, { domainAgentRunId, pageSize: 2, cursor })
      const output: RunPage = page.body.output
      seen.push(...output.data.map(({ companyName }) => companyName))
      expect(output.hasMore).toBe(output.nextCursor !== null)
      cursor = output.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(names)
  })

  test('a domain given decides, a description tells namesakes apart no worse', async () => {
    const { after } = await lookUp([{ name: 'Twin Peaks', domain: 'https://peaks-a.example/' }])
    expect(after.output.data[0]).toMatchObject({ bestDomain: 'peaks-a.example' })
  })

  test('may be started 10 times a minute', () => {
    expect(domainLookupTrigger.limit).toEqual({ max: 10, windowSeconds: 60 })
  })
})

test.each<[object, string]>([
  [{}, 'companyInfo'],
  [{ companyInfo: [] }, 'companyInfo'],
  [{ companyInfo: Array.from({ length: 401 }, () => ({ name: 'x' })) }, 'companyInfo'],
  [{ companyInfo: [{}] }, 'companyInfo[0].name'],
])('400 for %j at %s', async (body, path) => {
  const answer = await resolve.ask(start, body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('402 unless the balance covers every company', async () => {
  const poor = await resolve.service.org(5)
  const body = { companyInfo: [{ name: 'Globex' }, { name: 'Acme' }] }
  expect((await resolve.service.send(start, { key: poor.rawKey, body })).status).toBe(402)
})

interface RunPage {
  data: { companyName: string }[]
  nextCursor: string | null
  hasMore: boolean
}
