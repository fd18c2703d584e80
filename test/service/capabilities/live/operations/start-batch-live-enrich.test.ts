import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { foundLive, liveWorld, type LiveTest } from '../../../../worlds/live.ts'
import { commitsOf } from '../../../../support/records.ts'

let service: LiveTest
beforeAll(async () => {
  service = await liveWorld()
})

const start = (org: TestOrganization, body: object, headers?: Record<string, string>) =>
  service.ask(org, 'batch/start', body, headers)
const poll = (org: TestOrganization, taskId: string, more: object = {}) =>
  service.ask(org, 'batch/poll', { taskId, ...more })
const available = async ({ organizationId }: TestOrganization) =>
  (await service.almanac.ledger.balance(organizationId)).available

describe('startBatchLiveEnrich 200', () => {
  test('references beside the identifiers come back with the pages, those of duplicates too', async () => {
    service.live.say({
      'company.live': () => ({ state: 'not_found' }),
      'person.live': () => ({ state: 'not_found' }),
    })
    const org = await service.org(100)
    const identifiers = ['ada-lindqvist', 'not a profile', 'https://pnet.example/in/ADA-lindqvist/', 'ben-o']
    const clientReferenceIds = ['row 1', 'row 2', 'row 3', null]
    const { taskId } = (await start(org, { type: 'PROFILE', identifiers, clientReferenceIds })).body.output
    await service.almanac.jobs.workNow()
    const told = (await poll(org, taskId)).body.output.results.map((result: Record<string, unknown>) => [
      result['identifier'],
      result['clientReferenceId'],
      result['clientReferenceIds'],
    ])
    expect(told).toEqual([
      ['not a profile', 'row 2', ['row 2']],
      ['ada-lindqvist', 'row 1', ['row 1', 'row 3']],
      ['ben-o', null, []],
    ])
    const refused = await start(org, { type: 'PROFILE', identifiers, clientReferenceIds: ['row 1'] })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'clientReferenceIds'])
  })

  test('counts different pages, duplicates and malformed identifiers, and charges what is found', async () => {
    verifies('op.start-batch-live-enrich', 'live.batch.start')
    service.live.say({
      'person.live': ({ slug }) =>
        slug === 'ada-lindqvist' ? foundLive({ headline: 'Live in a batch' }) : { state: 'not_found' },
    })
    const org = await service.org(100)
    const identifiers = [
      'ada-lindqvist',
      'not a profile',
      'https://pnet.example/in/ADA-lindqvist/',
      'nobody-at-all',
      'not a profile',
      'ben-o',
      'pnet.example/company/acme',
    ]
    const { body } = await start(org, { type: 'PROFILE', identifiers })
    const { taskId } = body.output
    expect(body.output).toEqual({
      taskId: expect.stringMatching(/^task_/),
      type: 'PROFILE',
      numIdentifiersEnqueued: 3,
      numDuplicatesSkipped: 2,
      numMalformed: 2,
    })
    expect(body.chargeInfo.method).toBe('charging-later')
    expect(await service.almanac.jobs.workNow()).toBe(1)
    expect(await service.captured(org)).toBe(3_000)
    expect(await available(org)).toBe(97_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    const polled = await poll(org, taskId)
    expect(polled.body.output).toMatchObject({
      status: 'COMPLETED',
      type: 'PROFILE',
      completedAt: expect.any(String),
      progress: {
        total: 5,
        completed: 2,
        notFound: 1,
        failed: 0,
        malformed: 2,
        pending: 0,
      },
      results: [
        {
          identifier: 'not a profile',
          status: 'MALFORMED',
          message: expect.any(String),
        },
        {
          identifier: 'pnet.example/company/acme',
          status: 'MALFORMED',
        },
        {
          identifier: 'ada-lindqvist',
          status: 'COMPLETED',
          live: true,
          source: 'wire',
          profile: {
            name: 'Ada Lindqvist',
            headline: 'Live in a batch',
          },
        },
        {
          identifier: 'nobody-at-all',
          status: 'NOT_FOUND',
          live: false,
        },
        {
          identifier: 'ben-o',
          status: 'COMPLETED',
          live: false,
          liveStatus: 'not_found',
        },
      ],
    })
    expect(polled.body.chargeInfo).toMatchObject({
      method: 'charged-for-async-process',
      creditsCharged: 3,
    })
  })

  test('of companies answers the smaller record, and tells its end by an event', async () => {
    service.live.say({})
    const org = await service.org()
    const { body } = await start(org, { type: 'COMPANY', identifiers: ['acme', '3001', 'gone', 'a b'] })
    await service.almanac.jobs.workNow()
    const polled = await poll(org, body.output.taskId)
    // One company under two identifiers, which nothing but the corpus can tell: charged once.
    expect(await service.captured(org)).toBe(1_000)
    expect(polled.body.output.results).toMatchObject([
      { status: 'MALFORMED' },
      { status: 'COMPLETED', company: { slug: 'acme', locations_stats: { DEU: 2 } } },
      { status: 'COMPLETED', company: { slug: 'acme' } },
      { status: 'NOT_FOUND' },
    ])
    const events = async () => (await service.send('GET /v1/events', { key: org.rawKey })).body.output.events
    await expect.poll(events).toMatchObject([
      {
        type: 'batch_live_enrich.completed',
        data: {
          job_id: body.output.taskId,
          type: 'COMPANY',
          success: true,
          total_identifiers: 4,
          completed: 2,
          failed: 0,
          not_found: 1,
          malformed: 1,
          error: null,
        },
      },
    ])
  })

  test('what could not be read fails, free; a batch of nothing else fails as a whole', async () => {
    service.live.say({ 'person.live': () => ({ state: 'unavailable' }) })
    const org = await service.org()
    const { body } = await start(org, { type: 'PROFILE', identifiers: ['a b', 'unknown-to-all'] })
    await service.almanac.jobs.workNow()
    const { output } = (await poll(org, body.output.taskId)).body
    expect(output).toMatchObject({
      status: 'FAILED',
      progress: {
        failed: 1,
        malformed: 1,
        notFound: 0,
        pending: 0,
      },
      results: [
        { status: 'MALFORMED' },
        {
          status: 'FAILED',
          message: expect.stringContaining('Try again'),
        },
      ],
    })
    expect(await service.captured(org)).toBe(0)
  })

  test('is written 25 at a time; one Idempotency-Key starts one batch', async () => {
    service.live.say({ 'person.live': ({ slug }) => foundLive({ name: `Bulk ${slug}` }) })
    const org = await service.org()
    const identifiers = Array.from({ length: 60 }, (_, index) => `bulk-${index}`)
    const headers = { 'idempotency-key': 'live batch' }
    const first = await start(org, { type: 'PROFILE', identifiers }, headers)
    expect((await start(org, { type: 'PROFILE', identifiers }, headers)).text).toBe(first.text)
    expect(await service.almanac.jobs.workNow()).toBe(1)
    expect(await service.captured(org)).toBe(120_000)
    const tokens = identifiers.map((slug) => `slug:${slug}`)
    expect((await commitsOf(service.db, 'people', tokens)).size).toBe(3)
  })
})

