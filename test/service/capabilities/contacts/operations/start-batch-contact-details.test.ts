import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { aSandboxKey, type TestOrganization } from '../../../../support/platform.ts'
import { contactsWorld, type Revealing } from '../../../../worlds/contacts.ts'

let service: Revealing
beforeAll(async () => {
  service = await contactsWorld()
})

const details = (...values: string[]) =>
  values.map((value, index) => ({ pnetUrl: { value }, clientReferenceId: `row ${index}` }))
const members = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `member-${from + index}`)
const start = (
  org: TestOrganization,
  values: string[],
  more: object = {},
  headers?: Record<string, string>,
) => service.ask(org, 'batch/start', { personDetails: details(...values), ...more }, headers)
const poll = (org: TestOrganization, taskId: string, more: object = {}) =>
  service.ask(org, 'batch/poll', { taskId, ...more })

describe('startBatchContactDetails 200', () => {
  test('takes everything for each different person at once, and gives back what is not found', async () => {
    verifies('op.start-batch-contact-details', 'contact.batch.duplicates', 'contact.batch.refund')
    verifies('charge-info.charged-for-async-process', 'async.start-and-poll-separate')
    const org = await service.org()
    const values = ['ada-all', 'https://pnet.example/in/ADA-all', 'dan-none', 'nobody-known', ...members(8)]
    const started = await start(org, values)
    expect(started.status).toBe(200)
    const { taskId } = started.body.output
    expect(started.body.output).toEqual({
      taskId: expect.stringMatching(/^task_/),
      numPeopleEnqueued: 11,
      numDuplicatesSkipped: 1,
    })
    expect(started.body.chargeInfo).toMatchObject({
      method: 'charged-for-async-process',
      creditsCharged: 55,
      message: expect.any(String),
    })
    expect(started.headers.get('x-credits-charged')).toBe('55')
    expect(await service.available(org)).toBe(100_000_000 - 55_000)
    expect(await service.almanac.jobs.workNow()).toBe(1)
    // Five for all of Ada's kinds, two for each member's work address.
    expect(await service.captured(org)).toBe(5_000 + 8 * 2_000)
    expect(await service.available(org)).toBe(100_000_000 - 21_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    const { body } = await poll(org, taskId)
    expect(body.output).toMatchObject({
      overallStats: {
        totalPeopleToFetch: 11,
        numCompleted: 11,
        numRemaining: 0,
        numRejected: 0,
        numDuplicates: 1,
      },
      done: true,
      failed: false,
      canceled: false,
    })
    const results = body.output.pageResults
    expect(results[0]).toMatchObject({
      inputs: { pnetUrl: { value: 'ada-all' }, clientReferenceId: 'row 0' },
      outputs: {
        name: 'Ada Lindqvist',
        emails: [{ email: 'ada@acme.example' }, { email: 'ada@home.example' }],
      },
    })
    expect(results[1].inputs).toEqual({ pnetUrl: { value: values[1] }, clientReferenceId: 'row 1' })
    expect(results.slice(2, 4).map(({ outputs }: { outputs: unknown }) => outputs)).toEqual([null, null])
  })

  test('a foreign address is rejected alone, and every time somebody was given has its row', async () => {
    const org = await service.org()
    const values = [
      'https://elsewhere.example/in/ada-all',
      'pnet.example/in/ada-all',
      'ada-all',
      ...members(8),
    ]
    const started = await start(org, values)
    expect(started.body.output).toMatchObject({ numPeopleEnqueued: 10, numDuplicatesSkipped: 1 })
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(5_000 + 8 * 2_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    const { output } = (await poll(org, started.body.output.taskId)).body
    expect(output.overallStats).toMatchObject({ numRejected: 1, numDuplicates: 1, numCompleted: 9 })
    expect(output.pageResults).toHaveLength(values.length)
    const ada = { name: 'Ada Lindqvist' }
    expect(output.pageResults.slice(0, 3)).toMatchObject([
      { inputs: { pnetUrl: { value: values[0] }, clientReferenceId: 'row 0' }, outputs: null },
      { inputs: { pnetUrl: { value: values[1] }, clientReferenceId: 'row 1' }, outputs: ada },
      { inputs: { pnetUrl: { value: values[2] }, clientReferenceId: 'row 2' }, outputs: ada },
    ])
  })

  test('a foreign address is rejected alone, and every time somebody was given has its row', async () => {
    const org = await service.org()
    const values = [
      'https://elsewhere.example/in/ada-all',
      'pnet.example/in/ada-all',
      'ada-all',
      ...members(8),
    ]
    const started = await start(org, values)
    expect(started.body.output).toMatchObject({ numPeopleEnqueued: 10, numDuplicatesSkipped: 1 })
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(5_000 + 8 * 2_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    const { output } = (await poll(org, started.body.output.taskId)).body
    expect(output.overallStats).toMatchObject({ numRejected: 1, numDuplicates: 1, numCompleted: 9 })
    expect(output.pageResults).toHaveLength(values.length)
    const ada = { name: 'Ada Lindqvist' }
    expect(output.pageResults.slice(0, 3)).toMatchObject([
      { inputs: { pnetUrl: { value: values[0] }, clientReferenceId: 'row 0' }, outputs: null },
      { inputs: { pnetUrl: { value: values[1] }, clientReferenceId: 'row 1' }, outputs: ada },
      { inputs: { pnetUrl: { value: values[2] }, clientReferenceId: 'row 2' }, outputs: ada },
    ])
  })

  test('pays what was paid for before once, whichever operation paid', async () => {
    const org = await service.org()
    await service.ask(org, 'single', { pnetUrl: 'member-0' })
    const again = await start(org, members(10))
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(10 * 2_000)
    const second = await start(org, members(10))
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(10 * 2_000)
    expect(again.body.output.taskId).not.toBe(second.body.output.taskId)
    expect((await poll(org, second.body.output.taskId)).body.output.pageResults[0].outputs).toMatchObject({
      alreadyPaid: ['work_email'],
    })
  })

  test('counts people once who are known by two identifiers, and rejects what names nobody', async () => {
    const org = await service.org()
    const values = ['ada-all', '700001', 'https://elsewhere.example/in/x', ...members(7)]
    const { body } = await start(org, values)
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(5_000 + 7 * 2_000)
    const polled = await poll(org, body.output.taskId)
    expect(polled.body.output.overallStats).toMatchObject({ numCompleted: 9, numRejected: 1 })
    expect(polled.body.output.pageResults[1].outputs.alreadyPaid).toHaveLength(3)
    expect(polled.body.output.pageResults[2].outputs).toBeNull()
  })

  test('tells its end by an event', async () => {
    const org = await service.org()
    const { body } = await start(org, [...members(9), 'dan-none'])
    await service.almanac.jobs.workNow()
    const events = async () => (await service.send('GET /v1/events', { key: org.rawKey })).body.output.events
    await expect.poll(events).toMatchObject([
      {
        type: 'batch_contact_enrich.completed',
        data: {
          task_id: body.output.taskId,
          success: true,
          total_people: 10,
          completed: 10,
          found: 9,
          error: null,
        },
      },
    ])
  })

  test('one Idempotency-Key starts one batch', async () => {
    const org = await service.org()
    const headers = { 'idempotency-key': 'batch' }
    const first = await start(org, members(10), {}, headers)
    const second = await start(org, members(10), {}, headers)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await service.almanac.jobs.workNow()).toBe(1)
    expect(await service.captured(org)).toBe(20_000)
  })

  test('a dry run tells the most it can cost and starts nothing', async () => {
    const org = await service.org()
    const { body } = await start(org, members(10), {}, { 'x-dry-run': '1' })
    expect(body.output.dryRun.maxCredits).toBe(50)
    expect(await service.almanac.jobs.workNow()).toBe(0)
    expect(await service.available(org)).toBe(100_000_000)
  })

  test('is free with a sandbox key, and sees the corpus of the sandbox only', async () => {
    const org = await service.org(0)
    const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
    const sandbox = { ...org, rawKey }
    const { body } = await start(sandbox, members(10))
    expect(body.chargeInfo.method).toBe('free')
    await service.almanac.jobs.workNow()
    const polled = await poll(sandbox, body.output.taskId)
    expect(polled.body.output).toMatchObject({ done: true, failed: false })
    expect(polled.body.output.pageResults[0].outputs).toBeNull()
    expect(await service.captured(org)).toBe(0)
  })
})

test('startBatchContactDetails 400 for fewer than 10 and more than 2,000 people', async () => {
  verifies('contact.batch.bounds')
  const org = await service.org()
  const many = Array.from({ length: 2_001 }, (_, index) => `somebody-${index}`)
  for (const values of [members(9), many]) {
    const { status, body } = await start(org, values)
    expect(status).toBe(400)
    expect(body.issues[0].path).toBe('personDetails')
  }
  expect((await start(org, members(10), { enrichmentTypes: 'all' })).status).toBe(400)
  expect(await service.available(org)).toBe(100_000_000)
  expect((await start(org, many.slice(1))).status).toBe(200)
  await service.almanac.jobs.workNow()
  expect(await service.available(org)).toBe(100_000_000)
})

test('startBatchContactDetails 402 unless the worst case is covered; nothing is started', async () => {
  const org = await service.org(49)
  expect((await start(org, members(10))).status).toBe(402)
  expect(await service.almanac.jobs.workNow()).toBe(0)
  expect(await service.available(org)).toBe(49_000)
})