test('startBatchLiveEnrich 400 for none, more than 1,000 and another type', async () => {
  const org = await service.org()
  const many = Array.from({ length: 1_001 }, (_, index) => `p-${index}`)
  for (const wrong of [
    { type: 'PROFILE', identifiers: [] },
    { type: 'PROFILE', identifiers: many },
    { type: 'PROFILE', identifiers: [''] },
    { type: 'SCHOOL', identifiers: ['x'] },
    { identifiers: ['x'] },
  ])
    expect((await start(org, wrong)).status).toBe(400)
  expect(await available(org)).toBe(100_000_000)
})

test('startBatchLiveEnrich 402 unless all that may be found is covered; nothing is started', async () => {
  const org = await service.org(3)
  expect((await start(org, { type: 'PROFILE', identifiers: ['ada-lindqvist', 'ben-o'] })).status).toBe(402)
  expect(await service.almanac.jobs.workNow()).toBe(0)
})

describe('pollBatchLiveEnrich 200', () => {
  test('is free while the batch runs, and pages through the results', async () => {
    verifies('op.poll-batch-live-enrich', 'live.batch.poll')
    service.live.say({})
    const org = await service.org()
    const identifiers = ['ada-lindqvist', ...Array.from({ length: 29 }, (_, index) => `nobody-${index}`)]
    const { taskId } = (await start(org, { type: 'PROFILE', identifiers })).body.output
    const waiting = await poll(org, taskId)
    expect(waiting.body.output).toEqual({
      status: 'PENDING',
      type: 'PROFILE',
      results: [],
      nextCursor: expect.any(String),
      hasMore: true,
      progress: {
        total: 30,
        completed: 0,
        notFound: 0,
        failed: 0,
        malformed: 0,
        pending: 30,
      },
    })
    expect(waiting.body.chargeInfo.method).toBe('free')
    expect(waiting.body.advice).toEqual([expect.stringContaining('30 seconds')])
    await service.almanac.jobs.workNow()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await poll(org, taskId, { take: 12, cursor })
      seen.push(...body.output.results.map((each: { identifier: string }) => each.identifier))
      cursor = body.output.nextCursor
    } while (cursor !== undefined)
    expect(seen).toEqual(identifiers)
  })
})

test('pollBatchLiveEnrich 400 for a cursor of another task; 404 for an unknown one and another organization', async () => {
  service.live.say({})
  const [org, other] = [await service.org(), await service.org()]
  const { taskId } = (await start(org, { type: 'COMPANY', identifiers: ['acme'] })).body.output
  expect((await poll(org, taskId, { cursor: 'x' })).status).toBe(400)
  expect((await poll(org, taskId, { take: 101 })).status).toBe(400)
  expect((await poll(other, taskId)).status).toBe(404)
  expect((await poll(org, 'task_unknown')).status).toBe(404)
})
